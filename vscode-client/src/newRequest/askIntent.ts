/** Step 1 of "New plan request": an intent that the folder's `cortex.toml` offers, or any other words. */

import * as vscode from "vscode";

import { intentChoices, parseIntents, takenIntent } from "../documents/intents";
import type { Intent, IntentChoice } from "../documents/intents";
import { withinTime } from "../pacing";
import type { Connection } from "../server/connection";
import { offersCommand } from "../server/offers";
import { picked } from "./picked";

const title = "New plan request (1 of 2)";

export async function askIntent(connection: Connection, folder: vscode.Uri | undefined): Promise<string | undefined> {
  const offered = folder === undefined ? [] : await offeredIntents(connection, folder);
  return offered.length === 0 ? typeIntent() : chooseIntent(offered);
}

/** The question can be answered without the list: a server that is slow, old or down is not waited for. */
async function offeredIntents(connection: Connection, folder: vscode.Uri): Promise<readonly Intent[]> {
  try {
    return (await withinTime(patience, askServer(connection, folder))) ?? [];
  } catch (error) {
    connection.output.warn(`intents of ${folder.fsPath}: ${String(error)}`);
    return [];
  }
}

const patience = 3000;

async function askServer(connection: Connection, folder: vscode.Uri): Promise<readonly Intent[]> {
  const client = await connection.whenStarted();
  const command = "cortex.listIntents";
  if (client === undefined || !offersCommand(client.initializeResult, command)) return [];
  return parseIntents(await client.sendRequest("workspace/executeCommand", { command, arguments: [folder.toString()] }));
}

function typeIntent(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: "The intent: what should be done?",
    placeHolder: "summarise",
    validateInput: (value) => (value.trim() === "" ? "An intent is needed." : undefined),
  });
}

type IntentItem = vscode.QuickPickItem & { readonly choice: IntentChoice };

async function chooseIntent(offered: readonly Intent[]): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<IntentItem>();
  picker.title = title;
  picker.placeholder = "The intent: choose one of cortex.toml, or type what should be done";
  picker.matchOnDetail = true;
  const offer = (): void => {
    picker.items = intentChoices(offered, picker.value).map(itemOf);
  };
  picker.onDidChangeValue(offer);
  offer();
  return picked(picker, () => takenIntent(picker.activeItems[0]?.choice, picker.value));
}

/** What was typed stands in the description: a label that matches would come before the intents that begin like it. */
function itemOf(choice: IntentChoice): IntentItem {
  const { intent, description, isTyped } = choice;
  if (isTyped) return { choice, label: "$(edit) As typed:", description: intent, alwaysShow: true };
  return { choice, label: intent, ...(description === "" ? {} : { detail: description }) };
}
