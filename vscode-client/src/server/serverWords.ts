/** What the server writes to its standard error: logged at the level it says, and kept for when it does not start. */

import { createInterface } from "node:readline";

import { withinTime } from "../pacing";

export type Level = "debug" | "info" | "warn" | "error";

export interface LogLine {
  readonly level: Level;
  readonly text: string;
}

const levels: Readonly<Record<string, Level>> = {
  DEBUG: "debug",
  INFO: "info",
  WARNING: "warn",
  ERROR: "error",
  CRITICAL: "error",
};

/** The server's own time is left out: the output channel writes one. Lines of another shape are kept whole. */
export function parseLogLine(line: string): LogLine {
  const [, level = "", text = line] = /^\d{4}-\d\d-\d\d\S*(?: \S+)? (DEBUG|INFO|WARNING|ERROR|CRITICAL) (.*)$/.exec(line) ?? [];
  return { level: levels[level] ?? "warn", text };
}

/** How long the rest of what a dying server says is waited for. */
const patience = 1000;

export class ServerWords {
  #last = "";
  #ended: Promise<void> = Promise.resolve();

  constructor(readonly log: (line: LogLine) => void) {}

  /** A new process is listened to; what the one before said is forgotten. */
  listen(stream: NodeJS.ReadableStream): void {
    this.#last = "";
    const lines = createInterface({ input: stream, crlfDelay: Infinity, terminal: false });
    this.#ended = new Promise((resolve) => lines.once("close", resolve));
    lines.on("line", (line) => {
      if (line.trim() !== "") this.#last = parseLogLine(line).text;
      this.log(parseLogLine(line));
    });
  }

  /** The last line that was said, once the process has said all. */
  async last(): Promise<string> {
    await withinTime(patience, this.#ended);
    return this.#last;
  }
}
