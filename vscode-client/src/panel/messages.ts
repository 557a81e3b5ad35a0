/** What the panel's page and the extension say to each other. */

import type { Preview, Stored } from "./model";

export interface Shown {
  readonly type: "show";
  readonly preview: Preview | undefined;
  readonly stored: Stored | undefined;
  /** A sentence where there is nothing to show, or where what is shown may be old; empty otherwise. */
  readonly notice: string;
}

export const panelCommands = ["compile", "store", "verify", "copy-cli", "copy-hash"] as const;
export type PanelCommand = (typeof panelCommands)[number];

export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "command"; readonly command: PanelCommand }
  | { readonly type: "reveal-step" | "reveal-source" | "reveal-finding"; readonly index: number };

const reveals = ["reveal-step", "reveal-source", "reveal-finding"] as const;

/** A page is not trusted further than its own buttons. */
export function parseFromPage(message: unknown): FromPage | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { type, command, index } = message as Record<string, unknown>;
  if (type === "ready") return { type };
  const known = panelCommands.find((name) => name === command);
  if (type === "command" && known !== undefined) return { type, command: known };
  const reveal = reveals.find((name) => name === type);
  return reveal !== undefined && typeof index === "number" ? { type: reveal, index } : undefined;
}
