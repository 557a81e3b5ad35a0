/** The plan panel beside the editor: follows the active plan request and shows the server's preview of it, live. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

import { requestLanguage } from "../documents/kinds";
import type { IndexWatch } from "../indexWatch";
import { oneAtATime } from "../pacing";
import type { Connection } from "../server/connection";
import { isWithoutIndex } from "../server/indexState";
import { actOn } from "./actions";
import { parseFromPage, parsePanelState } from "./messages";
import type { Shown } from "./messages";
import { parsePreview, parseStored } from "./model";
import type { Preview, Stored } from "./model";
import { waysOnFrom } from "./noticeView";
import { pageHtml } from "./page";

export interface Panels extends vscode.Disposable {
  readonly show: () => void;
}

export function createPanels(connection: Connection, index: IndexWatch, extension: vscode.Uri): Panels {
  let panel: PlanPanel | undefined;
  const place = (own: vscode.WebviewPanel): PlanPanel => new PlanPanel(connection, index, extension, own, () => (panel = undefined));
  const show = (): void => {
    connection.want();
    panel ??= place(vscode.window.createWebviewPanel(panelType, "Plan", besideAndCalm));
    panel.reveal();
  };
  const follow = (editor: vscode.TextEditor | undefined): void => panel?.follow(editor?.document);
  const restored = (own: vscode.WebviewPanel, state: unknown): Promise<void> => {
    panel?.dispose();
    connection.want();
    panel = place(own);
    const uri = parsePanelState(state)?.uri;
    if (uri !== undefined) panel.showDocument(vscode.Uri.parse(uri));
    return Promise.resolve();
  };
  const listening = vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(panelType, { deserializeWebviewPanel: restored }),
    index.onDidChange(() => panel?.indexChanged()),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.workspace.onDidOpenTextDocument(() => {
      follow(vscode.window.activeTextEditor);
    }),
    connection.onDidChangeState(() => panel?.refresh()),
    connection.onDidChangePreview((uri) => panel?.changed(uri)),
    connection.onDidRunCommand(() => panel?.refresh()),
  );
  // The page itself is the editor's: closed here it would be gone after a reload of the window.
  const dispose = (): void => {
    listening.dispose();
  };
  return { show, dispose };
}

class PlanPanel implements vscode.Disposable {
  readonly refresh: () => void;
  #document: vscode.Uri | undefined;
  #preview: Preview | undefined;
  #stored: Stored | undefined;

  #isWithoutIndex = false;

  constructor(
    readonly connection: Connection,
    readonly index: IndexWatch,
    extension: vscode.Uri,
    readonly panel: vscode.WebviewPanel,
    onClosed: () => void,
  ) {
    const report = (error: unknown): void => {
      connection.output.warn(`plan panel: ${String(error)}`);
    };
    this.refresh = oneAtATime(() => this.#refresh(), report);
    this.panel.webview.options = options(extension);
    this.panel.iconPath = vscode.Uri.joinPath(extension, "icons", "plan-request.svg");
    this.panel.onDidDispose(onClosed);
    this.panel.onDidChangeViewState(this.refresh);
    this.panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    this.panel.webview.html = page(this.panel.webview, extension);
    this.follow(vscode.window.activeTextEditor?.document);
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** Other documents leave the panel as it is: looking at a section must not empty it. */
  follow(document: vscode.TextDocument | undefined): void {
    if (document?.languageId !== requestLanguage) return;
    this.showDocument(document.uri);
  }

  showDocument(document: vscode.Uri): void {
    if (this.#document?.toString() === document.toString()) return;
    this.#document = document;
    this.#preview = undefined;
    this.#stored = undefined;
    this.panel.title = `Plan: ${document.path.split("/").at(-1) ?? ""}`;
    this.refresh();
  }

  indexChanged(): void {
    if (this.#withoutIndex() !== this.#isWithoutIndex) this.refresh();
  }

  #withoutIndex(): boolean {
    return this.#document !== undefined && isWithoutIndex(this.index.state.roots, this.#document.fsPath);
  }

  changed(uri: string): void {
    if (this.#document !== undefined && vscode.Uri.parse(uri).toString() === this.#document.toString()) this.refresh();
  }

  async #receive(message: unknown): Promise<void> {
    const said = parseFromPage(message);
    if (said === undefined) return;
    if (said.type === "ready") this.refresh();
    else if (this.#document !== undefined) await actOn(said, this.connection, this.#document, this.#preview);
  }

  async #refresh(): Promise<void> {
    const document = this.#document;
    // Nobody looks: a hidden page is asked for anew when it is shown.
    if (!this.panel.visible) return;
    if (document === undefined) {
      await this.#show("Open a plan request (*.plan-request.json) to see its plan here.");
      return;
    }
    await this.#ask(document);
  }

  async #ask(document: vscode.Uri): Promise<void> {
    const client = this.connection.running;
    if (client === undefined) {
      const starts = this.connection.state.name === "starting";
      await this.#show(starts ? "The Cortex server is starting." : "The Cortex server is not running.");
      return;
    }
    const uri = document.toString();
    try {
      const preview = parsePreview(await client.sendRequest("cortex/preview", { uri }));
      if (document !== this.#document) return;
      this.#preview = preview;
      await this.#show("");
      const stored = parseStored(await client.sendRequest("cortex/stored", { uri }));
      if (document !== this.#document || JSON.stringify(stored) === JSON.stringify(this.#stored)) return;
      this.#stored = stored;
      await this.#show("");
    } catch (error) {
      this.connection.output.warn(`preview of ${uri}: ${String(error)}`);
      if (this.#preview === undefined) await this.#show("The server has no preview of this document.");
    }
  }

  async #show(notice: string): Promise<void> {
    this.#isWithoutIndex = this.#withoutIndex();
    const shown: Shown = {
      type: "show",
      preview: this.#preview,
      stored: this.#stored,
      withoutIndex: this.#isWithoutIndex,
      notice,
      waysOn: this.connection.running === undefined && this.#document !== undefined ? waysOnFrom(this.connection.state) : [],
    };
    await this.panel.webview.postMessage(shown);
  }
}

const panelType = "cortex.plan";
const besideAndCalm = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

function options(extension: vscode.Uri): vscode.WebviewOptions {
  const roots = ["out", "media"].map((folder) => vscode.Uri.joinPath(extension, folder));
  return { enableScripts: true, enableCommandUris: false, localResourceRoots: roots };
}

function page(webview: vscode.Webview, extension: vscode.Uri): string {
  const address = (...parts: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...parts)).toString();
  return pageHtml({
    script: address("out", "panel.js"),
    style: address("media", "panel.css"),
    source: webview.cspSource,
    nonce: randomBytes(16).toString("hex"),
  });
}
