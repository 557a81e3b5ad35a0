import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { languageIds } from "../src/documents/kinds";

interface Language {
  readonly id: string;
  readonly filenamePatterns: readonly string[];
  readonly icon?: { readonly light: string; readonly dark: string };
}

const manifest = readJson("package.json") as {
  contributes: {
    languages: Language[];
    grammars: { language?: string; scopeName: string; path: string }[];
    snippets: { language: string; path: string }[];
    semanticTokenTypes: { id: string }[];
    semanticTokenModifiers: { id: string }[];
    semanticTokenScopes: { scopes: Record<string, string[]> }[];
    configuration: { properties: Record<string, { scope: string; description?: string; markdownDescription?: string }> };
    configurationDefaults: Record<string, Record<string, unknown>>;
    commands: { command: string }[];
    walkthroughs: { steps: { id: string; description: string; media: { image: string | Record<string, string>; altText: string } }[] }[];
  };
  capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
};
const { languages, grammars, snippets, configuration, configurationDefaults, commands, walkthroughs } = manifest.contributes;

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** A snippet as it stands when the user presses Tab to its end: defaults, first choices, nothing. */
function passedOver(body: string): string {
  return body.replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1").replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d+/g, "");
}

/** As the editor decides: of all patterns that match a name, the longest wins. */
function languageOf(name: string): string | undefined {
  const patterns = languages.flatMap(({ id, filenamePatterns }) => filenamePatterns.map((pattern) => ({ id, pattern })));
  const matching = patterns.filter(({ pattern }) => asRegExp(pattern).test(name));
  const longest = Math.max(...matching.map(({ pattern }) => pattern.length));
  const winners = new Set(matching.filter(({ pattern }) => pattern.length === longest).map(({ id }) => id));
  assert.ok(winners.size <= 1, `${name} could be ${[...winners].join(" or ")}`);
  return [...winners][0];
}

function asRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
}

describe("file names", () => {
  const expected: Readonly<Record<string, string | undefined>> = {
    "a.plan-request.json": "cortex-plan-request",
    "plan_request.json": "cortex-plan-request",
    "plan_request_nightly.json": "cortex-plan-request",
    "a.plan-output.json": "cortex-plan-output",
    "a.skill-plan.json": "cortex-skill-plan",
    "a.structured-plan.json": "cortex-structured-plan",
    "a.goal.json": "cortex-goal",
    "a.tool-manifest.json": "cortex-tool-manifest",
    "plan_request.schema.json": "json",
    "my_plan_request.json": undefined,
    "package.json": undefined,
  };
  for (const [name, language] of Object.entries(expected)) {
    it(`${name} is ${language ?? "not ours"}`, () => {
      assert.equal(languageOf(name), language);
    });
  }

  it("with a kind's ending are of that kind even where they start like a plan request", () => {
    for (const id of languageIds) assert.equal(languageOf(`plan_request_x.${id.replace("cortex-", "")}.json`), id);
  });
});

describe("each language", () => {
  it("is contributed once, with an icon that is there", () => {
    assert.deepEqual(languages.map(({ id }) => id), [...languageIds, "json"]);
    for (const { icon } of languages) if (icon !== undefined) assert.ok(existsSync(icon.light) && existsSync(icon.dark));
  });

  it("has the JSON grammar, and snippets", () => {
    assert.deepEqual(grammars.flatMap(({ language }) => language ?? []), [...languageIds]);
    assert.deepEqual(snippets.map(({ language }) => language), [...languageIds]);
    for (const { path } of [...grammars, ...snippets]) assert.doesNotThrow(() => readJson(path));
  });

  it("has snippets that leave JSON behind when every stop is passed over", () => {
    const bodies = snippets.flatMap(({ path }) => Object.values(readJson(path) as Record<string, { body: string[] }>));
    for (const { body } of bodies) assert.doesNotThrow(() => JSON.parse(passedOver(body.join("\n"))) as unknown, body.join("\n"));
  });

  it("has semantic colours for each type of token, falling back on scopes that themes know", () => {
    const { semanticTokenTypes, semanticTokenModifiers, semanticTokenScopes } = manifest.contributes;
    assert.deepEqual(semanticTokenTypes.map(({ id }) => id), ["symbol", "file", "stepId", "budget", "intent"]);
    assert.deepEqual(semanticTokenModifiers.map(({ id }) => id), ["resolved", "unknown", "unbounded", "exceeded"]);
    const scopes = semanticTokenScopes[0]?.scopes ?? {};
    for (const { id } of semanticTokenTypes) assert.match(scopes[id]?.[0] ?? "", /^(entity\.name|constant\.numeric|variable\.other|string\.quoted)\./);
    for (const id of languageIds) assert.equal(configurationDefaults[`[${id}]`]?.["editor.semanticHighlighting.enabled"], true);
  });

  it("opens completion inside strings", () => {
    for (const id of languageIds) {
      const quick = configurationDefaults[`[${id}]`]?.["editor.quickSuggestions"] as { strings: string };
      assert.equal(quick.strings, "on");
    }
  });
});

