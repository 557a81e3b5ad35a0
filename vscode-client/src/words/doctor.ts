/** The doctor's report as Markdown. */

import { unknownIndex } from "../server/indexState";
import type { Tried } from "../server/probe";
import { statusOf } from "./status";
import type { ServerState } from "./status";
import { describeTried } from "./trouble";

export interface Findings {
  readonly extension: string;
  readonly editor: string;
  readonly platform: string;
  readonly trusted: boolean;
  readonly folders: readonly string[];
  readonly state: ServerState;
  readonly tried: readonly Tried[];
  readonly wheel: string | undefined;
  readonly documents: readonly string[];
  readonly server: string;
}

export function doctorReport(findings: Findings): string {
  const { state, tried, trusted } = findings;
  return [
    "# Cortex doctor",
    "",
    `- Extension: ${findings.extension}`,
    `- Editor: ${findings.editor} on ${findings.platform}`,
    `- Trusted folder: ${trusted ? "yes" : "no"}`,
    `- Folders: ${orNone(findings.folders)}`,
    `- Server: ${statusOf(state, trusted, unknownIndex).tooltip}`,
    `- Bundled server: ${findings.wheel ?? "none"}`,
    "",
    "## Where the server was looked for",
    "",
    ...(tried.length === 0 ? ["Nowhere yet."] : tried.map((each) => `- ${describeTried(each)}`)),
    "",
    "## What the server says of itself",
    "",
    "```",
    findings.server,
    "```",
    "",
    "## Plan documents that are open",
    "",
    ...(findings.documents.length === 0 ? ["None."] : findings.documents.map((document) => `- ${document}`)),
    "",
  ].join("\n");
}

function orNone(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
