/** Which of the opened folders a command is about. */

import * as vscode from "vscode";

/** The folder of the active document, or the only one there is, or the one that the user picks. */
export async function folderInQuestion(placeHolder: string): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const document = vscode.window.activeTextEditor?.document.uri;
  const active = document === undefined ? undefined : vscode.workspace.getWorkspaceFolder(document);
  if (active !== undefined || folders.length < 2) return active ?? folders[0];
  return vscode.window.showWorkspaceFolderPick({ placeHolder });
}
