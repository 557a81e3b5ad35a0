/** The server's commands, sent on behalf of our own; where no server runs that is said, with what helps. */

import * as vscode from "vscode";

import type { Connection } from "./server/connection";
import { offersCommand } from "./server/offers";
import { offerRemedies } from "./server/remedies";
import { notRunning } from "./words/trouble";

/** Waits for a server that is starting. The server itself shows what came of the command. */
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

export async function tellServerIsDown(connection: Connection): Promise<void> {
  const { state } = connection;
  await offerRemedies(connection, "trouble" in state ? state.trouble : notRunning);
}

/** The index of exactly this folder. */
export async function buildIndexOf(connection: Connection, folder: vscode.Uri): Promise<void> {
  const built = await runServerCommand(connection, "cortex.reindex", folder.toString());
  if (built !== false) return;
  const picked = await vscode.window.showWarningMessage(`No index was built of ${folder.fsPath}.`, "Show Output");
  if (picked !== undefined) connection.output.show();
}
