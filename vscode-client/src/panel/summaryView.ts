/** The head of the panel: which plan this is, how much of each budget it uses, and whether it is stored. */

import { escapeHtml, formatBytes, formatCount } from "./html";
import type { Budget, Preview, Stored } from "./model";

export function headView(preview: Preview, stored: Stored | undefined): string {
  const name = readable(preview.uri.split("/").at(-1) ?? preview.uri);
  return [
    `<h1>${escapeHtml(name)}</h1>`,
    `<p class="state" role="status">${stateView(preview)}</p>`,
    hashView(preview),
    storedView(stored),
  ].join("");
}

export function budgetsView(budgets: readonly Budget[]): string {
  return budgets.map(budgetView).join("");
}

/** A word for a screen reader when the plan changes, without reading the whole page again. */
export function announcement(preview: Preview): string {
  const errors = preview.findings.filter((finding) => finding.severity === "error").length;
  if (errors > 0) return `Refused, ${errors} ${errors === 1 ? "error" : "errors"}`;
  return `${formatCount(preview.steps.length)} ${preview.steps.length === 1 ? "step" : "steps"}`;
}

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function stateView(preview: Preview): string {
  const words = escapeHtml(announcement(preview));
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
