import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe, it } from "node:test";

import { Queue, withinTime } from "../src/pacing";
import type { Candidate } from "../src/server/locate";
import { RenewalAllowance } from "../src/server/restarts";
import { ServerWords, parseLogLine } from "../src/server/serverWords";
import type { LogLine } from "../src/server/serverWords";
import { serverFails, startBroke } from "../src/words/trouble";

const named: Candidate = { origin: "setting-command", form: "program", command: "/x/lsp", args: ["--nonsense"], final: true };

describe("work that waits in line", () => {
  it("goes on after work that failed, and the failure is told", async () => {
    const queue = new Queue();
    const told: unknown[] = [];
    let hasRun = false;
    void queue.add(() => Promise.reject(new Error("broken")), (error) => told.push(error));
    await queue.add(() => Promise.resolve(void (hasRun = true)), () => undefined);
    assert.deepEqual([hasRun, told.length], [true, 1]);
  });

  it("is waited for until all of it is done", async () => {
    const queue = new Queue();
    let isDone = false;
    void queue.add(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      isDone = true;
    }, () => undefined);
    await queue.done();
    assert.ok(isDone);
  });
});

describe("work that never ends", () => {
  it("is given up after its time", async () => {
    assert.equal(await withinTime(5, new Promise(() => undefined)), undefined);
  });

  it("is waited for where it ends in time, and its failure is passed on", async () => {
    assert.equal(await withinTime(1000, Promise.resolve(7)), 7);
    await assert.rejects(withinTime(1000, Promise.reject(new Error("broken"))), /broken/);
  });
});

describe("a broken installation", () => {
  it("is renewed unasked once, and again only after a server has run", () => {
    const renewals = new RenewalAllowance();
    assert.deepEqual([renewals.take(), renewals.take(), renewals.take()], [true, false, false]);
    renewals.serverHasRun();
    assert.deepEqual([renewals.take(), renewals.take()], [true, false]);
  });
});

describe("what the server writes", () => {
  it("is logged at its own level, without a second time", () => {
    const line = "2026-11-18 16:15:59,123 WARNING cortex_server.index: no index";
    assert.deepEqual(parseLogLine(line), { level: "warn", text: "cortex_server.index: no index" });
    assert.equal(parseLogLine("2026-11-18 16:15:59,123 ERROR a: b").level, "error");
  });

  it("is a warning where it has no level, and kept whole", () => {
    assert.deepEqual(parseLogLine("Traceback (most recent call last):").level, "warn");
    assert.equal(parseLogLine("lsp: error: unrecognized arguments: --x").text, "lsp: error: unrecognized arguments: --x");
  });

  it("is remembered by its last line, of the last process only", async () => {
    const logged: LogLine[] = [];
    const words = new ServerWords((line) => logged.push(line));
    for (const text of ["usage: lsp\n\nlsp: error: old\n", "usage: lsp\nlsp: error: new\n\n"]) {
      const stream = new PassThrough();
      words.listen(stream);
      stream.end(text);
      await words.last();
    }
    assert.equal(await words.last(), "lsp: error: new");
    assert.ok(logged.some(({ text }) => text === "usage: lsp"));
  });
});

describe("a server that does not start", () => {
  it("is told with its origin, its whole command, its last words and a way to the settings", () => {
    const { message, remedies } = serverFails(named, "lsp: error: unrecognized arguments: --nonsense.");
    assert.equal(
      message,
      "The Cortex server does not start (the setting cortex.server.command: /x/lsp --nonsense): " +
        "lsp: error: unrecognized arguments: --nonsense.",
    );
    assert.deepEqual(remedies.slice(0, 2), ["open-settings", "show-output"]);
  });

  it("can be started again where something else broke", () => {
    assert.deepEqual(startBroke("no space left").remedies[0], "restart");
  });
});
