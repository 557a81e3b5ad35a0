/** The settings that say which server is started, on the page on which they stand. */

import * as vscode from "vscode";

const keys = ["server.command", "server.args", "python"] as const;

/** The user's own page shows none of them where the folder lies on another machine: there they are that machine's. */
export async function openServerSettings(): Promise<void> {
  const machine = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  const page = areOfTheFolder() ? "openWorkspaceSettings" : machine;
  const query = keys.map((key) => `@id:cortex.${key}`).join(" ");
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query });
}

function areOfTheFolder(): boolean {
  const configuration = vscode.workspace.getConfiguration("cortex");
  return keys.some((key) => configuration.inspect(key)?.workspaceValue !== undefined);
}
