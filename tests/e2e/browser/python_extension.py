"""What other extensions see of the Python extension, which cannot be had here.

It chooses the interpreter that the folder's file `chosen-python` names, tells when that file is written, and leaves a
file behind where it was asked. In a folder with a file `python-extension-fails` it cannot be started.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = {
    "name": "python",
    "publisher": "ms-python",
    "version": "0.0.1",
    "main": "./main.js",
    "engines": {"vscode": "^1.91.0"},
    "capabilities": {"untrustedWorkspaces": {"supported": True}},
}
MAIN = """const { existsSync, readFileSync, watch, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");
const inFolder = (name) => join(vscode.workspace.workspaceFolders[0].uri.fsPath, name);
const chosen = new vscode.EventEmitter();
exports.activate = () => {
  if (existsSync(inFolder("python-extension-fails"))) throw new Error("no interpreters here");
  watch(inFolder("."), (_, name) => name === "chosen-python" && chosen.fire({}));
  return api;
};
const api = {
  environments: {
    onDidChangeActiveEnvironmentPath: chosen.event,
    getActiveEnvironmentPath: () => {
      writeFileSync(inFolder("python-extension-was-asked"), "");
      return { path: existsSync(inFolder("chosen-python")) ? readFileSync(inFolder("chosen-python"), "utf8") : "" };
    },
    resolveEnvironment: async ({ path }) => (path === "" ? undefined : { executable: { uri: vscode.Uri.file(path) } }),
  },
};
"""


def write_python_extension(extensions: Path) -> None:
    """Put it into a folder of extensions that no editor has used yet: what lies there is installed."""
    folder = extensions / "ms-python.python-0.0.1"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
    (folder / "main.js").write_text(MAIN, encoding="utf-8")
