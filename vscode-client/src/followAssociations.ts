/** Keeps the language of open documents in step with the server's `cortex/documents`. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import type { Connection } from "./server/connection";
import { languageFor, parseAssociations } from "./documents/associations";
import type { Association } from "./documents/associations";
import { editorGlobs } from "./documents/globs";

export function followAssociations(connection: Connection): vscode.Disposable {
  let associations: readonly Association[] = [];
  const assign = (document: vscode.TextDocument): void => {
    const language = languageFor(document.languageId, associations, (glob) => matches(glob, document));
    if (language !== undefined) void vscode.languages.setTextDocumentLanguage(document, language);
  };
  const listen = (client: LanguageClient): void => {
    // The message is a list, which the JSON-RPC library hands over item by item.
    client.onNotification("cortex/documents", (...items: unknown[]) => {
      associations = parseAssociations(items.flat());
      vscode.workspace.textDocuments.forEach(assign);
    });
  };
  return vscode.Disposable.from(
    connection.onDidCreateClient(listen),
    vscode.workspace.onDidOpenTextDocument(assign),
  );
}

function matches(glob: string, document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== "file") return false;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return editorGlobs(glob, folders.map((folder) => folder.uri.path)).some(({ base, pattern }) => {
    const relative = base === undefined ? pattern : new vscode.RelativePattern(vscode.Uri.file(base), pattern);
    return vscode.languages.match({ scheme: "file", pattern: relative }, document) > 0;
  });
}
