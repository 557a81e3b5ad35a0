/** The state of the server and of the index in a word for the status bar and a sentence for its tooltip. */

import type { IndexState } from "../server/indexState";
import { untrustedSentence } from "./trouble";
import type { Trouble } from "./trouble";

export type ServerState =
  | { readonly name: "stopped" }
  | { readonly name: "starting" }
  | { readonly name: "running"; readonly version: string; readonly origin: string }
  | { readonly name: "absent"; readonly trouble: Trouble }
  | { readonly name: "failed"; readonly trouble: Trouble };

export interface Status {
  readonly text: string;
  readonly tooltip: string;
  readonly alarming: boolean;
}

export function statusOf(state: ServerState, trusted: boolean, index: IndexState): Status {
  const { icon, sentence, alarming } = parts(state);
  const told = state.name === "running" ? indexParts(index) : { word: "", sentence: "" };
  const sentences = [sentence, told.sentence, trusted ? "" : untrustedSentence];
  return {
    text: `$(${icon}) Cortex${told.word}${trusted ? "" : " $(shield)"}`,
    tooltip: sentences.filter((each) => each !== "").join(" "),
    alarming,
  };
}

function indexParts({ roots, building }: IndexState): { word: string; sentence: string } {
  if (building !== undefined) return { word: `: indexing ${building}%`, sentence: "The index is being built." };
  const without = roots.filter(({ generation }) => generation === undefined).map(({ path }) => path);
  if (without.length > 0) {
    return { word: ": no index", sentence: `No index yet for ${without.join(", ")}: symbols and files are not checked.` };
  }
  const builds = roots.map(({ path, generation }) => `${path} is indexed (build ${generation ?? 0})`);
  return { word: "", sentence: builds.length === 0 ? "" : `${builds.join("; ")}.` };
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
      return { icon: "error", sentence: state.trouble.message, alarming: true };
  }
}
