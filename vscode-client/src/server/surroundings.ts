/** Reads from the editor what `locate` decides on: settings by layer, trust, the Python extension, PATH. */

import { constants, accessSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter } from "node:path";
import * as vscode from "vscode";

import { withinTime } from "../pacing";
import { effectiveSettings } from "./locate";
import type { LayeredSettings, Settings, Surroundings } from "./locate";
import { run } from "./processes";
import type { Run } from "./processes";
import { folderEnvironments, isInside, pathOutside, programsOnPath } from "./searchPath";
import type { PathSearch } from "./searchPath";
import { expandSetting } from "./settingPaths";
import { notUsed, settingsOutside } from "./untrusted";

export async function readSurroundings(
  managedInterpreter: string | undefined,
  warn: (words: string) => void,
): Promise<Surroundings> {
  const trusted = vscode.workspace.isTrusted;
  const settings = trusted ? readSettings() : settingsWithoutTrust(warn);
  const { command, python } = effectiveSettings({ trusted, settings });
  // Where a server is named, the Python extension is not even woken.
  const isAsked = trusted && command === "" && python === "";
  return {
    trusted,
    settings,
    folderInterpreters: isAsked ? await folderInterpreters(warn) : [],
    serversOnPath: findOnPath(["cortex-lsp"]),
    managedInterpreter: managedInterpreter === undefined ? undefined : startable(managedInterpreter, warn),
  };
}

/** Whether trust allows to start a program at this place, whoever named it. */
export function mayStart(file: string): boolean {
  return vscode.workspace.isTrusted || !isInside(file, pathSearch());
}

/** Our own environment lies inside where someone opens the folder that has all of the editor's data, such as the home. */
function startable(file: string, warn: (words: string) => void): string | undefined {
  if (mayStart(file)) return file;
  warn(notUsed("the managed environment", file));
  return undefined;
}

/** What a program of ours gets to know of the environment. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  if (vscode.workspace.isTrusted) return process.env;
  const name = process.env.PATH === undefined && process.env.Path !== undefined ? "Path" : "PATH";
  return { ...process.env, [name]: pathOutside(pathSearch()) };
}

export const runWithTrust: Run = (command, args, options) => run(command, args, { ...options, environment: ownEnvironment() });

function settingsWithoutTrust(warn: (words: string) => void): LayeredSettings {
  const settings = readSettings();
  return { ...settings, user: settingsOutside(settings.user, pathSearch(), warn) };
}

export function findOnPath(names: readonly string[]): string[] {
  return programsOnPath(names, pathSearch());
}

function pathSearch(): PathSearch {
  return {
    path: process.env.PATH ?? process.env.Path ?? "",
    delimiter,
    windows: process.platform === "win32",
    folders: openFolders(),
    isProgram,
    realPath,
  };
}

export function openFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

export function readSettings(): LayeredSettings {
  const configuration = vscode.workspace.getConfiguration("cortex");
  const layer = (read: (key: string) => unknown): Settings => ({
    command: expand(read("server.command")),
    args: asStrings(read("server.args")),
    python: expand(read("python")),
  });
  return {
    user: layer((key) => configuration.inspect(key)?.globalValue),
    effective: layer((key) => configuration.get(key)),
  };
}

function expand(value: unknown): string {
  return typeof value === "string" ? expandSetting(value, homedir(), openFolders()[0]) : "";
}

function asStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

interface PythonExtension {
  readonly environments?: {
    readonly onDidChangeActiveEnvironmentPath?: vscode.Event<unknown>;
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: { readonly path: string },
    ): Promise<{ readonly executable: { readonly uri: vscode.Uri | undefined } } | undefined>;
  };
}

/** Only asked in a trusted folder: what is named here is run. Another extension's fault must not be ours. */
async function folderInterpreters(warn: (words: string) => void): Promise<string[]> {
  try {
    const answered = await withinTime(pythonExtensionLimit, chosenInterpreters());
    if (answered !== undefined) return answered;
    warn(`the Python extension did not answer within ${pythonExtensionLimit / 1000} s and is passed over`);
  } catch (error) {
    warn(`the Python extension failed and is passed over: ${String(error)}`);
  }
  return ownEnvironments();
}

const pythonExtensionLimit = 15_000;

async function chosenInterpreters(): Promise<string[]> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  const environments = extension === undefined ? undefined : (await extension.activate()).environments;
  if (environments === undefined) return ownEnvironments();
  const chosen = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
  const found = (await environments.resolveEnvironment(chosen))?.executable.uri?.fsPath;
  return found === undefined ? [] : [found];
}

/** Calls `act` when the user chooses another interpreter, from the moment the Python extension was asked for one. */
export function onDidChangeInterpreter(act: () => void): vscode.Disposable {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension?.isActive !== true) return { dispose: () => undefined };
  const event = (extension.exports as PythonExtension | undefined)?.environments?.onDidChangeActiveEnvironmentPath;
  return event?.(act) ?? { dispose: () => undefined };
}

function ownEnvironments(): string[] {
  return folderEnvironments(openFolders(), process.platform === "win32").filter(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realPath(file: string): string {
  try {
    // The system's own: it also mends the case of letters where the file system does not tell them apart.
    return realpathSync.native(file);
  } catch {
    return file;
  }
}
