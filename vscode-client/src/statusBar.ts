/** The item in the status bar: what the server is doing, how the index is, and the way to the commands that help. */

import * as vscode from "vscode";

import type { IndexWatch } from "./indexWatch";
import type { Connection } from "./server/connection";
import { statusOf } from "./words/status";

export function createStatusItem(connection: Connection, index: IndexWatch): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("cortex.server", vscode.StatusBarAlignment.Right, 10);
  item.name = "Cortex";
  item.command = "cortex.ui.menu";
  const show = (): void => {
    const status = statusOf(connection.state, vscode.workspace.isTrusted, index.state);
    item.text = status.text;
    item.tooltip = status.tooltip;
    item.accessibilityInformation = { label: status.tooltip };
    item.backgroundColor = status.alarming ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    if (connection.isWanted) item.show();
  };
  show();
  return vscode.Disposable.from(item, connection.onDidChangeState(show), index.onDidChange(show));
}
