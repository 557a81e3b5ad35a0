/**
 * The managed environment: a virtual environment of the extension's own, made from the wheel inside the package.
 *
 * It lies in the extension's storage, one folder per wheel, named by the wheel's content: two builds of one version are
 * two servers. `ready`, written last, says that it was made whole; whether it still is, only
 * its interpreter can tell, so that is asked before it is taken for installed. The wheel's dependencies have native parts, so they come
 * from the package index that the user's pip is set to.
 */

import { createHash } from "node:crypto";
import { access, open, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { probePython } from "./probe";
import type { Run } from "./processes";

export interface ManagedEnvironment {
  /** The extension's storage folder for servers. */
  readonly storage: string;
  /** The wheel inside the package; undefined in a package that was built without one. */
  readonly wheel: string | undefined;
  /** Versions that were tested together, where the package carries them. */
  readonly constraints: string | undefined;
  readonly windows: boolean;
}

export type Installation =
  | { readonly state: "installed"; readonly interpreter: string }
  | { readonly state: "failed"; readonly step: FailedStep; readonly detail: string };

export type FailedStep = "venv" | "pip" | "busy" | "no-wheel" | "cancelled";

export interface InstallTools {
  readonly run: Run;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

const installTimeout = 600_000;
const readyName = "ready";

/** The interpreter of the environment for exactly this wheel, where it was made whole. */
export async function managedInterpreter(environment: ManagedEnvironment): Promise<string | undefined> {
  const { wheel } = environment;
  if (wheel === undefined) return undefined;
  const folder = await folderOf(environment, wheel);
  return (await isReady(folder)) ? interpreterOf(environment, folder) : undefined;
}

/** Whether the user has let this extension install a server before: then an update needs no new question. */
export async function wasInstalledBefore(environment: ManagedEnvironment): Promise<boolean> {
  const names = await readdir(environment.storage).catch(() => [] as string[]);
  const readies = await Promise.all(names.map((name) => isReady(join(environment.storage, name))));
  return readies.includes(true);
}

export async function install(environment: ManagedEnvironment, python: string, tools: InstallTools): Promise<Installation> {
  const { wheel, storage } = environment;
  if (wheel === undefined) return { state: "failed", step: "no-wheel", detail: "this package carries no server" };
  await mkdir(storage, { recursive: true });
  const release = await takeLock(join(storage, "lock"));
  if (release === undefined) return { state: "failed", step: "busy", detail: "another window is installing the server" };
  try {
    return (await alreadyInstalled(environment, tools.run)) ?? (await installFresh(environment, wheel, python, tools));
  } finally {
    await release();
  }
}

export function pipArguments(wheel: string, constraints: string | undefined): string[] {
  const bounds = constraints === undefined ? [] : ["--constraint", constraints];
  // Not compiled ahead: the server compiles the few modules that it imports, which is far quicker than all of them.
  return ["-P", "-m", "pip", "install", "--no-input", "--no-compile", "--disable-pip-version-check", ...bounds, wheel];
}

async function installFresh(
  environment: ManagedEnvironment,
  wheel: string,
  python: string,
  tools: InstallTools,
): Promise<Installation> {
  const folder = await folderOf(environment, wheel);
  const options = {
    cwd: environment.storage,
    timeoutMilliseconds: installTimeout,
    onLine: tools.report,
    signal: tools.signal,
  };
  const failed = (step: FailedStep, words: string): Installation => ({
    state: "failed",
    step: tools.signal.aborted ? "cancelled" : step,
    detail: lastWords(words),
  });
  await rm(folder, { recursive: true, force: true });
  const made = await tools.run(python, ["-P", "-m", "venv", folder], options);
  if (made.status !== 0) return failed("venv", made.stderr + made.stdout);
  const interpreter = interpreterOf(environment, folder);
  const installed = await tools.run(interpreter, pipArguments(wheel, environment.constraints), options);
  if (installed.status !== 0) return failed("pip", installed.stderr);
  await writeFile(join(folder, readyName), "");
  return { state: "installed", interpreter };
}

/** Another window may have installed it meanwhile; an environment that broke since it was made is made anew. */
async function alreadyInstalled(environment: ManagedEnvironment, run: Run): Promise<Installation | undefined> {
  const interpreter = await managedInterpreter(environment);
  if (interpreter === undefined) return undefined;
  const { state } = await probePython(interpreter, run, environment.storage);
  return state === "usable" ? { state: "installed", interpreter } : undefined;
}

async function folderOf(environment: ManagedEnvironment, wheel: string): Promise<string> {
  const digest = createHash("sha256").update(await readFile(wheel)).digest("hex");
  return join(environment.storage, `${basename(wheel, ".whl")}-${digest.slice(0, 12)}`);
}

function interpreterOf(environment: ManagedEnvironment, folder: string): string {
  return environment.windows ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

function isReady(folder: string): Promise<boolean> {
  return access(join(folder, readyName)).then(
    () => true,
    () => false,
  );
}

/** A lock older than an installation may take belongs to a window that died. */
async function takeLock(file: string): Promise<(() => Promise<void>) | undefined> {
  const taken = (await createLock(file)) || ((await isAbandoned(file)) && (await createLock(file)));
  return taken ? () => rm(file, { force: true }) : undefined;
}

async function createLock(file: string): Promise<boolean> {
  try {
    await (await open(file, "wx")).close();
    return true;
  } catch {
    return false;
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const age = Date.now() - (await stat(file)).mtimeMs;
  if (age <= 2 * installTimeout) return false;
  await rm(file, { force: true });
  return true;
}

function lastWords(text: string): string {
  return text.trim().split(/\r?\n/).slice(-3).join(" ");
}
