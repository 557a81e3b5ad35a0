/**
 * Where the language server may come from, in order: the settings, the folder's interpreter, `cortex-lsp` on PATH,
 * the environment that the extension manages. Pure: it lists candidates and never looks at the machine.
 */

export interface Settings {
  readonly command: string;
  readonly args: readonly string[];
  readonly python: string;
}

/** A setting's value as the user wrote it for every folder, and as it stands with the opened folder's own settings. */
export interface LayeredSettings {
  readonly user: Settings;
  readonly effective: Settings;
}

export interface Surroundings {
  readonly trusted: boolean;
  readonly settings: LayeredSettings;
  /** The folder's own interpreters: what the Python extension chose, or where that is not there, its `.venv`. */
  readonly folderInterpreters: readonly string[];
  /** Programs called `cortex-lsp` on PATH, already absolute and outside the workspace. */
  readonly serversOnPath: readonly string[];
  /** The managed environment's interpreter, where one was made. */
  readonly managedInterpreter: string | undefined;
}

export type Origin = "setting-command" | "setting-python" | "interpreter" | "path" | "managed";

export interface Candidate {
  readonly origin: Origin;
  /** `python` candidates run the module `cortex_server`; `program` ones are started as they are. */
  readonly form: "python" | "program";
  readonly command: string;
  readonly args: readonly string[];
  /**
   * A candidate that the user named must work: when it does not, that is the answer, not the next candidate. Only a
   * named Python that merely lacks the package may be helped out by the managed environment made from it.
   */
  readonly final: boolean;
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export function candidates(surroundings: Surroundings): Candidate[] {
  const settings = effectiveSettings(surroundings);
  if (settings.command !== "") return [programCandidate("setting-command", settings.command, settings.args, true)];
  const managed = [surroundings.managedInterpreter]
    .filter((command) => command !== undefined)
    .map((command) => pythonCandidate("managed", command, settings.args, false));
  if (settings.python !== "") return [pythonCandidate("setting-python", settings.python, settings.args, true), ...managed];
  const interpreters = surroundings.trusted ? surroundings.folderInterpreters : [];
  return [
    ...interpreters.map((command) => pythonCandidate("interpreter", command, settings.args, false)),
    ...surroundings.serversOnPath.map((command) => programCandidate("path", command, settings.args, false)),
    ...managed,
  ];
}

/** In an untrusted folder only what the user wrote for every folder counts. */
export function effectiveSettings(surroundings: Pick<Surroundings, "trusted" | "settings">): Settings {
  const { trusted, settings } = surroundings;
  const chosen = trusted ? settings.effective : settings.user;
  return { command: chosen.command.trim(), args: chosen.args, python: chosen.python.trim() };
}

/** `-P` keeps the working directory off Python's module path: a `json.py` lying there must never run. */
export function launchOf(candidate: Candidate): Launch {
  return candidate.form === "python"
    ? { command: candidate.command, args: ["-P", "-m", "cortex_server", ...candidate.args] }
    : { command: candidate.command, args: candidate.args };
}

function programCandidate(origin: Origin, command: string, args: readonly string[], final: boolean): Candidate {
  return { origin, form: "program", command, args, final };
}

function pythonCandidate(origin: Origin, command: string, args: readonly string[], final: boolean): Candidate {
  return { origin, form: "python", command, args, final };
}