describe("the settings", () => {
  it("are these and no more, each described", () => {
    const names = [
      "cortex.server.command", "cortex.server.args", "cortex.python", "cortex.trace.server", "cortex.preview.codeLens",
      "cortex.preview.inlayHints", "cortex.index.automatic", "cortex.documents", "cortex.rules", "cortex.cassette.url",
    ];
    assert.deepEqual(Object.keys(configuration.properties), names);
    for (const property of Object.values(configuration.properties)) {
      assert.ok((property.description ?? property.markdownDescription ?? "").length > 30);
    }
  });

  it("that start programs are ignored from an untrusted folder", () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    assert.deepEqual(restricted, ["cortex.server.command", "cortex.server.args", "cortex.python"]);
  });

  it("take the cassette's address from the machine only, never from a folder", () => {
    assert.equal(configuration.properties["cortex.cassette.url"]?.scope, "machine");
  });
});

describe("the commands", () => {
  it("have ids of their own, since the server's are registered by the language client", () => {
    for (const { command } of commands) assert.match(command, /^cortex\.ui\./);
  });

  it("are all registered", () => {
    const source = readFileSync("src/commands.ts", "utf8");
    for (const { command } of commands) assert.ok(source.includes(`register("${command}"`), command);
  });
});

describe("the walkthrough", () => {
  const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);

  it("shows pictures that the build takes from docs/images, each with words for who cannot see them", () => {
    const pictures = steps.flatMap(({ media }) => (typeof media.image === "string" ? [media.image] : Object.values(media.image)));
    for (const picture of pictures) assert.ok(existsSync(picture.replace("out/", "../docs/")), picture);
    for (const { media } of steps) assert.ok(media.altText.length > 20);
  });

  it("has a button in each step, for a command of ours", () => {
    const known = commands.map(({ command }) => command);
    for (const { description } of steps) assert.ok(known.includes(/\(command:([^)]+)\)/.exec(description)?.[1] ?? ""), description);
  });
});

describe("a word, for completion and double clicks", () => {
  const { wordPattern } = readJson("language-configuration.json") as { wordPattern: string };
  const words = (text: string): readonly string[] => text.match(new RegExp(wordPattern, "g")) ?? [];

  it("is a whole symbol id, whatever it holds", () => {
    assert.deepEqual(words('"@DOC/a-b/c.md#x{y}[0],z"'), ["@DOC/a-b/c.md#x{y}[0],z"]);
  });

  it("is the @ alone, so that a list asked for there is asked for again", () => {
    assert.deepEqual(words('"@"'), ["@"]);
  });

  it("is a key, a number, a path outside of symbols", () => {
    assert.deepEqual(words('{"max_steps": 20, "files": ["docs/a.md"]}'), ["max_steps", "20", "files", "docs/a.md"]);
  });
});

describe("the colours before the server is up", () => {
  const { patterns } = readJson("syntaxes/names.injection.tmLanguage.json") as { patterns: { name: string; match: string }[] };
  const scopeOf = (text: string): string | undefined =>
    patterns.find(({ match }) => new RegExp(match).exec(text)?.[0] === text.slice(1, -1))?.name;

  it("tell symbols and step ids from other strings", () => {
    assert.equal(scopeOf('"@DOC/a.md#b"'), "entity.name.type.symbol.cortex");
    assert.equal(scopeOf('"step_0123456789abcdef"'), "constant.numeric.step-id.cortex");
    assert.equal(scopeOf('"step_2"'), "constant.numeric.step-id.cortex");
    assert.equal(scopeOf('"mail me @home"'), undefined);
    assert.equal(scopeOf('"step_by_step"'), undefined);
  });
});
