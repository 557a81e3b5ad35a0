/** "New plan request": asks for the intent and the symbols, and opens the request as a new file, not yet saved. */

import * as vscode from "vscode";

import { requestLanguage } from "../documents/kinds";
import { fileNameFor, pickedSymbols, requestText, symbolsToOffer } from "../documents/requestText";
import { folderInQuestion } from "../folders";
import { debugInformation } from "../indexWatch";
import { oneAtATime } from "../pacing";
import type { Connection } from "../server/connection";
import { isWithoutIndex, parseRoots } from "../server/indexState";
import { tellServerIsDown } from "../serverCommands";
import { askIntent } from "./askIntent";
import { picked } from "./picked";

export async function newPlanRequest(connection: Connection): Promise<void> {
  const folder = (await folderInQuestion("The folder that the request is for"))?.uri;
  const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
  // No folder though there are several: the question which one was called off.
  if (folder === undefined && several) return;
  const intent = await askIntent(connection, folder);
  if (intent === undefined) return;
  const symbols = await pickSymbols(connection, folder);
  if (symbols === undefined) return;
  await openRequest(folder, intent, symbols);
}

const title = "New plan request (2 of 2)";

async function pickSymbols(connection: Connection, folder: vscode.Uri | undefined): Promise<readonly string[] | undefined> {
  if ((await connection.whenStarted()) === undefined) {
    void tellServerIsDown(connection);
    return [];
  }
  const hasNoIndex = isWithoutIndex(parseRoots(await debugInformation(connection)), folder?.fsPath);
  const picker = vscode.window.createQuickPick();
  picker.title = hasNoIndex ? `${title}: there is no index yet, so no symbols; Enter goes on` : title;
  picker.placeholder = "Type to search, click to mark several";
  picker.canSelectMany = true;
  // Asked one after the other, so that a slow answer never replaces that of a later key.
  const offer = oneAtATime(
    () => offerSymbols(picker, folder),
    (error) => {
      picker.busy = false;
      connection.output.warn(`symbols: ${String(error)}`);
    },
  );
  picker.onDidChangeValue(offer);
  offer();
  return picked(picker, () => {
    const labels = (items: readonly vscode.QuickPickItem[]): string[] => items.map(({ label }) => label);
    return pickedSymbols(labels(picker.selectedItems), labels(picker.activeItems), labels(picker.items), picker.value);
  });
}

/** What is marked stays in the list, whatever is searched for next. */
async function offerSymbols(picker: vscode.QuickPick<vscode.QuickPickItem>, folder: vscode.Uri | undefined): Promise<void> {
  picker.busy = true;
  const command = "vscode.executeWorkspaceSymbolProvider";
  const query = picker.value === "" ? "@" : picker.value;
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(command, query);
  picker.busy = false;
  const marked = picker.selectedItems;
  const names = found.filter(({ location }) => isIn(folder, location.uri)).map(({ name }) => name);
  const labels = symbolsToOffer(marked.map(({ label }) => label), names);
  picker.items = [...marked, ...labels.map((label) => ({ label, alwaysShow: true }))];
  picker.selectedItems = marked;
}

function isIn(folder: vscode.Uri | undefined, place: vscode.Uri): boolean {
  const home = vscode.workspace.getWorkspaceFolder(place)?.uri.toString();
  return folder === undefined || home === undefined || home === folder.toString();
}

async function openRequest(folder: vscode.Uri | undefined, intent: string, symbols: readonly string[]): Promise<void> {
  const number = folder === undefined ? 1 : await freeNumber(folder, intent);
  const document =
    folder === undefined
      ? await vscode.workspace.openTextDocument({ language: requestLanguage })
      : await vscode.workspace.openTextDocument(placeOf(folder, intent, number).with({ scheme: "untitled" }));
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => {
    edit.insert(new vscode.Position(0, 0), requestText(intent, symbols, number));
  });
}

/** The first number under which the folder has no such file yet, neither on disk nor in an editor. */
async function freeNumber(folder: vscode.Uri, intent: string): Promise<number> {
  const opened = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.path));
  for (let number = 1; ; number += 1) {
    const place = placeOf(folder, intent, number);
    if (!opened.has(place.path) && !(await exists(place))) return number;
  }
}

function placeOf(folder: vscode.Uri, intent: string, number: number): vscode.Uri {
  return vscode.Uri.joinPath(folder, fileNameFor(intent, number));
}

async function exists(place: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(place);
    return true;
  } catch {
    return false;
  }
}
