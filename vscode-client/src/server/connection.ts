/** The life of the server: found, started, watched, restarted. There is one at a time, whatever the folders. */

import { mkdir, realpath } from "node:fs/promises";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { State } from "vscode-languageclient/node";

import { Queue, withinTime } from "../pacing";
import type { ServerState } from "../words/status";
import { describeTried, keepsEnding, noServer, serverFails, startBroke, untrustedSentence } from "../words/trouble";
import type { Trouble } from "../words/trouble";
import { createClient } from "./client";
import type { Progress } from "./indexState";
import { candidates, launchOf } from "./locate";
import type { Candidate } from "./locate";
import { managedInterpreter } from "./managed";
import type { ManagedEnvironment } from "./managed";
import { firstUsable } from "./probe";
import type { Search, Tried } from "./probe";
import { RenewalAllowance, restartAllowance } from "./restarts";
import { ServerWords } from "./serverWords";
import { mayStart, onDidChangeInterpreter, readSurroundings, runWithTrust } from "./surroundings";
import { createTraceChannel } from "./trace";

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
  #isWanted = false;
  #turn = 0;
  #allowRestart = restartAllowance();
  readonly #queue = new Queue();
  readonly #words: ServerWords;
  readonly #trace: vscode.LogOutputChannel;
  #interpreterWatch: vscode.Disposable | undefined;
  /** Whether a broken installation may be renewed without asking. */
  readonly renewals = new RenewalAllowance();

  constructor(
    readonly output: vscode.LogOutputChannel,
    readonly environment: ManagedEnvironment,
  ) {
    this.#words = new ServerWords(({ level, text }) => {
      output[level](text);
    });
    this.#trace = createTraceChannel(output);
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Whether a server was ever asked for: in a folder without plans none is. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** What was looked at when the server was last searched for. */
  get tried(): readonly Tried[] {
    return this.#tried;
  }

  /** The client, where the server runs. */
  get running(): LanguageClient | undefined {
    return this.#state.name === "running" ? this.#client : undefined;
  }

  /** Stops the server if there is one, and looks for one anew. Of calls that overlap the last one counts. */
  restart(): Promise<void> {
    this.#isWanted = true;
    const turn = (this.#turn += 1);
    const startAnew = async (): Promise<void> => {
      await this.stop();
      this.#allowRestart = restartAllowance();
      if (turn === this.#turn) await this.#start(turn);
    };
    return this.#queue.add(startAnew, (error) => {
      this.output.error(error instanceof Error ? error : String(error));
      this.#fail(startBroke(error instanceof Error ? error.message : String(error)));
    });
  }

  /** Starts the server where nobody has asked for one yet. */
  want(): void {
    if (!this.#isWanted) void this.restart();
  }

  /** The client, once the start that may be under way has come to its end. */
  async whenStarted(): Promise<LanguageClient | undefined> {
    this.want();
    await this.#queue.done();
    if (this.#state.name === "starting") {
      await new Promise<void>((resolve) => {
        const listening = this.onDidChangeState(({ name }) => {
          if (name === "starting") return;
          listening.dispose();
          resolve();
        });
      });
    }
    return this.running;
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
    this.#interpreterWatch?.dispose();
    this.#trace.dispose();
    void this.stop();
  }

  async #start(turn: number): Promise<void> {
    this.#enter({ name: "starting" });
    const cwd = await this.workingDirectory();
    const search = await this.#search(cwd);
    // Asked for again meanwhile, as when trust and settings change at once: that search will tell what it finds.
    if (turn !== this.#turn) return;
    if (search.chosen === undefined) {
      const canInstall = this.environment.wheel !== undefined && mayStart(this.environment.storage);
      this.#enter({ name: "absent", trouble: noServer(search.tried, vscode.workspace.isTrusted, canInstall) });
      return;
    }
    const launch = launchOf(search.chosen);
    this.output.info(`starting ${[launch.command, ...launch.args].join(" ")}`);
    const { chosen } = search;
    const client = createClient(launch, {
      output: this.output,
      trace: this.#trace,
      words: this.#words,
      workingDirectory: cwd,
      // One that was replaced already has no say.
      onClosed: () => (client === this.#client ? this.#closed(chosen) : Promise.resolve(false)),
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
    await this.#startClient(client, chosen, search);
  }

  async #search(cwd: string): Promise<Search> {
    if (!vscode.workspace.isTrusted) this.output.warn(untrustedSentence);
    const surroundings = await readSurroundings(await managedInterpreter(this.environment), (words) => {
      this.output.warn(words);
    });
    this.#interpreterWatch?.dispose();
    this.#interpreterWatch = onDidChangeInterpreter(() => void this.restart());
    const search = await firstUsable(candidates(surroundings), runWithTrust, cwd);
    this.#tried = search.tried;
    for (const tried of search.tried) this.output.info(describeTried(tried));
    return search;
  }

  async #startClient(client: LanguageClient, chosen: Candidate, search: Search): Promise<void> {
    const last = search.tried.at(-1);
    const version = last?.verdict.state === "usable" ? last.verdict.version : "unknown";
    const origin = chosen.origin;
    client.onDidChangeState(({ newState }) => {
      if (client !== this.#client) return;
      if (newState === State.Running) this.#enter({ name: "running", version, origin });
    });
    let failure = `it did not answer within ${startLimit / 1000} seconds`;
    try {
      const started = client.start().then(() => true);
      if (await withinTime(startLimit, started)) return;
      // Told below; what comes of it later is of no interest.
      started.catch(() => undefined);
    } catch (error) {
      this.output.error(`start: ${String(error)}`);
      failure = await this.#whyItDidNotStart();
    }
    this.#fail(serverFails(chosen, failure));
  }

  /** A server that ran is started again, a few times; one that never answered would only fail again. */
  async #closed(chosen: Candidate): Promise<boolean> {
    if (this.#state.name === "running") {
      const again = this.#allowRestart(Date.now());
      if (again) this.#enter({ name: "starting" });
      else this.#fail(keepsEnding);
      return again;
    }
    if (this.#state.name === "starting") this.#fail(serverFails(chosen, await this.#whyItDidNotStart()));
    return false;
  }

  async #whyItDidNotStart(): Promise<string> {
    const words = await this.#words.last();
    return words === "" ? "it does not answer as a language server" : words;
  }

  /** One cause is told once, though the library may report it by several ways. */
  #fail(trouble: Trouble): void {
    if (this.#state.name !== "failed") this.#enter({ name: "failed", trouble });
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
    if (state.name === "running") this.renewals.serverHasRun();
    this.#state = state;
    this.#stateEmitter.fire(state);
  }
}

/** A server on a busy machine may be slow; one that says nothing for so long is none. */
const startLimit = 60_000;
