import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { commandLine } from "../src/panel/commandLine";
import { findingsView } from "../src/panel/findingsView";
import { columnsOf, graphView } from "../src/panel/graphView";
import { escapeHtml, formatBytes, formatCount } from "../src/panel/html";
import { parseFromPage, parsePanelState } from "../src/panel/messages";
import { parsePreview, parseStored } from "../src/panel/model";
import type { Preview, Step } from "../src/panel/model";
import { oneAtATime } from "../src/pacing";
import { noticeView, waysOnFrom } from "../src/panel/noticeView";
import { pageHtml } from "../src/panel/page";
import { savedPlace } from "../src/panel/saving";
import { ordinalWidth, rowAfterKey, rowHeight, rowsInSight, rowsView, scrollTopFor } from "../src/panel/stepsView";
import { announcement, budgetsView, headView, isUnknown } from "../src/panel/summaryView";

const hostile = `<img src=x onerror="alert('1')">`;
const range = { start: { line: 4, character: 2 }, end: { line: 4, character: 9 } };

function step(ordinal: number, changes: Partial<Step> = {}): Step {
  return {
    stepId: `step_${String(ordinal).padStart(16, "0")}`,
    ordinal,
    op: "READ_SYMBOL",
    target: `@DOC/${ordinal}.md`,
    bytes: 1200,
    needs: [],
    range,
    source: undefined,
    ...changes,
  };
}

function preview(changes: Partial<Preview> = {}): Preview {
  const hash = "9f2c61d0".repeat(8);
  return { uri: "file:///a%20b/x.plan-request.json", version: 1, stale: false, planHash: hash, budgets: [], findings: [], steps: [step(1)], ...changes };
}

describe("the server's preview", () => {
  const wire = {
    uri: "file:///x.plan-request.json", version: 3, stale: true, plan: {}, planVersion: 2, planHash: "ab",
    budgets: { steps: { used: 5, limit: 20, inputs: [] }, bytes: { used: 1, limit: 2, inputs: [] } },
    findings: [{ range, severity: 2, code: "input-repeated", message: "twice" }],
    steps: [{ step_id: "step_1", ordinal: 1, op: "NOTE", target: "hi", bytes: null, needs: ["step_0"], pointer: "/x", range: null, source: { uri: "file:///s.md", range } }],
  };

  it("is read whole", () => {
    const read = parsePreview(wire);
    assert.equal(read?.stale, true);
    assert.deepEqual(read.budgets.map(({ name, used }) => [name, used]), [["steps", 5], ["bytes", 1]]);
    assert.equal(read.findings[0]?.severity, "warning");
    assert.deepEqual(read.steps[0]?.needs, ["step_0"]);
    assert.equal(read.steps[0].bytes, undefined);
    assert.equal(read.steps[0].source?.uri, "file:///s.md");
  });

  it("is read where parts are missing or of another form", () => {
    const read = parsePreview({ uri: "file:///x", steps: [{}, 3], budgets: [], findings: "none" });
    assert.deepEqual([read?.steps, read?.budgets, read?.findings], [[], [], []]);
    assert.equal(parsePreview(null), undefined);
  });

  it("says whether the plan is stored", () => {
    assert.equal(parseStored({ state: "drifted", cause: "moved" })?.cause, "moved");
    assert.equal(parseStored({ state: "new word" }), undefined);
  });
});

describe("text in the panel", () => {
  it("is never markup, wherever it comes from", () => {
    const finding = { severity: "error", code: hostile, message: hostile, range } as const;
    const html = [
      headView(preview({ uri: `file:///${encodeURIComponent(hostile)}`, planHash: hostile }), { state: "drifted", cause: hostile, jobId: undefined }),
      rowsView([step(1, { target: hostile, op: hostile, stepId: hostile, source: { uri: hostile, range } })], { first: 0, end: 1 }, 0),
      findingsView([finding]),
      graphView([step(1, { target: hostile, op: hostile })]),
    ].join("");
    assert.ok(!html.includes("<img"));
    assert.ok(!html.includes(`"alert`));
  });

  it("escapes every character that HTML reads", () => {
    assert.equal(escapeHtml(`<a b="c" d='e'>&`), "&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;");
  });

  it("holds no style attribute, which the page's policy forbids", () => {
    const html = headView(preview(), undefined) + budgetsView([{ name: "bytes", used: 3, limit: 2 }]) + graphView([step(1)]) + rowsView([step(1)], { first: 0, end: 1 }, 0);
    assert.ok(!html.includes("style="));
  });
});

