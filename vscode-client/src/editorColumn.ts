/** Where a document is opened that the user asked for in the panel: among the editors, never over the panel. */

import * as vscode from "vscode";

/** The column in which `uri` is seen already, or else that of an editor; undefined: the editor decides. */
export function editorColumn(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const editors = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn !== undefined);
  const shown = editors.find(({ document }) => document.uri.toString() === uri.toString());
  return (shown ?? editors[0])?.viewColumn;
}
