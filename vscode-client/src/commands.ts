/**
 * The palette's commands. They have ids of their own (`cortex.ui.*`): the server's commands are registered by the
 * language client, and a second registration under one id would fail. Each fills in the active document.
 */

import * as vscode from "vscode";

import { isPlanLanguage, requestLanguage } from "./documents/kinds";
import { showDoctor } from "./doctor";
import { newPlanRequest } from "./newRequest";
import type { Connection } from "./server/connection";
import { offersCommand } from "./server/offers";
import { offerRemedies } from "./server/remedies";
import type { Trouble } from "./words/trouble";

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

/** Sends one of the server's commands, once a server that is starting has started; says so where none runs. The server itself shows what came of it. */
export async function runServerCommand(connection: Connection, command: string, uri: string): Promise<unknown> {
  const client = await connection.whenStarted();
  if (client === undefined) {
    await tellServerIsDown(connection);
    return undefined;
  }
  if (!offersCommand(client.initializeResult, command)) {
    await vscode.window.showInformationMessage(`This version of the Cortex server does not offer ${command}.`);
    return undefined;
  }
  try {
    return await connection.runCommand(client, command, [uri]);
  } catch (error) {
    await vscode.window.showErrorMessage(`Cortex: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function runOnActiveDocument(connection: Connection, command: string): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== requestLanguage) {
    await vscode.window.showInformationMessage("Open a plan request first (*.plan-request.json).");
    return;
  }
  await runServerCommand(connection, command, document.uri.toString());
}

/** The index belongs to a folder: any plan document in it, or the folder itself, names it. */
async function buildIndex(connection: Connection): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const named = document !== undefined && isPlanLanguage(document.languageId) ? document.uri : undefined;
  const uri = named ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (uri === undefined) {
    await vscode.window.showInformationMessage("Open a folder first: the index is made of its files.");
    return;
  }
  await runServerCommand(connection, "cortex.reindex", uri.toString());
}

async function tellServerIsDown(connection: Connection): Promise<void> {
  const { state } = connection;
  const trouble: Trouble =
    "trouble" in state ? state.trouble : { message: "The Cortex server is not running.", remedies: ["restart", "show-output"] };
  await offerRemedies(connection, trouble);
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