describe("sizes", () => {
  it("are decimal, with one figure behind the point where that says something", () => {
    const shown = [0, 999, 1000, 1240, 12_400, 38_000, 999_900, 10_000_000, 2_500_000_000].map(formatBytes);
    assert.deepEqual(shown, ["0 B", "999 B", "1 KB", "1.2 KB", "12.4 KB", "38 KB", "999.9 KB", "10 MB", "2.5 GB"]);
  });

  it("group thousands", () => {
    assert.deepEqual([5, 5000, 1_234_567].map(formatCount), ["5", "5,000", "1,234,567"]);
  });
});

describe("the head", () => {
  it("names the file, the state, the hash, and offers to copy it", () => {
    const html = headView(preview(), { state: "matches", cause: undefined, jobId: "j" });
    for (const part of ["x.plan-request.json", "1 step", "9f2c61d09f2c61d0…", 'data-command="copy-hash"', "stored plan matches"]) {
      assert.ok(html.includes(part), part);
    }
    // The announcer tells a screen reader; told twice is once too often.
    assert.ok(!html.includes("role="));
  });

  it("marks a stale plan and names the cause of drift", () => {
    assert.match(headView(preview({ stale: true }), undefined), /stale: the last good plan is shown/);
    assert.match(headView(preview(), { state: "drifted", cause: "@A changed", jobId: undefined }), /drifted: @A changed/);
  });

  it("survives an address that cannot be decoded", () => {
    assert.match(headView(preview({ uri: "file:///100%.json" }), undefined), /100%\.json/);
  });

  it("announces a refusal by its errors", () => {
    const error = { severity: "error", code: "x", message: "y", range } as const;
    assert.equal(announcement(preview({ findings: [error] })), "Refused, 1 error");
  });
});

describe("the budget bars", () => {
  it("say used of limit in words and as a bar", () => {
    const html = budgetsView([{ name: "bytes", used: 12_400, limit: 10_000_000 }]);
    assert.match(html, /12\.4 KB of 10 MB/);
    assert.match(html, /max="10000000" value="12400"/);
  });

  it("are marked where they are nearly or wholly used up, never beyond full", () => {
    assert.match(budgetsView([{ name: "steps", used: 19, limit: 20 }]), /budget near/);
    const over = budgetsView([{ name: "steps", used: 30, limit: 20 }]);
    assert.match(over, /budget over.*value="20".*too much/s);
    assert.match(budgetsView([{ name: "symbols", used: 0, limit: 0 }]), /max="1" value="0"/);
  });
});

describe("without an index", () => {
  const noPlan = preview({ planHash: undefined, steps: [] });

  it("no count is claimed, and the button that builds one is there", () => {
    const html = headView(noPlan, undefined, true) + budgetsView([{ name: "bytes", used: 0, limit: 2000 }], isUnknown(noPlan, true));
    assert.match(html, /not known, at most 2 KB/);
    assert.match(html, /data-command="build-index"/);
    assert.doesNotMatch(html, /0 steps|0 B of/);
  });

  it("a plan that reads nothing is shown as it is", () => {
    assert.equal(isUnknown(preview(), true), false);
    assert.equal(announcement(preview(), true), "1 step");
  });
});

