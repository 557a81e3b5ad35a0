import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";

interface Notices {
  readonly noticesOf: (inputs: readonly string[]) => string;
}

describe("the notices of what is packed", () => {
  it("hold the licence of each library once, and nothing of our own", async () => {
    const { noticesOf } = (await import(pathToFileURL("scripts/notices.mjs").href)) as Notices;
    const client = "node_modules/vscode-languageclient";
    const text = noticesOf([`${client}/lib/common/api.js`, "src/extension.ts", `${client}/lib/node/main.js`]);
    assert.match(text, /vscode-languageclient \d\S* \(MIT\)[^]*Copyright \(c\) Microsoft Corporation[^]*without restriction/);
    assert.equal(text.match(/Permission is hereby granted/g)?.length, 1);
    assert.throws(() => noticesOf([join(client, "node_modules", "none", "x.js")]));
  });

  it("are packed", () => {
    const packed = readFileSync(".vscodeignore", "utf8").split("\n");
    assert.ok(packed.includes("!out/NOTICES.txt") && packed.includes("!out/*.LEGAL.txt"));
  });
});
