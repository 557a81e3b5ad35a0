/** The settings that say which server is started, on the page on which they stand. */

import * as vscode from "vscode";

import { layerOf } from "./settingLayers";
import type { Layer } from "./settingLayers";

const keys = ["server.command", "server.args", "python"] as const;

/** The user's own page shows none of them where the folder lies on another machine: there they are that machine's. */
export async function openServerSettings(): Promise<void> {
  const machine = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  const page = areOfTheFolder() ? "openWorkspaceSettings" : machine;
  const query = keys.map((key) => `@id:cortex.${key}`).join(" ");
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query });
}

/** Names the Python where the value stands that counts now: one written below it would be overruled, and nothing said. */
export async function writePython(file: string): Promise<void> {
  const layer = layerNow("python");
  // A folder's own value can only be written with the folder named.
  const folder = layer === "folder" ? vscode.workspace.workspaceFolders?.[0]?.uri : undefined;
  await vscode.workspace.getConfiguration("cortex", folder).update("python", file, targets[layer]);
}

const targets: Readonly<Record<Layer, vscode.ConfigurationTarget>> = {
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
  workspace: vscode.ConfigurationTarget.Workspace,
  user: vscode.ConfigurationTarget.Global,
};

function areOfTheFolder(): boolean {
  return keys.some((key) => layerNow(key) !== "user");
}

function layerNow(key: (typeof keys)[number]): Layer {
  return layerOf(vscode.workspace.getConfiguration("cortex").inspect(key), vscode.workspace.isTrusted);
}