describe("the rows in sight", () => {
  it("are few, however many steps there are", () => {
    const { first, end } = rowsInSight(2000 * rowHeight, 600, 5000);
    assert.ok(first < 2000 && end > 2000 + 600 / rowHeight);
    assert.ok(end - first < 60);
  });

  it("stay within the plan at both ends and in an empty one", () => {
    assert.deepEqual(rowsInSight(0, 0, 0), { first: 0, end: 0 });
    assert.deepEqual(rowsInSight(1e9, 600, 3), { first: 3, end: 3 });
  });

  it("say no size for what reads nothing, and keep the whole target and id within reach", () => {
    const html = rowsView([step(1, { op: "NOTE", target: "a/b", bytes: 0 })], { first: 0, end: 1 }, 0);
    assert.match(html, /class="bytes"><\/span>/);
    assert.match(html, /title="a\/b"><span class="folders">a\/<\/span><span class="name">b<\/span>/);
    assert.match(html, /title="step_0000000000000001"/);
  });

  it("leave room for the largest number", () => {
    assert.deepEqual([[step(1)], [step(1), step(5000)], []].map(ordinalWidth), ["1ch", "4ch", "1ch"]);
  });

  it("carry their place in the whole for a screen reader", () => {
    const html = rowsView([step(1), step(2), step(3)], { first: 1, end: 3 }, 1);
    assert.match(html, /aria-rowindex="3" aria-selected="true"/);
    assert.ok(!html.includes("@DOC/1.md"));
  });
});

describe("the keyboard in the table", () => {
  it("moves by row, by page and to the ends, and stops there", () => {
    const moves = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"].map((key) => rowAfterKey(key, 5, 10, 20));
    assert.deepEqual(moves, [6, 4, 9, 0, 0, 9]);
    assert.equal(rowAfterKey("x", 5, 10, 20), undefined);
  });

  it("keeps the active row in sight and scrolls no further than needed", () => {
    assert.equal(scrollTopFor(0, 100, 240), 0);
    assert.equal(scrollTopFor(5, 24, 240), 24);
    assert.equal(scrollTopFor(20, 0, 240), 21 * rowHeight - 240);
  });
});

describe("the picture", () => {
  const [read, other, write] = [step(1), step(2), step(3, { op: "WRITE_FILE", needs: [step(1).stepId, step(2).stepId] })];

  it("puts what needs something to the right of it", () => {
    assert.deepEqual(columnsOf([read, other, write]), [[0, 1], [2]]);
    assert.equal(graphView([read, other, write]).match(/class="edge"/g)?.length, 2);
  });

  it("is described with words for one and for many", () => {
    assert.match(graphView([read]), /aria-label="1 step in 1 stage"/);
    assert.match(graphView([read, other, write]), /aria-label="3 steps in 2 stages"/);
  });

  it("passes over needs that name no earlier step", () => {
    assert.deepEqual(columnsOf([step(1, { needs: ["step_unknown", step(1).stepId] })]), [[0]]);
  });

  it("stays small for a large plan", () => {
    const many = Array.from({ length: 5000 }, (_, index) => step(index + 1));
    const html = graphView(many);
    assert.ok(html.length < 20_000);
    assert.match(html, /4,989 more/);
  });
});

describe("a panel after a reload", () => {
  it("knows its document again, and starts empty from anything else", () => {
    assert.deepEqual(parsePanelState({ uri: "file:///x" }), { uri: "file:///x" });
    assert.deepEqual([undefined, null, {}, { uri: 3 }].map(parsePanelState), [undefined, undefined, undefined, undefined]);
  });
});

describe("what the page says", () => {
  it("is taken only where it is one of its own messages", () => {
    assert.deepEqual(parseFromPage({ type: "command", command: "compile" }), { type: "command", command: "compile" });
    assert.deepEqual(parseFromPage({ type: "reveal-step", index: 3 }), { type: "reveal-step", index: 3 });
    assert.equal(parseFromPage({ type: "command", command: "rm" }), undefined);
    assert.equal(parseFromPage({ type: "reveal-step", index: "3" }), undefined);
    assert.equal(parseFromPage(null), undefined);
  });
});

