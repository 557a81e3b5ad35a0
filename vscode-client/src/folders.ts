/** Which of the opened folders a command is about. */

import * as vscode from "vscode";

/** The folder of the active document, or the only one there is, or the one that the user picks. */
export async function folderInQuestion(placeHolder: string): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const active = folderOf(vscode.window.activeTextEditor?.document.uri);
  if (active !== undefined || folders.length < 2) return active ?? folders[0];
  return vscode.window.showWorkspaceFolderPick({ placeHolder });
}

/** A new file that is not saved yet has its place already. */
function folderOf(document: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  const place = document?.scheme === "untitled" ? document.with({ scheme: "file" }) : document;
  return place === undefined ? undefined : vscode.workspace.getWorkspaceFolder(place);
}
