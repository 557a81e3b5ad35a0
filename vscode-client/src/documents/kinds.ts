/** The document kinds by the language ids under which the editor opens them. */

export const languageIds = [
  "cortex-plan-request",
  "cortex-plan-output",
  "cortex-skill-plan",
  "cortex-structured-plan",
  "cortex-goal",
  "cortex-tool-manifest",
] as const;

export const requestLanguage = "cortex-plan-request";

export function isPlanLanguage(languageId: string): boolean {
  return (languageIds as readonly string[]).includes(languageId);
}

/** Only files on disk and new buffers are the server's; its own `cortex-preview:` documents are not. */
export const documentSelector = languageIds.flatMap((language) => [
  { scheme: "file", language },
  { scheme: "untitled", language },
]);

/** The language that a file's name alone says, as the manifest's patterns have it. */
export function languageOfName(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  const kind = languageIds.find((language) => name.endsWith(`.${language.replace(/^cortex-/, "")}.json`));
  if (kind !== undefined) return kind;
  if (name.startsWith("plan_request") && name.endsWith(".json") && !name.endsWith(".schema.json")) return requestLanguage;
  return name.endsWith(".jsonc") ? "jsonc" : "json";
}
