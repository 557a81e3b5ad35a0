/** Which program may be started while the opened folder is not trusted: none that the folder could have brought along. */

import { basename, isAbsolute } from "node:path";

import { isInside, programsOnPath } from "./searchPath";
import type { PathSearch } from "./searchPath";
import type { Settings } from "./locate";

/**
 * The program outside the opened folders that `named` stands for; undefined where there is none. A bare name is looked
 * up here, for a spawned one would also be found in the entries of PATH that lie inside. Other relative paths mean
 * whatever folder a program happens to be started from, and are not taken.
 */
export function programOutside(named: string, search: PathSearch): string | undefined {
  if (isAbsolute(named)) return isInside(named, search) ? undefined : named;
  if (basename(named) !== named) return undefined;
  return programsOnPath([search.windows ? named.replace(/\.exe$/i, "") : named], search)[0];
}

/** The user's own settings without what lies inside: `${workspaceFolder}` in them leads there as well. */
export function settingsOutside(settings: Settings, search: PathSearch, warn: (words: string) => void): Settings {
  const outside = (key: string, named: string): string => {
    const program = named.trim() === "" ? "" : programOutside(named.trim(), search);
    if (program === undefined) warn(notUsed(`the setting ${key}`, named.trim()));
    return program ?? "";
  };
  const command = outside("cortex.server.command", settings.command);
  const isRefused = command === "" && settings.command.trim() !== "";
  // Arguments were written for the program that is not used.
  return { command, args: isRefused ? [] : settings.args, python: outside("cortex.python", settings.python) };
}

export function notUsed(origin: string, program: string): string {
  return `${origin} is not used: this folder is not trusted, and ${program} lies inside it or is not found outside of it`;
}
