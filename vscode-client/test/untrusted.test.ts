import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";

import { candidates } from "../src/server/locate";
import type { PathSearch } from "../src/server/searchPath";
import { expandSetting } from "../src/server/settingPaths";
import { programOutside, settingsOutside } from "../src/server/untrusted";

const repo = "/home/me/repo";

function search(changes: Partial<PathSearch> = {}): PathSearch {
  const path = `${repo}/bin:/usr/bin`;
  return { path, delimiter: ":", windows: false, folders: [repo], isProgram: () => true, realPath: (file) => file, ...changes };
}

function setting(changes: { command?: string; args?: string[]; python?: string }): { command: string; args: string[]; python: string } {
  return { command: "", args: [], python: "", ...changes };
}

describe("a program in an untrusted folder", () => {
  it("is not started, however its path is written", () => {
    for (const named of [`${repo}/run`, `${repo}/.venv/bin/python`, "/home/me/other/../repo/run", repo]) {
      assert.equal(programOutside(named, search()), undefined, named);
    }
  });

  it("is not started through a link from outside, nor where a link of the folder leads outside", () => {
    const outer = realpathSync(mkdtempSync(join(tmpdir(), "cortex-untrusted-")));
    try {
      const folder = join(outer, "repo");
      mkdirSync(folder);
      writeFileSync(join(folder, "evil"), "");
      writeFileSync(join(outer, "good"), "");
      symlinkSync(join(folder, "evil"), join(outer, "link"));
      symlinkSync(join(outer, "good"), join(folder, "own"));
      const real = search({ folders: [folder], realPath: (file) => realpathSync(file) });
      assert.equal(programOutside(join(outer, "link"), real), undefined);
      assert.equal(programOutside(join(folder, "own"), real), undefined);
      assert.equal(programOutside(join(outer, "good"), real), join(outer, "good"));
    } finally {
      rmSync(outer, { recursive: true });
    }
  });

  it("is not started by a bare name: that of PATH outside the folder is taken, by its whole path", () => {
    assert.equal(programOutside("cortex-lsp", search()), "/usr/bin/cortex-lsp");
    assert.equal(programOutside("cortex-lsp", search({ path: `${repo}/bin:.` })), undefined);
  });

  it("is not started by a path that depends on where it is started from", () => {
    for (const named of ["./run", "bin/run", "../repo/run"]) assert.equal(programOutside(named, search()), undefined, named);
  });
});

describe("the user's own settings in an untrusted folder", () => {
  it("are passed over where they lead into it, which is said, and the search goes on", () => {
    const told: string[] = [];
    const python = expandSetting("${workspaceFolder}/.venv/bin/python", "/home/me", repo);
    const user = settingsOutside(setting({ python }), search(), (words) => told.push(words));
    assert.match(told.join(), /cortex\.python is not used: this folder is not trusted, and \/home\/me\/repo\/\.venv\/bin\/python/);
    const found = candidates({
      trusted: false,
      settings: { user, effective: setting({ python }) },
      folderInterpreters: [],
      serversOnPath: ["/usr/bin/cortex-lsp"],
      managedInterpreter: undefined,
    });
    assert.deepEqual(found.map(({ command }) => command), ["/usr/bin/cortex-lsp"]);
  });

  it("lose the arguments together with the command that they were written for", () => {
    const told: string[] = [];
    const settings = setting({ command: `${repo}/serve`, args: ["--mine"] });
    assert.deepEqual(settingsOutside(settings, search(), (words) => told.push(words)), setting({}));
    assert.equal(told.length, 1);
  });

  it("stay as they are where they lead elsewhere, and nothing is said", () => {
    const told: string[] = [];
    const settings = setting({ command: "/opt/cortex-lsp", args: ["--mine"], python: "/opt/python" });
    assert.deepEqual(settingsOutside(settings, search(), (words) => told.push(words)), settings);
    assert.deepEqual(settingsOutside(setting({ args: ["--mine"] }), search(), (words) => told.push(words)), setting({ args: ["--mine"] }));
    assert.deepEqual(told, []);
  });
});
