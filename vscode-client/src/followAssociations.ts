/**
 * Keeps the language of open documents in step with the setting `cortex.documents` and the server's `cortex/documents`.
 * The setting holds before a server runs: it may be what makes a file a plan document, which starts the server.
 */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import type { Connection } from "./server/connection";
import { associationsOfSetting, languageFor, parseAssociations } from "./documents/associations";
import type { Association } from "./documents/associations";
import { editorGlobs } from "./documents/globs";
import { languageOfName } from "./documents/kinds";

export function followAssociations(connection: Connection): vscode.Disposable {
  let ofServer: readonly Association[] = [];
  // The documents whose language we changed: only those are changed back.
  const changed = new Set<string>();
  const assign = (document: vscode.TextDocument): void => {
    const uri = document.uri.toString();
    const table = [...associationsOfSetting(settingFor(document.uri)), ...ofServer];
    const nameSays = changed.has(uri) ? languageOfName(document.uri.path) : undefined;
    const language = languageFor(document.languageId, table, (glob) => matches(glob, document), nameSays);
    if (language === undefined) return;
    if (language === nameSays) changed.delete(uri);
    else changed.add(uri);
    void vscode.languages.setTextDocumentLanguage(document, language);
  };
  const assignAll = (): void => {
    vscode.workspace.textDocuments.forEach(assign);
  };
  const listen = (client: LanguageClient): void => {
    // The message is a list, which the JSON-RPC library hands over item by item.
    client.onNotification("cortex/documents", (...items: unknown[]) => {
      ofServer = parseAssociations(items.flat());
      assignAll();
    });
  };
  assignAll();
  return vscode.Disposable.from(
    connection.onDidCreateClient(listen),
    vscode.workspace.onDidOpenTextDocument(assign),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("cortex.documents")) assignAll();
    }),
  );
}

function settingFor(document: vscode.Uri): unknown {
  return vscode.workspace.getConfiguration("cortex", document).get("documents");
}

function matches(glob: string, document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== "file") return false;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return editorGlobs(glob, folders.map((folder) => folder.uri.path)).some(({ base, pattern }) => {
    const relative = base === undefined ? pattern : new vscode.RelativePattern(vscode.Uri.file(base), pattern);
    return vscode.languages.match({ scheme: "file", pattern: relative }, document) > 0;
  });
}
