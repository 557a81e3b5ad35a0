import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { Candidate } from "../src/server/locate";
import { basePythons, firstUsable, probe, pythonVersion } from "../src/server/probe";
import type { Outcome, Run } from "../src/server/processes";

function candidate(changes: Partial<Candidate>): Candidate {
  return { origin: "interpreter", form: "python", command: "python", args: [], final: false, ...changes };
}

function answering(outcomes: Readonly<Record<string, Partial<Outcome>>>): Run {
  return (command, args) => {
    const outcome = outcomes[`${command} ${args[0] ?? ""}`] ?? { stderr: `spawn ${command} ENOENT` };
    return Promise.resolve({ status: null, stdout: "", stderr: "", ...outcome });
  };
}

describe("the verdict on an interpreter", () => {
  it("is usable with the package's version where it has the package", async () => {
    const run = answering({ "python -P": { status: 0, stdout: "3.12.1\n0.1.0\n" } });
    assert.deepEqual(await probe(candidate({}), run, "/"), { state: "usable", version: "0.1.0" });
  });

  it("names the Python that lacks the package", async () => {
    const run = answering({ "python -P": { status: 0, stdout: "3.12.1\n\n" } });
    assert.deepEqual(await probe(candidate({}), run, "/"), { state: "package-missing", version: "3.12.1" });
    assert.deepEqual(await pythonVersion("python", run, "/"), { state: "usable", version: "3.12.1" });
  });

  it("is too old where -P is not known, with the version that it has", async () => {
    const old = { status: 2, stderr: "Unknown option: -P\nusage: python ..." };
    const run = answering({ "python -P": old, "python --version": { status: 0, stdout: "Python 3.9.2\n" } });
    assert.deepEqual(await probe(candidate({}), run, "/"), { state: "python-too-old", version: "3.9.2" });
  });

  it("is not found where it does not start", async () => {
    assert.equal((await probe(candidate({}), answering({}), "/")).state, "not-found");
  });

  it("is broken with its last words where it fails", async () => {
    const run = answering({ "python -P": { status: 1, stderr: "Traceback\nImportError: bad" } });
    assert.deepEqual(await probe(candidate({}), run, "/"), { state: "broken", detail: "ImportError: bad" });
  });
});

describe("the verdict on a program", () => {
  const server = candidate({ form: "program", command: "cortex-lsp" });

  it("is usable with the version it says", async () => {
    const run = answering({ "cortex-lsp --version": { status: 0, stdout: "cortex-lsp 0.2.0\n" } });
    assert.deepEqual(await probe(server, run, "/"), { state: "usable", version: "0.2.0" });
  });

  it("is usable where it runs but does not know --version", async () => {
    const run = answering({ "cortex-lsp --version": { status: 2, stderr: "usage: ..." } });
    assert.deepEqual(await probe(server, run, "/"), { state: "usable", version: "unknown" });
  });

  it("is broken, not absent, where something that it needs is not found", async () => {
    const run = answering({ "cortex-lsp --version": { status: 127, stderr: "env: python3: not found" } });
    assert.deepEqual(await probe(server, run, "/"), { state: "broken", detail: "env: python3: not found" });
  });

  it("is broken where it ends otherwise", async () => {
    const run = answering({ "cortex-lsp --version": { status: 1, stderr: "ModuleNotFoundError: pygls" } });
    assert.equal((await probe(server, run, "/")).state, "broken");
  });
});

describe("the search", () => {
  it("goes on past what cannot serve and keeps what it tried", async () => {
    const run = answering({ "good -P": { status: 0, stdout: "3.12.1\n0.1.0\n" } });
    const search = await firstUsable([candidate({ command: "bad" }), candidate({ command: "good" })], run, "/");
    assert.equal(search.chosen?.command, "good");
    assert.deepEqual(search.tried.map(({ verdict }) => verdict.state), ["not-found", "usable"]);
  });

  it("goes on past a named Python that only lacks the package", async () => {
    const run = answering({ "named -P": { status: 0, stdout: "3.12.1\n\n" }, "good -P": { status: 0, stdout: "3.12.1\n0.1.0\n" } });
    const search = await firstUsable([candidate({ command: "named", final: true }), candidate({ command: "good" })], run, "/");
    assert.equal(search.chosen?.command, "good");
  });

  it("stops at a candidate that the user named", async () => {
    const run = answering({ "good -P": { status: 0, stdout: "3.12.1\n0.1.0\n" } });
    const search = await firstUsable([candidate({ command: "bad", final: true }), candidate({ command: "good" })], run, "/");
    assert.equal(search.chosen, undefined);
    assert.equal(search.tried.length, 1);
  });
});

describe("the Python for the managed environment", () => {
  const lacking = { state: "package-missing", version: "3.12.1" } as const;
  const named = { candidate: candidate({ origin: "setting-python", command: "/named", final: true }), verdict: lacking };
  const folder = { candidate: candidate({ command: "/folder/.venv/bin/python" }), verdict: lacking };

  it("is the one the user named, then one on PATH, then the folder's", () => {
    assert.deepEqual(basePythons([folder, named], ["/usr/bin/python3"]), ["/named", "/usr/bin/python3", "/folder/.venv/bin/python"]);
  });

  it("is never one that cannot run", () => {
    const old = { candidate: candidate({ command: "/old" }), verdict: { state: "python-too-old", version: "3.9" } as const };
    assert.deepEqual(basePythons([old], []), []);
  });
});