describe("the page", () => {
  const html = pageHtml({ script: "https://local/panel.js", style: "https://local/panel.css", source: "https://local", nonce: "abc" });

  it("allows nothing but its own style and its one script", () => {
    assert.match(html, /default-src 'none'; style-src https:\/\/local; script-src 'nonce-abc'/);
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.ok(!html.includes("unsafe"));
  });
});

describe("the command line", () => {
  it("names the file as seen from the folder", () => {
    assert.equal(commandLine("/repo/plans/a.plan-request.json", "/repo"), "cortex plan --request-file plans/a.plan-request.json --dry-run");
  });

  it("quotes what a shell would read, and hides a leading dash", () => {
    assert.equal(commandLine("/repo/it's $x.json", "/repo"), `cortex plan --request-file 'it'\\''s $x.json' --dry-run`);
    assert.match(commandLine("/repo/-rf.json", "/repo"), /--request-file \.\/-rf\.json/);
    assert.match(commandLine("/else/a.json", "/repo"), /--request-file \/else\/a\.json/);
  });
});

describe("requests that overlap", () => {
  it("are at most one under way and one waiting", async () => {
    let started = 0;
    let release: () => void = () => undefined;
    const ask = oneAtATime(() => {
      started += 1;
      return new Promise<void>((resolve) => (release = resolve));
    }, () => assert.fail("nothing failed"));
    for (let index = 0; index < 10; index += 1) ask();
    assert.equal(started, 1);
    release();
    await new Promise(setImmediate);
    assert.equal(started, 2);
    release();
    await new Promise(setImmediate);
    assert.equal(started, 2);
  });

  it("go on after one has failed", async () => {
    const failures: unknown[] = [];
    const ask = oneAtATime(() => Promise.reject(new Error("no answer")), (error) => failures.push(error));
    ask();
    await new Promise(setImmediate);
    ask();
    await new Promise(setImmediate);
    assert.equal(failures.length, 2);
  });
});

describe("a document whose command line is copied", () => {
  const never = (): Promise<never> => Promise.reject(new Error("not to be asked"));
  const saving = { isSaved: false, ask: () => Promise.resolve(true), save: () => Promise.resolve("/repo/a.json") };

  it("is taken as it is where it is saved", async () => {
    assert.equal(await savedPlace("/repo/a.json", { isSaved: true, ask: never, save: never }), "/repo/a.json");
  });

  it("is taken from where it was saved to, not from where it was", async () => {
    assert.equal(await savedPlace("Untitled-1", saving), "/repo/a.json");
  });

  it("is left alone where the user says no, or cancels the save", async () => {
    assert.equal(await savedPlace("Untitled-1", { ...saving, ask: () => Promise.resolve(false), save: never }), undefined);
    assert.equal(await savedPlace("Untitled-1", { ...saving, save: () => Promise.resolve(undefined) }), undefined);
  });
});

describe("a panel without a server", () => {
  const trouble = { message: "none", remedies: ["install", "manage-trust", "show-output"] } as const;

  it("offers the remedies of what went wrong, a restart and the doctor", () => {
    assert.deepEqual(waysOnFrom({ name: "absent", trouble }), ["install", "manage-trust", "show-output", "restart", "doctor"]);
    assert.deepEqual(waysOnFrom({ name: "stopped" }), ["restart", "show-output", "doctor"]);
  });

  it("offers nothing while one starts or runs", () => {
    assert.deepEqual(waysOnFrom({ name: "starting" }), []);
    assert.deepEqual(waysOnFrom({ name: "running", version: "1", origin: "path" }), []);
    assert.equal(noticeView("The Cortex server is starting.", []), "The Cortex server is starting.");
  });

  it("has a button for each, whose message is understood", () => {
    const html = noticeView(hostile, waysOnFrom({ name: "stopped" }));
    assert.ok(!html.includes("<img"));
    assert.match(html, /<button type="button" data-command="restart">Restart Server<\/button>/);
    for (const [, command] of html.matchAll(/data-command="([^"]*)"/g)) {
      assert.deepEqual(parseFromPage({ type: "command", command }), { type: "command", command });
    }
  });
});
