import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { candidates, launchOf } from "../src/server/locate";
import type { Surroundings } from "../src/server/locate";

const empty = { command: "", args: [], python: "" };

function surroundings(changes: Partial<Surroundings>): Surroundings {
  return {
    trusted: true,
    settings: { user: empty, effective: empty },
    folderInterpreters: [],
    serversOnPath: [],
    managedInterpreter: undefined,
    ...changes,
  };
}

function origins(changes: Partial<Surroundings>): string[] {
  return candidates(surroundings(changes)).map(({ origin }) => origin);
}

const everything = {
  folderInterpreters: ["/folder/.venv/bin/python"],
  serversOnPath: ["/usr/bin/cortex-lsp"],
  managedInterpreter: "/storage/bin/python",
};

describe("the order in which the server is looked for", () => {
  it("is interpreter, PATH, managed environment where nothing is set", () => {
    assert.deepEqual(origins(everything), ["interpreter", "path", "managed"]);
  });

  it("is the named command alone, which must work", () => {
    const set = { ...empty, command: " /opt/cortex-lsp ", python: "/opt/python" };
    const [only, ...rest] = candidates(surroundings({ ...everything, settings: { user: empty, effective: set } }));
    assert.deepEqual(rest, []);
    assert.equal(only?.command, "/opt/cortex-lsp");
    assert.equal(only.final, true);
  });

  it("is the named interpreter and the environment made from it where no command is named", () => {
    const set = { ...empty, python: "/opt/python" };
    const settings = { user: empty, effective: set };
    assert.deepEqual(origins({ ...everything, settings }), ["setting-python", "managed"]);
  });
});

describe("an untrusted folder", () => {
  const folderSettings = { command: "/folder/evil", args: ["--evil"], python: "/folder/python" };

  it("has no say in the command, the interpreter or the arguments", () => {
    const found = candidates(surroundings({ ...everything, trusted: false, settings: { user: empty, effective: folderSettings } }));
    assert.deepEqual(found.map(({ origin }) => origin), ["path", "managed"]);
    assert.deepEqual(found.flatMap(({ args }) => args), []);
  });

  it("does not take away what the user set for all folders", () => {
    const user = { ...empty, python: "/home/me/python" };
    const found = candidates(surroundings({ trusted: false, settings: { user, effective: folderSettings } }));
    assert.deepEqual(found.map(({ command }) => command), ["/home/me/python"]);
  });
});

describe("how a candidate is started", () => {
  it("gives Python -P first, so that the working directory is no module path", () => {
    const [candidate] = candidates(surroundings({ managedInterpreter: "/storage/bin/python" }));
    assert.ok(candidate);
    assert.deepEqual(launchOf(candidate), { command: "/storage/bin/python", args: ["-P", "-m", "cortex_server"] });
  });

  it("passes the arguments of the settings on", () => {
    const set = { command: "/opt/cortex-lsp", args: ["--log-level", "debug"], python: "" };
    const [candidate] = candidates(surroundings({ settings: { user: empty, effective: set } }));
    assert.ok(candidate);
    assert.deepEqual(launchOf(candidate).args, ["--log-level", "debug"]);
  });
});
