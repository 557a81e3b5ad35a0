import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { Candidate } from "../src/server/locate";
import { afterProgress, isWithoutIndex, lacksAnIndex, parseRoots, unknownIndex } from "../src/server/indexState";
import { offersCommand } from "../src/server/offers";
import type { Tried, Verdict } from "../src/server/probe";
import { restartAllowance } from "../src/server/restarts";
import { doctorReport } from "../src/words/doctor";
import { statusOf } from "../src/words/status";
import { installFailed, keepsEnding, noPython, noServer, remedyTitles } from "../src/words/trouble";

function tried(verdict: Verdict, changes: Partial<Candidate> = {}): Tried {
  return { candidate: { origin: "path", form: "program", command: "/bin/x", args: [], final: false, ...changes }, verdict };
}

const missing: Verdict = { state: "package-missing", version: "3.12.1" };

describe("where no server is found", () => {
  it("the message says what was looked at, and offers to install", () => {
    const trouble = noServer([tried(missing, { origin: "interpreter", command: "/v/python" })], true, true);
    assert.match(trouble.message, /folder's interpreter: \/v\/python \(Python 3\.12\.1\) does not have cortex-plan/);
    assert.equal(trouble.remedies[0], "install");
  });

  it("an untrusted folder is named as a reason, with the way to trust it", () => {
    const trouble = noServer([], false, true);
    assert.match(trouble.message, /not trusted/);
    assert.deepEqual(trouble.remedies, ["install", "manage-trust", "show-output"]);
  });

  it("nothing is offered that cannot work: no wheel, no installation", () => {
    const trouble = noServer([], true, false);
    assert.ok(!trouble.remedies.includes("install"));
    assert.ok(!trouble.message.includes("pip"));
  });

  it("a setting that does not work is the trouble itself", () => {
    const named = tried({ state: "not-found", detail: "ENOENT" }, { origin: "setting-command", final: true });
    const trouble = noServer([named], true, true);
    assert.match(trouble.message, /setting cortex\.server\.command: \/bin\/x was not found/);
    assert.deepEqual(trouble.remedies, ["open-settings", "show-output"]);
  });

  it("a named Python without the package can be helped out, and the button comes first", () => {
    const named = tried(missing, { origin: "setting-python", command: "/v/python", form: "python", final: true });
    const trouble = noServer([named], true, true);
    assert.match(trouble.message, /made from this Python/);
    assert.deepEqual(trouble.remedies, ["install", "choose-python", "open-settings"]);
    assert.ok(!noServer([named], true, false).remedies.includes("install"));
  });

  it("every remedy has a title", () => {
    for (const title of Object.values(remedyTitles)) assert.ok(title.length > 3);
  });
});

describe("where Python is the trouble", () => {
  it("says that none was found", () => {
    assert.match(noPython([]).message, /3\.11 or newer, and no Python was found/);
  });

  it("says which one is too old", () => {
    assert.match(noPython([{ command: "/usr/bin/python3", version: "3.9.2" }]).message, /\/usr\/bin\/python3 is 3\.9\.2/);
  });

  it("says that pip needs its package index, and what pip said", () => {
    const { message, remedies } = installFailed({ state: "failed", step: "pip", detail: "no route to host" });
    assert.match(message, /package index.*no route to host/);
    assert.equal(remedies[0], "install");
  });
});

describe("every way in which an installation fails", () => {
  const steps = ["no-wheel", "busy", "cancelled", "venv", "pip"] as const;

  it("has its own words and a button that does something about it", () => {
    const troubles = steps.map((step) => installFailed({ state: "failed", step, detail: "why" }));
    assert.equal(new Set(troubles.map(({ message }) => message)).size, steps.length);
    for (const { remedies } of troubles) assert.notEqual(remedies[0], "show-output");
  });
});

describe("the state of the index", () => {
  it("is read from what the server says of itself", () => {
    const said = { roots: [{ path: "/a", index: 7 }, { path: "/b", index: null }, { index: 1 }, 3] };
    assert.deepEqual(parseRoots(said), [{ path: "/a", generation: 7 }, { path: "/b", generation: undefined }]);
    assert.deepEqual([parseRoots(undefined), parseRoots({ roots: "none" })], [[], []]);
  });

  it("is asked for again while a root lacks one", () => {
    assert.equal(lacksAnIndex(unknownIndex), true);
    assert.equal(lacksAnIndex({ roots: [{ path: "/a", generation: 1 }], building: undefined }), false);
  });

  it("is known to be missing for the root that a file belongs to, the nearest one", () => {
    const roots = [{ path: "/a", generation: 1 }, { path: "/a/b", generation: undefined }];
    const asked = ["/a/x.json", "/a/b/x.json", "/c/x.json", "/a/bc/x.json", undefined];
    assert.deepEqual(asked.map((path) => isWithoutIndex(roots, path)), [false, true, false, false, true]);
  });

  it("follows a build to its end", () => {
    const begun = afterProgress(unknownIndex, { kind: "begin", percentage: 0 });
    const going = afterProgress(begun, { kind: "report", percentage: 41.6 });
    assert.deepEqual([begun.building, going.building], [0, 42]);
    assert.equal(afterProgress(going, { kind: "report" }).building, 42);
    assert.equal(afterProgress(going, { kind: "end" }).building, undefined);
  });
});

describe("the status bar", () => {
  const running = { name: "running", version: "0.1.0", origin: "path" } as const;

  it("is calm while all is well and alarming where nothing runs", () => {
    assert.equal(statusOf(running, true, unknownIndex).alarming, false);
    assert.equal(statusOf({ name: "failed", trouble: keepsEnding }, true, unknownIndex).alarming, true);
  });

  it("says in an untrusted folder what is not used", () => {
    const status = statusOf({ name: "starting" }, false, unknownIndex);
    assert.match(status.tooltip, /not trusted/);
    assert.match(status.text, /shield/);
  });

  it("says how the index is: none, being built, there", () => {
    const root = { path: "/repo", generation: undefined };
    assert.match(statusOf(running, true, { roots: [root], building: undefined }).text, /Cortex: no index$/);
    assert.match(statusOf(running, true, { roots: [root], building: 40 }).text, /Cortex: indexing 40%$/);
    const built = statusOf(running, true, { roots: [{ ...root, generation: 3 }], building: undefined });
    assert.match(built.text, /Cortex$/);
    assert.match(built.tooltip, /\/repo is indexed \(build 3\)/);
  });

  it("says nothing of the index while no server runs", () => {
    const index = { roots: [{ path: "/repo", generation: undefined }], building: undefined };
    assert.ok(!statusOf({ name: "stopped" }, true, index).text.includes("index"));
  });
});

describe("the doctor", () => {
  it("reports the state, the search and the server's own words", () => {
    const report = doctorReport({
      extension: "0.1.0",
      editor: "Editor 1",
      platform: "linux x64",
      trusted: true,
      folders: ["/repo"],
      state: { name: "running", version: "0.1.0", origin: "path" },
      tried: [tried({ state: "usable", version: "0.1.0" })],
      wheel: undefined,
      documents: [],
      server: "generation 7",
    });
    for (const part of ["Server: Cortex server 0.1.0 is running.", "cortex-lsp on PATH: /bin/x has version 0.1.0", "generation 7"]) {
      assert.ok(report.includes(part), part);
    }
  });
});

describe("a server that dies", () => {
  it("is started again four times in three minutes, then the user is asked", () => {
    const allow = restartAllowance();
    assert.deepEqual([0, 1, 2, 3, 4].map((second) => allow(second * 1000)), [true, true, true, true, false]);
  });

  it("is started again where it dies rarely", () => {
    const allow = restartAllowance();
    assert.ok([0, 1, 2, 3, 4, 5].every((minute) => allow(minute * 60_000)));
  });
});

describe("a server's commands", () => {
  it("are those it named when it started", () => {
    const initialized = { capabilities: { executeCommandProvider: { commands: ["cortex.compilePlan"] } } };
    assert.equal(offersCommand(initialized, "cortex.compilePlan"), true);
    assert.equal(offersCommand(initialized, "cortex.storePlan"), false);
    assert.equal(offersCommand({ capabilities: {} }, "cortex.compilePlan"), false);
    assert.equal(offersCommand(undefined, "cortex.compilePlan"), false);
  });
});
