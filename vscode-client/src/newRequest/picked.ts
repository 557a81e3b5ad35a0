/** A list of choices, shown until the user takes something or calls it off. */

import type * as vscode from "vscode";

/** Undefined where it was called off, or where `taken` finds nothing to take. */
export async function picked<Item extends vscode.QuickPickItem, Taken>(
  picker: vscode.QuickPick<Item>,
  taken: () => Taken | undefined,
): Promise<Taken | undefined> {
  picker.show();
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() => {
        resolve(taken());
      });
      picker.onDidHide(() => {
        resolve(undefined);
      });
    });
  } finally {
    picker.dispose();
  }
}
