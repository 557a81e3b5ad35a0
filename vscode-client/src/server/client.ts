/** The one language client, for all folders: which documents it serves and what it says it can do. */

import * as vscode from "vscode";
import type { ClientCapabilities, FeatureState, StaticFeature, WindowMiddleware } from "vscode-languageclient/node";
import { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn } from "vscode-languageclient/node";

import { documentSelector } from "../documents/kinds";
import { editorColumn } from "../editorColumn";
import type { Progress } from "./indexState";
import type { Launch } from "./locate";
import { safeEnvironment } from "./processes";
import type { ServerWords } from "./serverWords";
import { ownEnvironment } from "./surroundings";

export interface ClientSurroundings {
  readonly output: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
  readonly words: ServerWords;
  /** A folder outside every workspace. */
  readonly workingDirectory: string;
  /** Called when the connection ends unasked; says whether the server is started again. */
  readonly onClosed: () => Promise<boolean>;
  /** Called with each message of a work-done progress. */
  readonly onProgress: (progress: Progress) => void;
  /** Called when one of the server's commands has come to its end, whoever asked for it. */
  readonly onCommandRun: () => void;
}

export function createClient(launch: Launch, surroundings: ClientSurroundings): LanguageClient {
  const executable = {
    command: launch.command,
    args: [...launch.args],
    options: { cwd: surroundings.workingDirectory, env: environmentChanges() },
  };
  const client = new QuietClient("cortex", "Cortex", executable, {
    documentSelector,
    outputChannel: surroundings.output,
    traceOutputChannel: surroundings.trace,
    stdioOptions: {
      stdout: () => undefined,
      stderr: (stream) => {
        surroundings.words.listen(stream);
      },
    },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    diagnosticCollectionName: "cortex",
    markdown: { isTrusted: false, supportHtml: false },
    initializationFailedHandler: () => false,
    middleware: {
      handleWorkDoneProgress: (token, progress, next) => {
        surroundings.onProgress(progress);
        next(token, progress);
      },
      window: { showDocument: showBesideThePanel },
      executeCommand: async (command, args, next) => {
        const answer: unknown = await next(command, args);
        surroundings.onCommandRun();
        return answer;
      },
    },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: async () => ({
        action: (await surroundings.onClosed()) ? CloseAction.Restart : CloseAction.DoNotRestart,
        handled: true,
      }),
    },
  });
  client.registerFeature(ownCapabilities);
  return client;
}

/**
 * A compiled plan asked for in the panel is opened among the editors: where the focus is, it would hide the panel. The
 * column is always named: whether the panel has the focus by now is known here only a moment later.
 */
const showBesideThePanel: NonNullable<WindowMiddleware["showDocument"]> = async (params, token, next) => {
  const uri = vscode.Uri.parse(params.uri);
  const viewColumn = vscode.window.activeTextEditor?.viewColumn ?? editorColumn(uri);
  if (params.external === true || params.selection !== undefined || viewColumn === undefined) return next(params, token);
  await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: params.takeFocus !== true });
  return { success: true };
};

/** The library tells each failure in words of its own, several for one cause; we tell one, and it is logged here. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The client starts from our environment and lays this over it; undefined takes a variable away. */
function environmentChanges(): NodeJS.ProcessEnv {
  const removed = { PYTHONHOME: undefined, PYTHONSTARTUP: undefined };
  return { ...removed, ...safeEnvironment(ownEnvironment()) };
}

/** What no LSP capability says: we copy text for the server, and our panel listens to its previews. */
const ownCapabilities: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const others = capabilities.experimental as Record<string, unknown> | undefined;
    capabilities.experimental = { ...others, cortexCopyText: true, cortexPreview: true };
  },
  initialize(): void {
    // Nothing to set up: the server reads the capability.
  },
  getState(): FeatureState {
    return { kind: "static" };
  },
  clear(): void {
    // Nothing was set up.
  },
};
