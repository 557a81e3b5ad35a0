/** What the panel says where it has nothing to show, and the buttons that lead on from there. */

import type { ServerState } from "../words/status";
import { notRunning, remedyTitles } from "../words/trouble";
import { escapeHtml } from "./html";
import type { WayOn } from "./messages";

/** The remedies of what went wrong; the doctor, who tells the rest, is always there. A start under way needs none. */
export function waysOnFrom(state: ServerState): readonly WayOn[] {
  if (state.name === "running" || state.name === "starting") return [];
  const { remedies } = "trouble" in state ? state.trouble : notRunning;
  return [...new Set<WayOn>([...remedies, "restart", "doctor"])];
}

export function noticeView(notice: string, ways: readonly WayOn[]): string {
  if (ways.length === 0) return escapeHtml(notice);
  return `${escapeHtml(notice)} <span class="ways-on">${ways.map(buttonView).join(" ")}</span>`;
}

function buttonView(way: WayOn, index: number): string {
  const look = index === 0 ? "" : ` class="secondary"`;
  const title = way === "doctor" ? "Doctor" : remedyTitles[way];
  return `<button type="button"${look} data-command="${way}">${escapeHtml(title)}</button>`;
}
