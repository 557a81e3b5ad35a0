/** Programs on PATH, without the entries that an opened folder could have put a program into. */

import { isAbsolute, join, relative, resolve, sep } from "node:path";

export interface PathSearch {
  readonly path: string;
  readonly delimiter: string;
  readonly windows: boolean;
  /** The opened folders: nothing inside them is taken. */
  readonly folders: readonly string[];
  readonly isProgram: (file: string) => boolean;
  /** Follows links, so that a link into a folder counts as inside it; the path itself where it cannot. */
  readonly realPath: (file: string) => string;
}

export function programsOnPath(names: readonly string[], search: PathSearch): string[] {
  const spellings = search.windows ? names.map((name) => `${name}.exe`) : names;
  const entries = search.path.split(search.delimiter).filter((entry) => isAbsolute(entry));
  const files = entries.flatMap((entry) => spellings.map((name) => join(entry, name)));
  const usable = files.filter((file) => !isInside(file, search) && search.isProgram(file));
  return [...new Set(usable)];
}

/** PATH without the entries inside the folders: also what we start looks there, as does a script for its interpreter. */
export function pathOutside(search: PathSearch): string {
  const entries = search.path.split(search.delimiter);
  return entries.filter((entry) => isAbsolute(entry) && !isInside(entry, search)).join(search.delimiter);
}

/** Where the interpreter of each folder's own virtual environment would be. */
export function folderEnvironments(folders: readonly string[], windows: boolean): string[] {
  return folders.map((folder) => join(folder, ".venv", ...(windows ? ["Scripts", "python.exe"] : ["bin", "python"])));
}

/** Whether the file, or what it links to, lies in one of the opened folders. */
export function isInside(file: string, search: Pick<PathSearch, "folders" | "realPath">): boolean {
  const spellings = [file, search.realPath(file)];
  const folders = search.folders.flatMap((folder) => [folder, search.realPath(folder)]);
  return spellings.some((spelling) => folders.some((folder) => contains(folder, spelling)));
}

function contains(folder: string, file: string): boolean {
  const way = relative(resolve(folder), resolve(file));
  // A name may start with two dots without leading out of the folder: `..evil`.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
