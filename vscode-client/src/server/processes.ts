/** Short-lived programs: run one to its end, without a shell, outside the workspace, and keep what it said. */

import { spawn } from "node:child_process";

export interface Outcome {
  /** null: it did not start, or was ended by the time limit. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly timeoutMilliseconds: number;
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal;
  /** The editor's own where none is given. */
  readonly environment?: NodeJS.ProcessEnv;
}

export type Run = (command: string, args: readonly string[], options: RunOptions) => Promise<Outcome>;

const mostOutput = 1_000_000;

export const run: Run = (command, args, options) =>
  new Promise((resolve) => {
    const { cwd, signal } = options;
    const child = spawn(command, args, {
      cwd,
      ...(signal === undefined ? {} : { signal }),
      env: safeEnvironment(options.environment ?? process.env),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    // Not spawn's own time limit: its timer stays behind when the program does not start.
    const limit = setTimeout(() => child.kill(), options.timeoutMilliseconds);
    const said = { stdout: "", stderr: "" };
    const listen = (stream: "stdout" | "stderr") => (chunk: Buffer) => {
      const text = chunk.toString("utf8");
      if (said[stream].length < mostOutput) said[stream] += text;
      for (const line of text.split(/\r?\n/)) if (line !== "") options.onLine?.(line);
    };
    child.stdout.on("data", listen("stdout"));
    child.stderr.on("data", listen("stderr"));
    child.on("error", (error) => {
      clearTimeout(limit);
      resolve({ status: null, stdout: said.stdout, stderr: said.stderr + error.message });
    });
    child.on("close", (status) => {
      clearTimeout(limit);
      resolve({ status, ...said });
    });
  });

/**
 * PYTHONSAFEPATH says the same as `-P`, also to a `cortex-lsp` script whose interpreter we do not start ourselves.
 * PYTHONHOME and PYTHONSTARTUP belong to another interpreter than the one that was found.
 */
export function safeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe: NodeJS.ProcessEnv = { ...environment, PYTHONSAFEPATH: "1", PYTHONUTF8: "1" };
  delete safe.PYTHONHOME;
  delete safe.PYTHONSTARTUP;
  return safe;
}
