/** Troubles with their buttons: the message, and what each button does. */

import * as vscode from "vscode";

import { installFailed, noPython, remedyTitles, storageInside } from "../words/trouble";
import type { Remedy, Trouble } from "../words/trouble";
import type { Connection } from "./connection";
import { install, wasInstalledBefore } from "./managed";
import type { Installation } from "./managed";
import { basePythons, pythonVersion } from "./probe";
import { openServerSettings, writePython } from "./serverSettings";
import { findOnPath, mayStart, runWithTrust } from "./surroundings";

/**
 * Tells the trouble and does what the user picks. A server that the user let us install is renewed unasked, after an
 * update or where it broke, but only once: where that does not help, the user is told.
 */
export async function offerRemedies(connection: Connection, trouble: Trouble): Promise<void> {
  const isOurs = trouble.remedies.includes("install") && (await wasInstalledBefore(connection.environment));
  if (isOurs && connection.renewals.take()) await installServer(connection);
  else await askAndRemedy(connection, trouble);
}

async function askAndRemedy(connection: Connection, trouble: Trouble): Promise<void> {
  connection.output.warn(trouble.message);
  const titles = trouble.remedies.map((remedy) => remedyTitles[remedy]);
  const picked = await vscode.window.showWarningMessage(trouble.message, ...titles);
  const remedy = trouble.remedies.find((candidate) => remedyTitles[candidate] === picked);
  if (remedy !== undefined) await applyRemedy(connection, remedy);
}

export async function applyRemedy(connection: Connection, remedy: Remedy): Promise<void> {
  switch (remedy) {
    case "install":
      await installServer(connection);
      return;
    case "choose-python":
      await choosePython();
      return;
    case "open-settings":
      await openServerSettings();
      return;
    case "show-output":
      connection.output.show();
      return;
    case "manage-trust":
      await vscode.commands.executeCommand("workbench.trust.manage");
      return;
    case "restart":
      await connection.restart();
      return;
  }
}

/**
 * The change of the setting restarts the server; where the chosen Python lacks the package, the server's absence is told
 * again, and can be installed from this Python.
 */
async function choosePython(): Promise<void> {
  const picked = await vscode.window.showOpenDialog({
    title: "Choose a Python 3.11 or newer, best one that has cortex-plan installed",
    openLabel: "Use This Python",
    canSelectMany: false,
  });
  const file = picked?.[0]?.fsPath;
  if (file === undefined) return;
  await writePython(file);
}

async function installServer(connection: Connection): Promise<void> {
  if (!mayStart(connection.environment.storage)) {
    await askAndRemedy(connection, storageInside);
    return;
  }
  const python = await findPython(connection);
  if (python === undefined) return;
  const installation = await installWithProgress(connection, python);
  if (installation.state === "failed") {
    await askAndRemedy(connection, installFailed(installation));
    return;
  }
  await connection.restart();
}

async function findPython(connection: Connection): Promise<string | undefined> {
  const cwd = await connection.workingDirectory();
  const tooOld: { command: string; version: string }[] = [];
  const looked = basePythons(connection.tried, findOnPath(["python3", "python"])).filter(mayStart);
  for (const command of looked) {
    const verdict = await pythonVersion(command, runWithTrust, cwd);
    if (verdict.state === "usable") return command;
    if (verdict.state === "python-too-old") tooOld.push({ command, version: verdict.version });
  }
  await askAndRemedy(connection, noPython(tooOld));
  return undefined;
}

function installWithProgress(connection: Connection, python: string): Thenable<Installation> {
  const place = { location: vscode.ProgressLocation.Notification, title: "Installing the Cortex server", cancellable: true };
  return vscode.window.withProgress(place, (progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => {
      abort.abort();
    });
    const report = (line: string): void => {
      connection.output.info(line);
      progress.report({ message: line.slice(0, 80) });
    };
    return install(connection.environment, python, { run: runWithTrust, report, signal: abort.signal });
  });
}
