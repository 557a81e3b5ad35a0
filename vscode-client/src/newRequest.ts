/** "New plan request": asks for the intent and the symbols, and opens the request as a new file, not yet saved. */

import * as vscode from "vscode";

import { requestLanguage } from "./documents/kinds";
import { fileNameFor, requestText } from "./documents/requestText";
import type { Connection } from "./server/connection";

export async function newPlanRequest(connection: Connection): Promise<void> {
  const intent = await vscode.window.showInputBox({
    title: "New plan request (1 of 2)",
    prompt: "The intent: what should be done? Intents of cortex.toml bring their own steps.",
    placeHolder: "summarise",
    validateInput: (value) => (value.trim() === "" ? "An intent is needed." : undefined),
  });
  if (intent === undefined) return;
  const symbols = await pickSymbols(connection);
  if (symbols === undefined) return;
  await openRequest(intent, symbols);
}

async function pickSymbols(connection: Connection): Promise<readonly string[] | undefined> {
  if (connection.running === undefined) return [];
  const picker = vscode.window.createQuickPick();
  picker.title = "New plan request (2 of 2)";
  picker.placeholder = "Pick the symbols it reads (type to search, space to mark), Enter to finish";
  picker.canSelectMany = true;
  picker.onDidChangeValue((query) => void offerSymbols(picker, query));
  void offerSymbols(picker, "@");
  picker.show();
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() => {
        resolve(picker.selectedItems.map((item) => item.label));
      });
      picker.onDidHide(() => {
        resolve(undefined);
      });
    });
  } finally {
    picker.dispose();
  }
}

/** What is marked stays in the list, whatever is searched for next. */
async function offerSymbols(picker: vscode.QuickPick<vscode.QuickPickItem>, query: string): Promise<void> {
  picker.busy = true;
  const command = "vscode.executeWorkspaceSymbolProvider";
  const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(command, query);
  picker.busy = false;
  const marked = picker.selectedItems;
  const names = new Set(marked.map((item) => item.label));
  const found = symbols
    .filter(({ name }) => name.startsWith("@") && !names.has(name))
    .slice(0, 100)
    .map(({ name, containerName }) => ({ label: name, description: containerName }));
  picker.items = [...marked, ...found];
  picker.selectedItems = marked;
}

async function openRequest(intent: string, symbols: readonly string[]): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = fileNameFor(intent);
  const uri = folder === undefined ? undefined : vscode.Uri.joinPath(folder, name).with({ scheme: "untitled" });
  const document =
    uri === undefined
      ? await vscode.workspace.openTextDocument({ language: requestLanguage })
      : await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => {
    edit.insert(new vscode.Position(0, 0), requestText(intent, symbols));
  });
}
