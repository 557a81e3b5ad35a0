/**
 * Files that `cortex.toml` or the setting `cortex.documents` maps to a kind by a glob of its own: the server sends the
 * table (`cortex/documents`), and the editor's language of an open document follows it, since the editor only knows the patterns of our manifest.
 */

import { isPlanLanguage } from "./kinds";

export interface Association {
  readonly glob: string;
  readonly languageId: string;
}

/** The server's message, with what we do not understand left out: a newer server may know more kinds. */
export function parseAssociations(message: unknown): Association[] {
  const items: unknown[] = Array.isArray(message) ? message : [];
  return items.filter(isAssociation);
}

/** The setting's table: glob to kind, where `off` means that a file is plain JSON after all. */
export function associationsOfSetting(setting: unknown): Association[] {
  if (typeof setting !== "object" || setting === null) return [];
  const items = Object.entries(setting).map(([glob, kind]) => ({
    glob,
    languageId: kind === "off" ? "json" : `cortex-${String(kind)}`,
  }));
  return items.filter(isAssociation);
}

/**
 * The language an open document should change to, or undefined where it is right already. The last match wins; without
 * one, `nameSays` is the language to go back to, given for documents that followed a table before.
 * Only plain JSON and our own languages are changed: a user's own choice of another language stands.
 */
export function languageFor(
  languageId: string,
  associations: readonly Association[],
  matches: (glob: string) => boolean,
  nameSays?: string,
): string | undefined {
  if (!isPlanLanguage(languageId) && languageId !== "json" && languageId !== "jsonc") return undefined;
  const wanted = associations.findLast(({ glob }) => matches(glob))?.languageId ?? nameSays;
  return wanted === undefined || wanted === languageId ? undefined : wanted;
}

function isAssociation(item: unknown): item is Association {
  if (typeof item !== "object" || item === null) return false;
  const { glob, languageId } = item as Record<string, unknown>;
  return typeof glob === "string" && typeof languageId === "string" && (isPlanLanguage(languageId) || languageId === "json");
}
