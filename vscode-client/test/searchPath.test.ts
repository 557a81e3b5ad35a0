import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { folderEnvironments, pathOutside, programsOnPath } from "../src/server/searchPath";
import type { PathSearch } from "../src/server/searchPath";
import { expandSetting } from "../src/server/settingPaths";

function search(path: string, changes: Partial<PathSearch> = {}): PathSearch {
  return { path, delimiter: ":", windows: false, folders: ["/home/me/repo"], isProgram: () => true, realPath: (file) => file, ...changes };
}

describe("programs on PATH", () => {
  it("come in PATH's order, once each", () => {
    assert.deepEqual(programsOnPath(["cortex-lsp"], search("/b:/a:/b")), ["/b/cortex-lsp", "/a/cortex-lsp"]);
  });

  it("are never taken from the opened folder", () => {
    assert.deepEqual(programsOnPath(["cortex-lsp"], search("/home/me/repo/bin:/home/me/repo:/home/me/repository")), [
      "/home/me/repository/cortex-lsp",
    ]);
  });

  it("are never taken from relative or empty entries, which would mean the working directory", () => {
    assert.deepEqual(programsOnPath(["cortex-lsp"], search(".::bin:../bin")), []);
  });

  it("are not taken where a link leads into the opened folder", () => {
    const realPath = (file: string): string => file.replace("/linked", "/home/me/repo/bin");
    assert.deepEqual(programsOnPath(["cortex-lsp"], search("/linked", { realPath })), []);
  });

  it("are not taken from a folder inside whose name starts with two dots", () => {
    assert.deepEqual(programsOnPath(["cortex-lsp"], search("/home/me/repo/..evil")), []);
  });

  it("must be programs", () => {
    assert.deepEqual(programsOnPath(["cortex-lsp"], search("/a", { isProgram: () => false })), []);
  });
});

describe("PATH for what is started in an untrusted folder", () => {
  it("has no entry that lies inside, links there or depends on the working directory", () => {
    const realPath = (file: string): string => file.replace("/linked", "/home/me/repo/bin");
    assert.equal(pathOutside(search("/home/me/repo/bin:/usr/bin::.:/linked:/bin", { realPath })), "/usr/bin:/bin");
  });
});

describe("a folder's own interpreter", () => {
  it("is that of its .venv", () => {
    assert.deepEqual(folderEnvironments(["/a", "/b"], false), ["/a/.venv/bin/python", "/b/.venv/bin/python"]);
    assert.match(folderEnvironments(["/a"], true)[0] ?? "", /Scripts.python\.exe$/);
  });
});

describe("paths in settings", () => {
  it("may start at the home folder or name the opened one", () => {
    assert.equal(expandSetting(" ~/bin/python ", "/home/me", undefined), "/home/me/bin/python");
    assert.equal(expandSetting("${workspaceFolder}/.venv/bin/python", "/home/me", "/home/me/repo"), "/home/me/repo/.venv/bin/python");
  });

  it("are otherwise left alone", () => {
    assert.equal(expandSetting("~other/python", "/home/me", undefined), "~other/python");
  });
});
