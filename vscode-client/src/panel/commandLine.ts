/** The command line that gives the same plan. */

import { posix } from "node:path";

/** `file` and `folder` are POSIX paths; the line is to be run in the folder. */
export function commandLine(file: string, folder: string | undefined): string {
  const relative = folder === undefined ? file : posix.relative(folder, file);
  const named = relative.startsWith("..") ? file : relative;
  return `cortex plan --request-file ${quoted(named.startsWith("-") ? `./${named}` : named)} --dry-run`;
}

function quoted(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
