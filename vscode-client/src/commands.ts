/**
 * The palette's commands. They have ids of their own (`cortex.ui.*`): the server's commands are registered by the
 * language client, and a second registration under one id would fail. Each fills in the active document.
 */

import * as vscode from "vscode";

import { requestLanguage } from "./documents/kinds";
import { showDoctor } from "./doctor";
import { folderInQuestion } from "./folders";
import { newPlanRequest } from "./newRequest/newRequest";
import type { Connection } from "./server/connection";
import { buildIndexOf, runServerCommand } from "./serverCommands";

export function registerCommands(connection: Connection, showPanel: () => void): vscode.Disposable {
  const register = (id: string, action: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, action);
  const onDocument = (command: string) => () => runOnActiveDocument(connection, command);
  return vscode.Disposable.from(
    register("cortex.ui.showPlanPanel", showPanel),
    register("cortex.ui.compilePlan", onDocument("cortex.compilePlan")),
    register("cortex.ui.showCompiledPlan", onDocument("cortex.showPlan")),
    register("cortex.ui.storePlan", onDocument("cortex.storePlan")),
    register("cortex.ui.verifyPlan", onDocument("cortex.verifyPlan")),
    register("cortex.ui.togglePreview", onDocument("cortex.togglePreview")),
    register("cortex.ui.buildIndex", () => buildIndex(connection)),
    register("cortex.ui.newPlanRequest", () => newPlanRequest(connection)),
    register("cortex.ui.showOutput", () => {
      connection.output.show();
    }),
    register("cortex.ui.restartServer", () => connection.restart()),
    register("cortex.ui.doctor", () => showDoctor(connection)),
    register("cortex.ui.menu", showMenu),
    register("cortex.copyText", copyText),
  );
}

async function runOnActiveDocument(connection: Connection, command: string): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== requestLanguage) {
    await vscode.window.showInformationMessage("Open a plan request first (*.plan-request.json).");
    return;
  }
  await runServerCommand(connection, command, document.uri.toString());
}

async function buildIndex(connection: Connection): Promise<void> {
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const folder = await folderInQuestion("The folder to index");
  if (folder !== undefined) await buildIndexOf(connection, folder.uri);
  else if (!hasFolder) await vscode.window.showInformationMessage("Open a folder first: the index is made of its files.");
}

const menuEntries = [
  ["$(open-preview) Show plan panel", "cortex.ui.showPlanPanel"],
  ["$(database) Build index", "cortex.ui.buildIndex"],
  ["$(new-file) New plan request", "cortex.ui.newPlanRequest"],
  ["$(debug-restart) Restart server", "cortex.ui.restartServer"],
  ["$(output) Show output", "cortex.ui.showOutput"],
  ["$(pulse) Doctor", "cortex.ui.doctor"],
] as const;

async function showMenu(): Promise<void> {
  const items = menuEntries.map(([label, command]) => ({ label, command }));
  const picked = await vscode.window.showQuickPick(items, { title: "Cortex" });
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command);
}

/** The server has no clipboard: its copy actions name this command and hand over the text. */
async function copyText(text: unknown): Promise<void> {
  if (typeof text !== "string") return;
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage("$(check) Copied", 2000);
}
