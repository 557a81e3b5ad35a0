/** Follows the state of the index for the status bar: asks when it may have changed, never on a timer. */

import * as vscode from "vscode";

import { isPlanLanguage } from "./documents/kinds";
import { oneAtATime } from "./pacing";
import type { Connection } from "./server/connection";
import { afterProgress, lacksAnIndex, parseRoots, unknownIndex } from "./server/indexState";
import type { IndexState } from "./server/indexState";
import { offersCommand } from "./server/offers";

export interface IndexWatch extends vscode.Disposable {
  readonly state: IndexState;
  readonly onDidChange: vscode.Event<void>;
}

export function watchIndex(connection: Connection): IndexWatch {
  const changed = new vscode.EventEmitter<void>();
  let state = unknownIndex;
  const enter = (next: IndexState): void => {
    state = next;
    changed.fire();
  };
  const ask = oneAtATime(
    async () => {
      enter({ ...state, roots: parseRoots(await debugInformation(connection)) });
    },
    (error) => {
      connection.output.warn(`state of the index: ${String(error)}`);
    },
  );
  const askWhereItIsMissing = (): void => {
    if (lacksAnIndex(state)) ask();
  };
  const listening = vscode.Disposable.from(
    changed,
    connection.onDidChangeState(({ name }) => {
      enter(unknownIndex);
      if (name === "running") ask();
    }),
    connection.onDidProgress((progress) => {
      enter(afterProgress(state, progress));
      if (progress.kind === "end") ask();
    }),
    connection.onDidChangePreview(askWhereItIsMissing),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined && isPlanLanguage(editor.document.languageId)) askWhereItIsMissing();
    }),
  );
  return {
    get state() {
      return state;
    },
    onDidChange: changed.event,
    dispose: () => {
      listening.dispose();
    },
  };
}

/** What the server says of itself; undefined where none runs or it does not offer that. */
export async function debugInformation(connection: Connection): Promise<unknown> {
  const client = connection.running;
  const command = "cortex.printDebugInformation";
  if (client === undefined || !offersCommand(client.initializeResult, command)) return undefined;
  return client.sendRequest("workspace/executeCommand", { command, arguments: [] });
}
