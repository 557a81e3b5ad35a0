/** The life of the server: found, started, watched, restarted. There is one at a time, whatever the folders. */

import { mkdir, realpath } from "node:fs/promises";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { State } from "vscode-languageclient/node";

import type { ServerState } from "../words/status";
import { describeTried, noServer, untrustedSentence } from "../words/trouble";
import { createClient } from "./client";
import type { Progress } from "./indexState";
import { candidates, launchOf } from "./locate";
import { managedInterpreter } from "./managed";
import type { ManagedEnvironment } from "./managed";
import { firstUsable } from "./probe";
import type { Search, Tried } from "./probe";
import { run } from "./processes";
import { restartAllowance } from "./restarts";
import { readSurroundings } from "./surroundings";

export class Connection implements vscode.Disposable {
  readonly #stateEmitter = new vscode.EventEmitter<ServerState>();
  readonly #clientEmitter = new vscode.EventEmitter<LanguageClient>();
  readonly #previewEmitter = new vscode.EventEmitter<string>();
  readonly #progressEmitter = new vscode.EventEmitter<Progress>();
  readonly #commandEmitter = new vscode.EventEmitter<void>();
  readonly onDidChangeState = this.#stateEmitter.event;
  /** The preview of this address may be another one now (`cortex/previewChanged`). */
  readonly onDidChangePreview = this.#previewEmitter.event;
  /** The server's long work goes on. */
  readonly onDidProgress = this.#progressEmitter.event;
  /** A command of the server's has ended: what is stored may be another thing now. */
  readonly onDidRunCommand = this.#commandEmitter.event;
  /** A fresh client, before it is started: the place to add handlers. */
  readonly onDidCreateClient = this.#clientEmitter.event;
  #client: LanguageClient | undefined;
  #state: ServerState = { name: "stopped" };
  #tried: readonly Tried[] = [];
  #allowRestart = restartAllowance();
  #queue: Promise<void> = Promise.resolve();

  constructor(
    readonly output: vscode.LogOutputChannel,
    readonly environment: ManagedEnvironment,
  ) {}

  get state(): ServerState {
    return this.#state;
  }

  /** What was looked at when the server was last searched for. */
  get tried(): readonly Tried[] {
    return this.#tried;
  }

  /** The client, where the server runs. */
  get running(): LanguageClient | undefined {
    return this.#state.name === "running" ? this.#client : undefined;
  }

  /** Stops the server if there is one, and looks for one anew. Calls that overlap run one after the other. */
  restart(): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await this.stop();
      this.#allowRestart = restartAllowance();
      await this.#start();
    });
    return this.#queue;
  }

  /** The folder from which every program of ours is started: outside all workspaces, and not a link. */
  async workingDirectory(): Promise<string> {
    await mkdir(this.environment.storage, { recursive: true });
    return realpath(this.environment.storage);
  }

  /** Runs a command of the server's, which must be running. */
  async runCommand(client: LanguageClient, command: string, args: readonly unknown[]): Promise<unknown> {
    const answer: unknown = await client.sendRequest("workspace/executeCommand", { command, arguments: args });
    this.#commandEmitter.fire();
    return answer;
  }

  dispose(): void {
    for (const emitter of [this.#stateEmitter, this.#clientEmitter, this.#previewEmitter, this.#progressEmitter, this.#commandEmitter]) {
      emitter.dispose();
    }
    void this.stop();
  }

  async #start(): Promise<void> {
    this.#enter({ name: "starting" });
    const cwd = await this.workingDirectory();
    const search = await this.#search(cwd);
    if (search.chosen === undefined) {
      const canInstall = this.environment.wheel !== undefined;
      this.#enter({ name: "absent", trouble: noServer(search.tried, vscode.workspace.isTrusted, canInstall) });
      return;
    }
    const launch = launchOf(search.chosen);
    this.output.info(`starting ${[launch.command, ...launch.args].join(" ")}`);
    const onClosed = (): boolean => {
      const again = this.#allowRestart(Date.now());
      this.#enter(again ? { name: "starting" } : died);
      return again;
    };
    const client = createClient(launch, {
      output: this.output,
      workingDirectory: cwd,
      onClosed,
      onProgress: (progress) => {
        this.#progressEmitter.fire(progress);
      },
      onCommandRun: () => {
        this.#commandEmitter.fire();
      },
    });
    client.onNotification("cortex/previewChanged", ({ uri }: { uri: string }) => {
      this.#previewEmitter.fire(uri);
    });
    this.#client = client;
    this.#clientEmitter.fire(client);
    await this.#startClient(client, search);
  }

  async #search(cwd: string): Promise<Search> {
    if (!vscode.workspace.isTrusted) this.output.warn(untrustedSentence);
    const surroundings = await readSurroundings(await managedInterpreter(this.environment));
    const search = await firstUsable(candidates(surroundings), run, cwd);
    this.#tried = search.tried;
    for (const tried of search.tried) this.output.info(describeTried(tried));
    return search;
  }

  async #startClient(client: LanguageClient, search: Search): Promise<void> {
    const last = search.tried.at(-1);
    const version = last?.verdict.state === "usable" ? last.verdict.version : "unknown";
    const origin = search.chosen?.origin ?? "unknown";
    client.onDidChangeState(({ newState }) => {
      if (client !== this.#client) return;
      if (newState === State.Running) this.#enter({ name: "running", version, origin });
    });
    try {
      await client.start();
    } catch (error) {
      this.#enter({ name: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#enter({ name: "stopped" });
    if (client === undefined) return;
    try {
      await client.dispose();
    } catch (error) {
      // A server that is already dead cannot be asked to stop; the process is ended either way.
      this.output.info(`while stopping: ${String(error)}`);
    }
  }

  #enter(state: ServerState): void {
    this.#state = state;
    this.#stateEmitter.fire(state);
  }
}

const died: ServerState = { name: "failed", reason: "it ended again and again" };
