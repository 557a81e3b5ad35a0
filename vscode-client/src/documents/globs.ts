/**
 * The server's globs in the editor's words. `cortex.toml` writes gitignore patterns: without a slash they hold in
 * every folder, a folder's name means all below it. A glob that starts with an opened folder's path is absolute.
 */

export interface EditorGlob {
  /** The folder that the pattern is relative to; undefined: it is matched against the whole path. */
  readonly base: string | undefined;
  readonly pattern: string;
}

export function editorGlobs(glob: string, folders: readonly string[]): EditorGlob[] {
  const home = folders.find((folder) => glob.startsWith(`${folder}/`));
  if (home !== undefined) return withContents(glob.slice(home.length + 1)).map((pattern) => ({ base: home, pattern }));
  const anchored = glob.replace(/\/$/, "").includes("/");
  const body = glob.replace(/^\//, "");
  const pattern = anchored || body.startsWith("**/") ? body : `**/${body}`;
  return folders.flatMap((base) => withContents(pattern).map((each) => ({ base, pattern: each })));
}

function withContents(pattern: string): string[] {
  if (pattern.endsWith("/")) return [`${pattern}**`];
  return pattern.endsWith("*") || /\.[^/]*$/.test(pattern) ? [pattern] : [pattern, `${pattern}/**`];
}
