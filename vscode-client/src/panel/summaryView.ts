/** The head of the panel: which plan this is, how much of each budget it uses, and whether it is stored. */

import { escapeHtml, formatAmount, formatBytes, formatCount } from "./html";
import type { Budget, Preview, Stored } from "./model";

/** Without an index nothing is resolved: how many bytes are read, and what the steps are, nobody knows. */
export function isUnknown(preview: Preview, withoutIndex: boolean): boolean {
  return withoutIndex && preview.planHash === undefined;
}

export function headView(preview: Preview, stored: Stored | undefined, withoutIndex = false): string {
  const name = readable(preview.uri.split("/").at(-1) ?? preview.uri);
  return [
    `<h1>${escapeHtml(name)}</h1>`,
    `<p class="state">${stateView(preview, withoutIndex)}</p>`,
    hashView(preview),
    withoutIndex ? noIndexView : "",
    storedView(stored),
  ].join("");
}

const noIndexView =
  `<p class="no-index">Symbols and files cannot be checked yet. ` +
  `<button type="button" data-command="build-index">Build index</button></p>`;

export function budgetsView(budgets: readonly Budget[], unknown = false): string {
  return budgets.map((budget) => (unknown && budget.name === "bytes" ? unknownBytesView(budget) : budgetView(budget))).join("");
}

/** A word for a screen reader when the plan changes, without reading the whole page again. */
export function announcement(preview: Preview, withoutIndex = false): string {
  const errors = preview.findings.filter((finding) => finding.severity === "error").length;
  if (errors > 0) return `Refused, ${formatAmount(errors, "error")}`;
  return isUnknown(preview, withoutIndex) ? "Not compiled, for there is no index" : formatAmount(preview.steps.length, "step");
}

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function stateView(preview: Preview, withoutIndex: boolean): string {
  const words = escapeHtml(announcement(preview, withoutIndex));
  return preview.stale ? `${words} <span class="badge warning">stale: the last good plan is shown</span>` : words;
}

function hashView(preview: Preview): string {
  if (preview.planHash === undefined) return `<p class="hash">no plan yet</p>`;
  const hash = escapeHtml(preview.planHash);
  return (
    `<p class="hash">plan <code title="${hash}">${hash.slice(0, 16)}…</code> ` +
    `<button type="button" class="quiet" data-command="copy-hash" aria-label="Copy plan hash">Copy</button></p>`
  );
}

function storedView(stored: Stored | undefined): string {
  if (stored === undefined) return "";
  const cause = stored.cause === undefined ? "" : `: ${escapeHtml(stored.cause)}`;
  const words: Readonly<Record<Stored["state"], string>> = {
    none: `<span class="badge">not stored</span>`,
    matches: `<span class="badge good">stored plan matches</span>`,
    "request-changed": `<span class="badge warning">request changed since it was stored</span>`,
    drifted: `<span class="badge error">stored plan has drifted${cause === "" ? ": Verify tells why" : cause}</span>`,
    unreachable: `<span class="badge">cassette cannot be reached</span>`,
  };
  return `<p class="stored">${words[stored.state]}</p>`;
}

function unknownBytesView({ name, limit }: Budget): string {
  const words = `not known, at most ${formatBytes(limit)}`;
  return (
    `<div class="budget unknown"><span class="name">${name}</span>` +
    `<progress max="1" value="0" aria-label="${name}: ${words}"></progress><span class="use">${words}</span></div>`
  );
}

function budgetView({ name, used, limit }: Budget): string {
  const format = name === "bytes" ? formatBytes : formatCount;
  const over = used > limit;
  const words = `${format(used)} of ${format(limit)}${name === "bytes" ? "" : ` ${name}`}`;
  const state = over ? "over" : used > limit * 0.9 ? "near" : "within";
  return (
    `<div class="budget ${state}"><span class="name">${name}</span>` +
    `<progress max="${Math.max(limit, 1)}" value="${Math.min(used, Math.max(limit, 1))}" aria-label="${name}: ${words}"></progress>` +
    `<span class="use">${words}${over ? " (too much)" : ""}</span></div>`
  );
}
