/** Reads from the editor what `locate` decides on: settings by layer, trust, the Python extension, PATH. */

import { constants, accessSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter } from "node:path";
import * as vscode from "vscode";

import { effectiveSettings } from "./locate";
import type { LayeredSettings, Settings, Surroundings } from "./locate";
import { folderEnvironments, programsOnPath } from "./searchPath";
import { expandSetting } from "./settingPaths";

export async function readSurroundings(managedInterpreter: string | undefined): Promise<Surroundings> {
  const trusted = vscode.workspace.isTrusted;
  const settings = readSettings();
  const { command, python } = effectiveSettings({ trusted, settings });
  // Where a server is named, the Python extension is not even woken.
  const isAsked = trusted && command === "" && python === "";
  return {
    trusted,
    settings,
    folderInterpreters: isAsked ? await folderInterpreters() : [],
    serversOnPath: findOnPath(["cortex-lsp"]),
    managedInterpreter,
  };
}

export function findOnPath(names: readonly string[]): string[] {
  return programsOnPath(names, {
    path: process.env.PATH ?? process.env.Path ?? "",
    delimiter,
    windows: process.platform === "win32",
    folders: openFolders(),
    isProgram,
    realPath,
  });
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
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: { readonly path: string },
    ): Promise<{ readonly executable: { readonly uri: vscode.Uri | undefined } } | undefined>;
  };
}

/** Only asked in a trusted folder: what is named here is run. */
async function folderInterpreters(): Promise<string[]> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  const environments = extension === undefined ? undefined : (await extension.activate()).environments;
  if (environments === undefined) return folderEnvironments(openFolders(), process.platform === "win32").filter(isProgram);
  const chosen = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
  const found = (await environments.resolveEnvironment(chosen))?.executable.uri?.fsPath;
  return found === undefined ? [] : [found];
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
    return realpathSync(file);
  } catch {
    return file;
  }
}
