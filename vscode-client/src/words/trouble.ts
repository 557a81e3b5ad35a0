/** What the user is told when no server can be started, and which buttons would help. */

import type { Candidate, Origin } from "../server/locate";
import type { FailedStep, Installation } from "../server/managed";
import type { Tried, Verdict } from "../server/probe";

export type Remedy = "install" | "choose-python" | "open-settings" | "show-output" | "manage-trust" | "restart";

export interface Trouble {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

export const remedyTitles: Readonly<Record<Remedy, string>> = {
  install: "Install Server",
  "choose-python": "Choose Python…",
  "open-settings": "Open Settings",
  "show-output": "Show Output",
  "manage-trust": "Manage Trust",
  restart: "Restart Server",
};

const originNames: Readonly<Record<Origin, string>> = {
  "setting-command": "the setting cortex.server.command",
  "setting-python": "the setting cortex.python",
  interpreter: "the folder's interpreter",
  path: "cortex-lsp on PATH",
  managed: "the managed environment",
};

export function describeTried({ candidate, verdict }: Tried): string {
  return `${originNames[candidate.origin]}: ${candidate.command} ${describeVerdict(verdict)}`;
}

export const untrustedSentence =
  "This folder is not trusted: interpreters and commands from its settings or inside it, and the Python extension's choice, are not used.";

/** The environment would be made inside the opened folder, where nothing may be started. */
export const storageInside: Trouble = {
  message: `The Cortex server cannot be installed: the extension's own folder lies inside the opened one. ${untrustedSentence}`,
  remedies: ["manage-trust", "show-output"],
};

/** No candidate could serve. */
export function noServer(tried: readonly Tried[], trusted: boolean, canInstall: boolean): Trouble {
  const named = tried.find(({ candidate }) => candidate.final);
  if (named !== undefined) return namedServerFails(named, canInstall);
  const remedies: Remedy[] = [canInstall ? "install" : "choose-python", trusted ? "choose-python" : "manage-trust", "show-output"];
  const sentences = [
    "Cortex found no language server.",
    tried.length === 0 ? "None is named in the settings or on PATH." : `Looked at ${tried.map(describeTried).join("; ")}.`,
    ...(canInstall ? ["It can be installed in an environment of its own, by pip."] : []),
    ...(trusted ? [] : [untrustedSentence]),
  ];
  return { message: sentences.join(" "), remedies: [...new Set(remedies)] };
}

/** A server was found and started, and does not serve. `reason` is a clause, or the server's own last words. */
export function serverFails(candidate: Candidate, reason: string): Trouble {
  const command = [candidate.command, ...candidate.args].join(" ");
  const message = `The Cortex server does not start (${originNames[candidate.origin]}: ${command}): ${withoutFullStop(reason)}.`;
  return { message, remedies: ["open-settings", "show-output", "restart"] };
}

/** Something of ours, or of another extension, broke before a server could be started. */
export function startBroke(reason: string): Trouble {
  return { message: `The Cortex server could not be started: ${withoutFullStop(reason)}.`, remedies: ["restart", "show-output"] };
}

export const notRunning: Trouble = { message: "The Cortex server is not running.", remedies: ["restart", "show-output"] };

export const keepsEnding: Trouble = {
  message: "The Cortex server ended again and again, and is not started any more.",
  remedies: ["restart", "show-output"],
};

function withoutFullStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, "");
}

export function noPython(tooOld: readonly { command: string; version: string }[]): Trouble {
  const old = tooOld.map(({ command, version }) => `${command} is ${version}`).join("; ");
  const message =
    old === ""
      ? "Cortex needs Python 3.11 or newer, and no Python was found on PATH."
      : `Cortex needs Python 3.11 or newer: ${old}.`;
  return { message, remedies: ["choose-python", "show-output"] };
}

export function installFailed(installation: Extract<Installation, { state: "failed" }>): Trouble {
  const { step, detail } = installation;
  const messages: Readonly<Record<typeof step, string>> = {
    "no-wheel": "This build of the extension carries no server. Install cortex-plan yourself and choose its Python.",
    busy: "Another window is installing the Cortex server. Restart the server when it is done.",
    cancelled: "The Cortex server was not installed: the installation was cancelled.",
    venv: `Python could not make a virtual environment: ${detail}`,
    pip:
      "The Cortex server could not be installed. Its dependencies have native parts and come from the package " +
      `index that your pip is set to; check that pip can reach it. pip said: ${detail}`,
  };
  return { message: messages[step], remedies: retries[step] };
}

const retries: Readonly<Record<FailedStep, readonly Remedy[]>> = {
  "no-wheel": ["choose-python", "show-output"],
  busy: ["restart", "show-output"],
  cancelled: ["install", "show-output"],
  venv: ["install", "choose-python", "show-output"],
  pip: ["install", "choose-python", "show-output"],
};

function namedServerFails({ candidate, verdict }: Tried, canInstall: boolean): Trouble {
  const lacksOnlyThePackage = canInstall && verdict.state === "package-missing";
  const sentences = [
    `Cortex cannot start its server: ${describeTried({ candidate, verdict })}.`,
    ...(lacksOnlyThePackage ? ["It can be installed in an environment of its own, made from this Python."] : []),
  ];
  const remedies = [
    ...(lacksOnlyThePackage ? (["install"] as const) : []),
    ...(candidate.origin === "setting-python" ? (["choose-python"] as const) : []),
    ...(["open-settings", "show-output"] as const),
  ];
  return { message: sentences.join(" "), remedies: remedies.slice(0, mostButtons) };
}

/** More do not fit beside each other in a message. */
const mostButtons = 3;

function describeVerdict(verdict: Verdict): string {
  switch (verdict.state) {
    case "usable":
      return `has version ${verdict.version}`;
    case "not-found":
      return `was not found (${verdict.detail})`;
    case "python-too-old":
      return `is Python ${verdict.version}, and 3.11 is needed`;
    case "package-missing":
      return `(Python ${verdict.version}) does not have cortex-plan installed`;
    case "broken":
      return `does not run (${verdict.detail})`;
  }
}
