import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { associationsOfSetting, languageFor, parseAssociations } from "../src/documents/associations";
import { editorGlobs } from "../src/documents/globs";
import { intentChoices, parseIntents, takenIntent } from "../src/documents/intents";
import { documentSelector, languageOfName } from "../src/documents/kinds";
import { fileNameFor, pickedSymbols, requestText, symbolsToOffer } from "../src/documents/requestText";

const request = "cortex-plan-request";

describe("the server's table of documents", () => {
  it("keeps what we understand", () => {
    const good = { glob: "plans/*.json", languageId: request };
    assert.deepEqual(parseAssociations([good, { glob: 3 }, { glob: "x", languageId: "python" }, null]), [good]);
  });

  it("is empty where the message is none", () => {
    assert.deepEqual(parseAssociations("nonsense"), []);
  });
});

describe("the language of an open document", () => {
  const table = [
    { glob: "plans/*.json", languageId: request },
    { glob: "plans/old.json", languageId: "json" },
  ];

  it("follows the table", () => {
    assert.equal(languageFor("json", table, (glob) => glob === "plans/*.json"), request);
  });

  it("follows the last match", () => {
    assert.equal(languageFor(request, table, () => true), "json");
  });

  it("is left alone where it is right, where nothing matches, and where the user chose another", () => {
    assert.equal(languageFor(request, table.slice(0, 1), () => true), undefined);
    assert.equal(languageFor("json", table, () => false), undefined);
    assert.equal(languageFor("plaintext", table, () => true), undefined);
  });

  it("goes back to what its name says where it followed a table that no longer has it", () => {
    assert.equal(languageFor(request, table, () => false, languageOfName("/repo/plans/a.json")), "json");
    assert.equal(languageFor(request, table, () => false, languageOfName("/repo/b.goal.json")), "cortex-goal");
  });

  it("is said by the setting too, in which off means JSON", () => {
    const setting = { "plans/*.json": "plan-request", "x.json": "off", "y.json": "nonsense" };
    const found = associationsOfSetting(setting).map(({ languageId }) => languageId);
    assert.deepEqual(found, [request, "json"]);
    assert.deepEqual(associationsOfSetting(undefined), []);
  });

  it("by its name alone is that of the manifest's patterns", () => {
    const names = ["plan_request_a.json", "plan_request.schema.json", "plan_request.goal.json", "a.jsonc", "package.json"];
    assert.deepEqual(names.map(languageOfName), [request, "json", "cortex-goal", "jsonc", "json"]);
  });
});

describe("globs of cortex.toml in the editor's words", () => {
  const patterns = (glob: string): string[] => editorGlobs(glob, ["/repo"]).map(({ pattern }) => pattern);

  it("hold in every folder without a slash, from the root with one", () => {
    assert.deepEqual(patterns("*.json"), ["**/*.json"]);
    assert.deepEqual(patterns("plans/*.json"), ["plans/*.json"]);
    assert.deepEqual(patterns("/plans.json"), ["plans.json"]);
    assert.deepEqual(patterns("**/plans/*.json"), ["**/plans/*.json"]);
  });

  it("mean all below a folder's name", () => {
    assert.deepEqual(patterns("plans"), ["**/plans", "**/plans/**"]);
    assert.deepEqual(patterns("plans/"), ["**/plans/**"]);
  });

  it("are relative to each opened folder, unless they start with one", () => {
    assert.deepEqual(editorGlobs("*.json", ["/a", "/b"]).map(({ base }) => base), ["/a", "/b"]);
    assert.deepEqual(editorGlobs("/b/plans/*.json", ["/a", "/b"]), [{ base: "/b", pattern: "plans/*.json" }]);
  });
});

describe("what the server gets to see", () => {
  it("is files and new buffers, not its own previews", () => {
    assert.deepEqual([...new Set(documentSelector.map(({ scheme }) => scheme))], ["file", "untitled"]);
  });
});

describe("a new plan request", () => {
  it("has every field that is required, and what was picked", () => {
    const made = JSON.parse(requestText(" Sum up ", ["@DOC/a.md"], 3)) as Record<string, unknown>;
    assert.deepEqual(made, {
      run_id: "run-1",
      request_id: "sum-up-3",
      intent: "Sum up",
      inputs: { symbols: ["@DOC/a.md"], files: [], notes: [] },
      budgets: { max_steps: 100 },
    });
  });

  it("is named after its intent, with nothing that a file's name should not hold", () => {
    assert.equal(fileNameFor("../Sum up!", 1), "sum-up.plan-request.json");
    assert.equal(fileNameFor("資料", 1), "new.plan-request.json");
  });

  it("has further names where the first is taken", () => {
    assert.equal(fileNameFor("Sum up", 2), "sum-up-2.plan-request.json");
  });

  it("takes what is marked, or else the hit in focus, or else the first that was searched for", () => {
    assert.deepEqual(pickedSymbols(["@A"], ["@B"], ["@A", "@B"], "b"), ["@A"]);
    assert.deepEqual(pickedSymbols([], ["@B"], ["@A", "@B"], ""), ["@B"]);
    assert.deepEqual(pickedSymbols([], [], ["@A", "@B"], "a"), ["@A"]);
    assert.deepEqual(pickedSymbols([], [], ["@A", "@B"], ""), []);
  });

  it("offers our symbols only, those not marked yet, each once", () => {
    assert.deepEqual(symbolsToOffer(["@A"], ["@A", "@B", "other", "@B", "@C"]), ["@B", "@C"]);
    assert.equal(symbolsToOffer([], Array.from({ length: 500 }, (_, index) => `@${index}`)).length, 100);
  });
});

describe("the intents that a new plan request may have", () => {
  const repair = { name: "repair", description: "Mend what is broken." };

  it("are those that the server offers, whatever else it says", () => {
    assert.deepEqual(parseIntents([repair, { name: "read" }, { name: " " }, null, 3]), [repair, { name: "read", description: "" }]);
    assert.deepEqual(parseIntents(undefined), []);
  });

  it("are any other words too, behind those that begin like them", () => {
    const typed = intentChoices([repair], " rep ").map(({ intent, isTyped }) => [intent, isTyped]);
    assert.deepEqual(typed, [["repair", false], ["rep", true]]);
  });

  it("are each offered once", () => {
    for (const typed of ["", "  ", "repair"]) assert.equal(intentChoices([repair], typed).length, 1);
  });

  it("are taken as they stand in the field, also where Enter came before the list had followed", () => {
    const [declared, typed] = intentChoices([repair], "mend i");
    assert.deepEqual([takenIntent(declared, "re"), takenIntent(typed, "mend it "), takenIntent(undefined, "mend it")], ["repair", "mend it", "mend it"]);
    assert.equal(takenIntent(undefined, " "), undefined);
  });
});
