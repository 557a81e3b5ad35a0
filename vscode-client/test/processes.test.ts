import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { probe } from "../src/server/probe";
import { run, safeEnvironment } from "../src/server/processes";

let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "cortex-processes-"));
});

after(async () => {
  await rm(folder, { recursive: true });
});

describe("running a program", () => {
  const limits = { timeoutMilliseconds: 20_000 };

  it("gives its status and what it said, line by line too", async () => {
    const lines: string[] = [];
    const script = "console.log('out\\nmore'); console.error('err'); process.exit(3)";
    const options = { ...limits, cwd: folder, onLine: (line: string) => lines.push(line) };
    const outcome = await run(process.execPath, ["-e", script], options);
    assert.deepEqual(outcome, { status: 3, stdout: "out\nmore\n", stderr: "err\n" });
    assert.deepEqual(lines.sort(), ["err", "more", "out"]);
  });

  it("is an outcome, not an exception, where the program is not there", async () => {
    const outcome = await run(join(folder, "nothing"), [], { ...limits, cwd: folder });
    assert.equal(outcome.status, null);
    assert.match(outcome.stderr, /ENOENT/);
  });

  it("ends at the time limit", async () => {
    const outcome = await run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { cwd: folder, timeoutMilliseconds: 100 });
    assert.equal(outcome.status, null);
  });

  it("tells Python not to import from the working directory, and drops another interpreter's home", () => {
    const safe = safeEnvironment({ PATH: "/bin", PYTHONHOME: "/else", PYTHONSTARTUP: "x.py" });
    assert.deepEqual(safe, { PATH: "/bin", PYTHONSAFEPATH: "1", PYTHONUTF8: "1" });
  });
});

describe("a folder with a hostile json.py", () => {
  it("does not get to run it when an interpreter is probed, even from inside that folder", async (context) => {
    const python = await run("python3", ["--version"], { cwd: folder, timeoutMilliseconds: 20_000 });
    if (!/Python 3\.(1[1-9]|[2-9]\d)/.test(python.stdout)) {
      context.skip("no Python 3.11 on this machine");
      return;
    }
    for (const name of ["json.py", "importlib.py", "cortex_server.py"]) {
      await writeFile(join(folder, name), "import sys\nsys.exit('hostile code ran')\n");
    }
    const verdict = await probe({ origin: "path", form: "python", command: "python3", args: [], final: false }, run, folder);
    assert.ok(verdict.state === "package-missing" || verdict.state === "usable", JSON.stringify(verdict));
  });
});
