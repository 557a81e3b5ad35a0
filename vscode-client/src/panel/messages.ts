/** What the panel's page and the extension say to each other. */

import type { Remedy } from "../words/trouble";
import type { Preview, Stored } from "./model";

export interface Shown {
  readonly type: "show";
  readonly preview: Preview | undefined;
  readonly stored: Stored | undefined;
  /** Whether the document's root is known to have no index: then nothing can be said of what it reads. */
  readonly withoutIndex: boolean;
  /** A sentence where there is nothing to show, or where what is shown may be old; empty otherwise. */
  readonly notice: string;
  /** What helps where no server runs: a button for each stands beside the notice. */
  readonly waysOn: readonly WayOn[];
}

/** Done without a server, and only while the panel offers it. */
export const waysOn = [
  "install",
  "choose-python",
  "open-settings",
  "show-output",
  "manage-trust",
  "restart",
  "doctor",
] as const satisfies readonly (Remedy | "doctor")[];
export type WayOn = (typeof waysOn)[number];

const planCommands = ["compile", "store", "verify", "copy-cli", "copy-hash", "build-index"] as const;
export const panelCommands = [...planCommands, ...waysOn] as const;
export type PlanCommand = (typeof planCommands)[number];
export type PanelCommand = PlanCommand | WayOn;

export function isWayOn(command: PanelCommand): command is WayOn {
  return waysOn.some((name) => name === command);
}

export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "command"; readonly command: PanelCommand }
  | { readonly type: "reveal-step" | "reveal-source" | "reveal-finding"; readonly index: number };

/** What a panel keeps over a reload of the window. */
export interface PanelState {
  readonly uri: string;
}

export function parsePanelState(state: unknown): PanelState | undefined {
  if (typeof state !== "object" || state === null || !("uri" in state)) return undefined;
  return typeof state.uri === "string" ? { uri: state.uri } : undefined;
}

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
