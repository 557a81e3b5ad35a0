/** What the panel's buttons and rows do. */

import * as vscode from "vscode";

import { runServerCommand } from "../commands";
import type { Connection } from "../server/connection";
import { commandLine } from "./commandLine";
import type { FromPage, PanelCommand } from "./messages";
import type { Place, Preview, Range } from "./model";

type Action = Exclude<FromPage, { type: "ready" }>;

export async function actOn(
  action: Action,
  connection: Connection,
  document: vscode.Uri,
  preview: Preview | undefined,
): Promise<void> {
  if (action.type === "command") {
    await runCommand(action.command, connection, document, preview);
    return;
  }
  const place = placeOf(action, document, preview);
  if (place !== undefined) await reveal(place);
}

async function runCommand(
  command: PanelCommand,
  connection: Connection,
  document: vscode.Uri,
  preview: Preview | undefined,
): Promise<void> {
  switch (command) {
    case "compile":
      await runServerCommand(connection, "cortex.compilePlan", document.toString());
      return;
    case "store":
      await runServerCommand(connection, "cortex.storePlan", document.toString());
      return;
    case "verify":
      await runServerCommand(connection, "cortex.verifyPlan", document.toString());
      return;
    case "copy-cli":
      await copy(commandLine(document.path, vscode.workspace.getWorkspaceFolder(document)?.uri.path));
      return;
    case "copy-hash":
      if (preview?.planHash !== undefined) await copy(preview.planHash);
      return;
  }
}

function placeOf(action: Exclude<Action, { type: "command" }>, document: vscode.Uri, preview: Preview | undefined): Place | undefined {
  const inDocument = (range: Range | undefined): Place | undefined =>
    range === undefined ? undefined : { uri: document.toString(), range };
  const step = preview?.steps[action.index];
  switch (action.type) {
    case "reveal-step":
      return inDocument(step?.range) ?? step?.source;
    case "reveal-source":
      return step?.source;
    case "reveal-finding":
      return inDocument(preview?.findings[action.index]?.range);
  }
}

/** Beside the panel, where the plan request is, not over the panel itself. */
async function reveal({ uri, range }: Place): Promise<void> {
  const start = new vscode.Position(range.start.line, range.start.character);
  // A symbol is selected; of a whole section only the start, which is where one reads on.
  const end = range.end.line === range.start.line ? start.with({ character: range.end.character }) : start;
  const selection = new vscode.Range(start, end);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === vscode.Uri.parse(uri).toString());
  const viewColumn = shown?.viewColumn ?? vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection, viewColumn });
}

async function copy(text: string): Promise<void> {
  await vscode.commands.executeCommand("cortex.copyText", text);
}
