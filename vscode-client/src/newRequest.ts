/** "New plan request": asks for the intent and the symbols, and opens the request as a new file, not yet saved. */

import * as vscode from "vscode";

import { requestLanguage } from "./documents/kinds";
import { fileNameFor, requestText, symbolsToOffer } from "./documents/requestText";
import { oneAtATime } from "./pacing";
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
  picker.placeholder = "Pick the symbols it reads (type to search), Enter to finish";
  picker.canSelectMany = true;
  // Asked one after the other, so that a slow answer never replaces that of a later key.
  const offer = oneAtATime(
    () => offerSymbols(picker),
    (error) => {
      connection.output.warn(`symbols: ${String(error)}`);
    },
  );
  picker.onDidChangeValue(offer);
  offer();
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
async function offerSymbols(picker: vscode.QuickPick<vscode.QuickPickItem>): Promise<void> {
  picker.busy = true;
  const command = "vscode.executeWorkspaceSymbolProvider";
  const query = picker.value === "" ? "@" : picker.value;
  const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(command, query);
  picker.busy = false;
  const marked = picker.selectedItems;
  const labels = symbolsToOffer(marked.map(({ label }) => label), symbols.map(({ name }) => name));
  picker.items = [...marked, ...labels.map((label) => ({ label, alwaysShow: true }))];
  picker.selectedItems = marked;
  if (picker.items.length === 0) picker.title = "New plan request (2 of 2): no symbols, is there an index?";
}

async function openRequest(intent: string, symbols: readonly string[]): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const document =
    folder === undefined
      ? await vscode.workspace.openTextDocument({ language: requestLanguage })
      : await vscode.workspace.openTextDocument((await freePlace(folder, intent)).with({ scheme: "untitled" }));
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => {
    edit.insert(new vscode.Position(0, 0), requestText(intent, symbols));
  });
}

/** A file of the folder that is not there yet, neither on disk nor in an editor. */
async function freePlace(folder: vscode.Uri, intent: string): Promise<vscode.Uri> {
  const opened = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.path));
  for (let number = 1; ; number += 1) {
    const place = vscode.Uri.joinPath(folder, fileNameFor(intent, number));
    if (!opened.has(place.path) && !(await exists(place))) return place;
  }
}

async function exists(place: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(place);
    return true;
  } catch {
    return false;
  }
}
