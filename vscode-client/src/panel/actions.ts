/** What the panel's buttons and rows do. */

import * as vscode from "vscode";

import { buildIndexOf, runServerCommand } from "../serverCommands";
import { editorColumn } from "../editorColumn";
import type { Connection } from "../server/connection";
import { applyRemedy } from "../server/remedies";
import { commandLine } from "./commandLine";
import { isWayOn } from "./messages";
import type { FromPage, PlanCommand, WayOn } from "./messages";
import type { Place, Preview, Range } from "./model";
import { waysOnFrom } from "./noticeView";
import { savedPlace } from "./saving";

type Action = Exclude<FromPage, { type: "ready" }>;

export async function actOn(
  action: Action,
  connection: Connection,
  document: vscode.Uri,
  preview: Preview | undefined,
): Promise<void> {
  if (action.type === "command") {
    if (isWayOn(action.command)) await goOn(action.command, connection);
    else await runCommand(action.command, connection, document, preview);
    return;
  }
  const place = placeOf(action, document, preview);
  if (place !== undefined) await reveal(place);
}

/** A button may be pressed a moment after the server came up: then there is nothing to help. */
async function goOn(way: WayOn, connection: Connection): Promise<void> {
  if (!waysOnFrom(connection.state).includes(way)) return;
  if (way === "doctor") await vscode.commands.executeCommand("cortex.ui.doctor");
  else await applyRemedy(connection, way);
}

async function runCommand(
  command: PlanCommand,
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
      await copyCommandLine(document);
      return;
    case "build-index":
      await buildIndexOf(connection, vscode.workspace.getWorkspaceFolder(document)?.uri ?? document);
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
  const viewColumn = editorColumn(vscode.Uri.parse(uri)) ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection, viewColumn });
}

/** The command line reads the file, so what is copied is of use only for what is saved. */
async function copyCommandLine(document: vscode.Uri): Promise<void> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === document.toString());
  const saved = await savedPlace(document, {
    isSaved: open?.isDirty !== true && document.scheme !== "untitled",
    ask: askToSave,
    save: () => save(document, open),
  });
  if (saved !== undefined) await copy(commandLine(saved.path, vscode.workspace.getWorkspaceFolder(saved)?.uri.path));
}

async function askToSave(): Promise<boolean> {
  const words = "The command line reads the file, which does not have your changes yet.";
  return (await vscode.window.showWarningMessage(words, "Save and Copy")) !== undefined;
}

/** A new document gets its file's address only now; a document's own `save` does not say which. */
async function save(document: vscode.Uri, open: vscode.TextDocument | undefined): Promise<vscode.Uri | undefined> {
  if (document.scheme === "untitled") return vscode.workspace.save(document);
  return (await open?.save()) === true ? document : undefined;
}

async function copy(text: string): Promise<void> {
  await vscode.commands.executeCommand("cortex.copyText", text);
}
