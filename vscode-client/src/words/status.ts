/** The server's state in a word for the status bar and a sentence for its tooltip. */

import { untrustedSentence } from "./trouble";
import type { Trouble } from "./trouble";

export type ServerState =
  | { readonly name: "stopped" }
  | { readonly name: "starting" }
  | { readonly name: "running"; readonly version: string; readonly origin: string }
  | { readonly name: "absent"; readonly trouble: Trouble }
  | { readonly name: "failed"; readonly reason: string };

export interface Status {
  readonly text: string;
  readonly tooltip: string;
  readonly alarming: boolean;
}

export function statusOf(state: ServerState, trusted: boolean): Status {
  const { icon, sentence, alarming } = parts(state);
  const tooltip = trusted ? sentence : `${sentence} ${untrustedSentence}`;
  return { text: `$(${icon}) Cortex${trusted ? "" : " $(shield)"}`, tooltip, alarming };
}

function parts(state: ServerState): { icon: string; sentence: string; alarming: boolean } {
  switch (state.name) {
    case "stopped":
      return { icon: "circle-slash", sentence: "The Cortex server is stopped.", alarming: false };
    case "starting":
      return { icon: "sync~spin", sentence: "The Cortex server is starting.", alarming: false };
    case "running":
      return { icon: "check", sentence: `Cortex server ${state.version} is running.`, alarming: false };
    case "absent":
      return { icon: "warning", sentence: state.trouble.message, alarming: true };
    case "failed":
      return { icon: "error", sentence: `The Cortex server is not running: ${state.reason}.`, alarming: true };
  }
}
