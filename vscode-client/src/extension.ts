/** The extension: starts the server, follows its life, and offers the commands and the plan panel. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

import { registerCommands } from "./commands";
import { isPlanLanguage } from "./documents/kinds";
import { followAssociations } from "./followAssociations";
import { watchIndex } from "./indexWatch";
import { createPanels } from "./panel/panel";
import { Connection } from "./server/connection";
import type { ManagedEnvironment } from "./server/managed";
import { offerRemedies } from "./server/remedies";
import { readSettings } from "./server/surroundings";
import { createStatusItem } from "./statusBar";
import type { ServerState } from "./words/status";
import type { Trouble } from "./words/trouble";

let connection: Connection | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("Cortex", { log: true });
  const current = new Connection(output, managedEnvironment(context));
  connection = current;
  const restart = (): void => {
    if (current.isWanted) void current.restart();
  };
  const index = watchIndex(current);
  const panels = createPanels(current, index, context.extensionUri);
  context.subscriptions.push(
    output,
    current,
    panels,
    index,
    createStatusItem(current, index),
    followAssociations(current),
    registerCommands(current, panels.show),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    onDidChangeLaunchSettings(restart),
    current.onDidChangeState((state) => {
      if (isToldUnasked(state)) void offerRemedies(current, state.trouble);
    }),
    startWhenNeeded(current),
  );
}

/** Any JSON file wakes the extension, since a setting may map it to a plan document; a server is for plans only. */
function startWhenNeeded(current: Connection): vscode.Disposable {
  const look = (document: vscode.TextDocument): void => {
    if (isPlanLanguage(document.languageId)) current.want();
  };
  vscode.workspace.textDocuments.forEach(look);
  void vscode.workspace.findFiles("**/cortex.toml", "**/node_modules/**", 1).then((found) => {
    if (found.length > 0) current.want();
  });
  return vscode.workspace.onDidOpenTextDocument(look);
}

export async function deactivate(): Promise<void> {
  await connection?.stop();
}

/** Trusting a folder announces its settings as changed, whatever they are: only other values are a change. */
function onDidChangeLaunchSettings(act: () => void): vscode.Disposable {
  let known = JSON.stringify(readSettings().effective);
  return vscode.workspace.onDidChangeConfiguration(() => {
    const before = known;
    known = JSON.stringify(readSettings().effective);
    if (known !== before) act();
  });
}

/**
 * An untrusted folder's lack of a server is left to the status bar, and to the commands that need one: the editor may be
 * asking about trust this moment, and the answer starts the search anew.
 */
function isToldUnasked(state: ServerState): state is Extract<ServerState, { trouble: Trouble }> {
  return state.name === "failed" || (state.name === "absent" && vscode.workspace.isTrusted);
}

function managedEnvironment(context: vscode.ExtensionContext): ManagedEnvironment {
  const bundled = join(context.extensionPath, "bundled");
  const names = existsSync(bundled) ? readdirSync(bundled) : [];
  const wheel = names.find((name) => name.endsWith(".whl"));
  return {
    storage: join(context.globalStorageUri.fsPath, "server"),
    wheel: wheel === undefined ? undefined : join(bundled, wheel),
    constraints: names.includes("constraints.txt") ? join(bundled, "constraints.txt") : undefined,
    windows: process.platform === "win32",
  };
}
