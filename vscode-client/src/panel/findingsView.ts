/** The findings of the present text, each a button that leads to its place. */

import { escapeHtml } from "./html";
import type { Finding } from "./model";

const mostShown = 200;

export function findingsView(findings: readonly Finding[]): string {
  if (findings.length === 0) return `<p class="quiet-words">No findings.</p>`;
  const items = findings.slice(0, mostShown).map(findingView).join("");
  const more = findings.length - mostShown;
  return `<ul>${items}</ul>${more > 0 ? `<p class="quiet-words">and ${more} more</p>` : ""}`;
}

function findingView(finding: Finding, index: number): string {
  const place = `${finding.range.start.line + 1}:${finding.range.start.character + 1}`;
  return (
    `<li><button type="button" class="finding ${finding.severity}" data-finding="${index}">` +
    `<span class="severity">${finding.severity}:</span> <span class="message">${escapeHtml(finding.message)}</span> ` +
    `<code>${escapeHtml(finding.code)}</code> <span class="place">${place}</span></button></li>`
  );
}
