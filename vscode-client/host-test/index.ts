/** Tests inside a real extension host, with the real `vscode` API: run by the editor, which calls `run`. */

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

import manifest from "../package.json";

const tests: Readonly<Record<string, () => Promise<void>>> = {
  async "every command of the manifest is registered"() {
    await openDocument("good.plan-request.json");
    const registered = await vscode.commands.getCommands(true);
    for (const { command } of manifest.contributes.commands) assert.ok(registered.includes(command), command);
  },

  async "a broken request has a finding with its code, and mending it takes it away"() {
    const document = await openDocument("broken.plan-request.json");
    const [missing] = await diagnostics(document, (found) => found.some(isMissing));
    assert.ok(missing);
    assert.equal(missing.source, "cortex");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(2, 0), '  "request_id": "request-1",\n');
    await vscode.workspace.applyEdit(edit);
    await diagnostics(document, (found) => !found.some(isMissing));
  },

  async "a restart leaves one server with the same findings"() {
    const document = await openDocument("also-broken.plan-request.json");
    const before = await diagnostics(document, (found) => found.some(isMissing));
    await vscode.commands.executeCommand("cortex.ui.restartServer");
    const after = await diagnostics(document, (found) => found.some(isMissing));
    assert.equal(after.length, before.length);
  },

  async "an untitled buffer in one of our languages is checked too"() {
    const document = await vscode.workspace.openTextDocument({ language: "cortex-plan-request", content: "{}" });
    await diagnostics(document, (found) => found.some(isMissing));
  },

  async "text is copied for the server"() {
    await vscode.commands.executeCommand("cortex.copyText", "plan 9f2c61d0");
    assert.equal(await vscode.env.clipboard.readText(), "plan 9f2c61d0");
  },

  async "plan documents open completion in strings and indent by two"() {
    const document = await openDocument("good.plan-request.json");
    const editor = vscode.workspace.getConfiguration("editor", document);
    assert.equal(editor.get<{ strings: string }>("quickSuggestions")?.strings, "on");
    assert.equal(editor.get("tabSize"), 2);
  },
};

export async function run(): Promise<void> {
  const failures: string[] = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      report(`passed: ${name}`);
    } catch (error) {
      failures.push(name);
      report(`FAILED: ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} failed`);
}

/** To a file that the starter reads: the host's own log reaches the page only in part. */
function report(line: string): void {
  appendFileSync(join(folder(), "host-test.log"), `${line}\n`);
}

function folder(): string {
  const first = vscode.workspace.workspaceFolders?.[0];
  assert.ok(first, "the tests need an opened folder");
  return first.uri.fsPath;
}

async function openDocument(name: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(join(folder(), name));
  await vscode.window.showTextDocument(document);
  return document;
}

function isMissing(found: vscode.Diagnostic): boolean {
  const code = typeof found.code === "object" ? found.code.value : found.code;
  return code === "field-missing";
}

/** Resolves with the findings as soon as they are as wanted; rejects after a while. */
function diagnostics(
  document: vscode.TextDocument,
  wanted: (found: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = vscode.languages.getDiagnostics(document.uri);
      if (!wanted(found)) return;
      clearTimeout(limit);
      listening.dispose();
      resolve(found);
    };
    const limit = setTimeout(() => {
      listening.dispose();
      const seen = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
      reject(new Error(`the findings did not become as wanted: ${JSON.stringify(seen)}`));
    }, 30_000);
    const listening = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}
