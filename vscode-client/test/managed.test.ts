import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";

import { install, managedInterpreter, pipArguments, wasInstalledBefore } from "../src/server/managed";
import type { InstallTools, ManagedEnvironment } from "../src/server/managed";
import type { Run } from "../src/server/processes";

let storage = "";
let wheel = "";
let calls: string[][] = [];

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), "cortex-managed-"));
  wheel = join(storage, "cortex_plan-0.1.0-py3-none-any.whl");
  await writeFile(wheel, "a wheel");
  calls = [];
});

afterEach(async () => {
  await rm(storage, { recursive: true });
});

function environment(): ManagedEnvironment {
  return { storage, wheel, constraints: undefined, windows: false };
}

/** Plays venv and pip: makes the folder that venv would make, and fails where it is told to. */
function tools(failing?: "venv" | "pip", isBroken = false): InstallTools {
  const notThere = { status: null, stdout: "", stderr: "spawn ENOENT" };
  const run: Run = async (command, args) => {
    calls.push([command, ...args]);
    if (args.includes("-c")) return isBroken ? notThere : { status: 0, stdout: "3.12.1\n0.1.0\n", stderr: "" };
    const step = args.includes("venv") ? "venv" : "pip";
    if (step === failing) return { status: 1, stdout: "", stderr: `${step} failed` };
    const folder = args.at(-1);
    if (step === "venv" && folder !== undefined) await mkdir(folder, { recursive: true });
    return { status: 0, stdout: "", stderr: "" };
  };
  return { run, report: () => undefined, signal: new AbortController().signal };
}

describe("the managed environment", () => {
  it("is made by venv and pip, both with -P, and found again", async () => {
    const installation = await install(environment(), "/usr/bin/python3", tools());
    assert.equal(installation.state, "installed");
    assert.deepEqual(calls.map((call) => call.slice(1, 4)), [["-P", "-m", "venv"], ["-P", "-m", "pip"]]);
    const interpreter = await managedInterpreter(environment());
    assert.match(interpreter ?? "", /cortex_plan-0\.1\.0-py3-none-any-[0-9a-f]{12}\/bin\/python$/);
    assert.deepEqual(calls[1]?.[0], interpreter);
  });

  it("is not made twice", async () => {
    await install(environment(), "python3", tools());
    await install(environment(), "python3", tools());
    assert.deepEqual(calls.map((call) => call[3]).filter((step) => step === "venv" || step === "pip"), ["venv", "pip"]);
  });

  it("is made anew where its interpreter no longer runs, though it was made whole", async () => {
    await install(environment(), "python3", tools());
    await install(environment(), "python3", tools(undefined, true));
    assert.equal(calls.filter((call) => call[3] === "venv").length, 2);
  });

  it("does not count where pip failed, and says so", async () => {
    const installation = await install(environment(), "python3", tools("pip"));
    assert.deepEqual(installation, { state: "failed", step: "pip", detail: "pip failed" });
    assert.equal(await managedInterpreter(environment()), undefined);
    assert.equal((await readdir(storage)).includes("lock"), false);
  });

  it("was cancelled, not failed, where the user broke it off", async () => {
    const installation = await install(environment(), "python3", { ...tools("pip"), signal: AbortSignal.abort() });
    assert.equal(installation.state === "failed" && installation.step, "cancelled");
  });

  it("belongs to one wheel: an update makes its own, unasked", async () => {
    await install(environment(), "python3", tools());
    await writeFile(wheel, "another build of the same version");
    assert.equal(await managedInterpreter(environment()), undefined);
    assert.equal(await wasInstalledBefore(environment()), true);
  });

  it("was never installed in an empty storage", async () => {
    assert.equal(await wasInstalledBefore({ ...environment(), storage: join(storage, "none") }), false);
  });

  it("needs a wheel in the package", async () => {
    const installation = await install({ ...environment(), wheel: undefined }, "python3", tools());
    assert.equal(installation.state === "failed" && installation.step, "no-wheel");
  });
});

describe("two windows that install at once", () => {
  it("do not meet: the second is told to wait", async () => {
    await writeFile(join(storage, "lock"), "");
    const installation = await install(environment(), "python3", tools());
    assert.equal(installation.state === "failed" && installation.step, "busy");
  });

  it("do not wait for a window that died long ago", async () => {
    await writeFile(join(storage, "lock"), "");
    await utimes(join(storage, "lock"), new Date(0), new Date(0));
    assert.equal((await install(environment(), "python3", tools())).state, "installed");
  });
});

describe("pip", () => {
  it("asks no questions and keeps to the tested versions", () => {
    const args = pipArguments("x.whl", "constraints.txt");
    assert.ok(args.includes("--no-input"));
    assert.deepEqual(args.slice(-3), ["--constraint", "constraints.txt", "x.whl"]);
  });
});
