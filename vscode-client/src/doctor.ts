/** "Cortex: Doctor": everything one needs to see why the server does or does not run, as a document to copy from. */

import * as vscode from "vscode";

import { languageIds } from "./documents/kinds";
import { debugInformation } from "./indexWatch";
import type { Connection } from "./server/connection";
import { doctorReport } from "./words/doctor";

export async function showDoctor(connection: Connection): Promise<void> {
  const content = doctorReport({
    extension: extensionVersion(),
    editor: `${vscode.env.appName} ${vscode.version}`,
    platform: `${process.platform} ${process.arch}`,
    trusted: vscode.workspace.isTrusted,
    folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    state: connection.state,
    tried: connection.tried,
    wheel: connection.environment.wheel,
    documents: vscode.workspace.textDocuments
      .filter((document) => (languageIds as readonly string[]).includes(document.languageId))
      .map((document) => `${document.uri.toString()} (${document.languageId})`),
    server: await whatItSays(connection),
  });
  const document = await vscode.workspace.openTextDocument({ content, language: "markdown" });
  await vscode.window.showTextDocument(document, { preview: true });
}

async function whatItSays(connection: Connection): Promise<string> {
  if (connection.running === undefined) return "not running";
  try {
    const answer = await debugInformation(connection);
    return answer === undefined ? "nothing: an older version" : JSON.stringify(answer, null, 2);
  } catch (error) {
    return `does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function extensionVersion(): string {
  const manifest = vscode.extensions.getExtension("cortex.cortex-plan")?.packageJSON as { version?: string } | undefined;
  return manifest?.version ?? "unknown";
}
