/**
 * `cortex.trace.server`: the messages between editor and server, in an output channel of their own.
 *
 * The language client writes them only where the log level of its channel is `Trace`, which a user would have to set
 * besides our setting and no extension can. So it is handed a channel whose level follows the setting.
 */

import * as vscode from "vscode";

import { maskPasswords } from "./masking";

export type TraceChannel = vscode.LogOutputChannel;

/** The channel is made when the first message is written: most users never trace. */
export function createTraceChannel(output: vscode.LogOutputChannel): TraceChannel {
  let channel: vscode.OutputChannel | undefined;
  const changed = new vscode.EventEmitter<vscode.LogLevel>();
  const listening = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("cortex.trace")) changed.fire(traceLevel());
  });
  return new Proxy(output, {
    get(target, name): unknown {
      if (name === "logLevel") return traceLevel();
      if (name === "onDidChangeLogLevel") return changed.event;
      if (name === "trace") {
        return (words: string) => {
          channel ??= vscode.window.createOutputChannel("Cortex Trace");
          channel.appendLine(`${new Date().toISOString()} ${maskPasswords(words)}`);
        };
      }
      if (name === "dispose") {
        return () => {
          listening.dispose();
          changed.dispose();
          channel?.dispose();
        };
      }
      return Reflect.get(target, name) as unknown;
    },
  });
}

function traceLevel(): vscode.LogLevel {
  const traced = vscode.workspace.getConfiguration("cortex").get<string>("trace.server", "off");
  return traced === "off" ? vscode.LogLevel.Info : vscode.LogLevel.Trace;
}
