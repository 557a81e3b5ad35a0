/** The table of steps. Only the rows in sight exist: a plan of 5,000 steps scrolls as smoothly as one of 5. */

import { escapeHtml, formatBytes } from "./html";
import type { Step } from "./model";

export const rowHeight = 24;
const rowsBeyondSight = 10;

export interface RowWindow {
  readonly first: number;
  /** One past the last row. */
  readonly end: number;
}

export function rowsInSight(scrollTop: number, height: number, count: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - rowsBeyondSight);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + rowsBeyondSight);
  return { first: Math.min(first, Math.max(0, count)), end: Math.max(end, 0) };
}

/** The room for the largest ordinal: a number that is cut is another number. */
export function ordinalWidth(steps: readonly Step[]): string {
  return `${String(steps.at(-1)?.ordinal ?? 0).length}ch`;
}

/** Where to scroll so that a row is in sight; the present place where it is already. */
export function scrollTopFor(row: number, scrollTop: number, height: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop;
}

/** The row that a key moves to, or undefined for keys that do not move. */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const last = Math.max(0, count - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: last,
  };
  const target = moves[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), last);
}

export function rowsView(steps: readonly Step[], window: RowWindow, active: number): string {
  return steps
    .slice(window.first, window.end)
    .map((step, index) => rowView(step, window.first + index, window.first + index === active))
    .join("");
}

function rowView(step: Step, index: number, active: boolean): string {
  const target = escapeHtml(step.target);
  return (
    `<div class="row${active ? " active" : ""}" role="row" id="row-${index}" data-row="${index}" ` +
    `aria-rowindex="${index + 2}" aria-selected="${active ? "true" : "false"}">` +
    `<span role="gridcell" class="ordinal">${step.ordinal}</span>` +
    `<span role="gridcell" class="op">${escapeHtml(step.op)}</span>` +
    `<span role="gridcell" class="target" title="${target}">${targetView(step.target)}</span>` +
    `<span role="gridcell" class="bytes">${bytesOf(step)}</span>` +
    `<span role="gridcell" class="step-id" title="${escapeHtml(step.stepId)}">${stepIdView(step.stepId)}</span>` +
    `<span role="gridcell" class="open">${sourceButton(step, index)}</span></div>`
  );
}

/** In two parts, so that a narrow column cuts the folders and keeps the name. */
function targetView(target: string): string {
  const cut = target.lastIndexOf("/") + 1;
  return `<span class="folders">${escapeHtml(target.slice(0, cut))}</span><span class="name">${escapeHtml(target.slice(cut))}</span>`;
}

/** A step that reads nothing, such as a note, has no size worth a figure. */
function bytesOf({ bytes, source }: Step): string {
  return bytes === undefined || (bytes === 0 && source === undefined) ? "" : formatBytes(bytes);
}

/** What all ids start with is left out where there is little room. */
function stepIdView(stepId: string): string {
  const [prefix, rest] = stepId.startsWith("step_") ? ["step_", stepId.slice(5)] : ["", stepId];
  return `<span class="prefix">${prefix}</span>${escapeHtml(rest)}`;
}

function sourceButton(step: Step, index: number): string {
  if (step.source === undefined) return "";
  const label = escapeHtml(`Open the section that ${step.target} reads`);
  return `<button type="button" class="quiet" tabindex="-1" data-source="${index}" aria-label="${label}" title="${label}">↗</button>`;
}
