/** Asks a candidate whether it can serve: is it there, is its Python new enough, does it have the package. */

import type { Candidate } from "./locate";
import type { Outcome, Run } from "./processes";

export type Verdict =
  | { readonly state: "usable"; readonly version: string }
  | { readonly state: "not-found"; readonly detail: string }
  | { readonly state: "python-too-old"; readonly version: string }
  | { readonly state: "package-missing"; readonly version: string }
  | { readonly state: "broken"; readonly detail: string };

export interface Tried {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
}

export interface Search {
  readonly chosen: Candidate | undefined;
  readonly tried: readonly Tried[];
}

const probeProgram = [
  "import importlib.metadata, importlib.util, sys",
  "found = importlib.util.find_spec('cortex_server') is not None",
  "print('%d.%d.%d' % sys.version_info[:3])",
  "print(importlib.metadata.version('cortex-plan') if found else '')",
].join("\n");

const probeTimeout = 20_000;

export async function firstUsable(candidates: readonly Candidate[], run: Run, cwd: string): Promise<Search> {
  const tried: Tried[] = [];
  for (const candidate of candidates) {
    const verdict = await probe(candidate, run, cwd);
    tried.push({ candidate, verdict });
    if (verdict.state === "usable") return { chosen: candidate, tried };
    if (candidate.final && verdict.state !== "package-missing") break;
  }
  return { chosen: undefined, tried };
}

export function probe(candidate: Candidate, run: Run, cwd: string): Promise<Verdict> {
  return candidate.form === "python" ? probePython(candidate.command, run, cwd) : probeServer(candidate.command, run, cwd);
}

/** Pythons from which to make the managed environment: the one the user named, those on PATH, the folder's own. */
export function basePythons(tried: readonly Tried[], onPath: readonly string[]): string[] {
  const lacking = tried.filter(({ candidate, verdict }) => candidate.form === "python" && verdict.state === "package-missing");
  const named = lacking.filter(({ candidate }) => candidate.final).map(({ candidate }) => candidate.command);
  const others = lacking.filter(({ candidate }) => candidate.origin === "interpreter").map(({ candidate }) => candidate.command);
  return [...new Set([...named, ...onPath, ...others])];
}

/** A Python for the managed environment needs the version only. */
export async function pythonVersion(command: string, run: Run, cwd: string): Promise<Verdict> {
  const verdict = await probePython(command, run, cwd);
  return verdict.state === "package-missing" ? { state: "usable", version: verdict.version } : verdict;
}

export async function probePython(command: string, run: Run, cwd: string): Promise<Verdict> {
  const outcome = await run(command, ["-P", "-c", probeProgram], { cwd, timeoutMilliseconds: probeTimeout });
  if (outcome.status === 0) {
    const [python = "", server = ""] = outcome.stdout.split(/\r?\n/);
    return server === "" ? { state: "package-missing", version: python } : { state: "usable", version: server };
  }
  return /unknown option:? -P/i.test(outcome.stderr) ? await tooOld(command, run, cwd) : failure(outcome);
}

/** Pythons before 3.11 do not know `-P`; `--version` runs no module at all. */
async function tooOld(command: string, run: Run, cwd: string): Promise<Verdict> {
  const outcome = await run(command, ["--version"], { cwd, timeoutMilliseconds: probeTimeout });
  const version = /\d+(\.\d+)+/.exec(outcome.stdout + outcome.stderr)?.[0];
  return { state: "python-too-old", version: version ?? "older than 3.11" };
}

async function probeServer(command: string, run: Run, cwd: string): Promise<Verdict> {
  const outcome = await run(command, ["--version"], { cwd, timeoutMilliseconds: probeTimeout });
  // Status 2 is a program that runs and does not know the option, such as a user's own wrapper.
  if (outcome.status !== 0 && outcome.status !== 2) return failure(outcome);
  return { state: "usable", version: /\d+(\.\d+)+\S*/.exec(outcome.stdout)?.[0] ?? "unknown" };
}

function failure(outcome: Outcome): Verdict {
  const detail = outcome.stderr.trim().split(/\r?\n/).at(-1) ?? "";
  if (outcome.status === null && /ENOENT|EACCES/.test(detail)) return { state: "not-found", detail };
  return { state: "broken", detail: detail === "" ? `ended with status ${outcome.status ?? "none (too slow)"}` : detail };
}
