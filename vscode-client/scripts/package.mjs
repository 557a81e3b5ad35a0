// Builds the release bundle and packs the .vsix.
// Usage: npm run package -- [--wheel FILE] [--constraints FILE] [--out FILE]
// The wheel is the server that "Install Server" installs, the constraints are the versions it was tested with.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { wheel: { type: "string" }, constraints: { type: "string" }, out: { type: "string" } },
});
const folder = fileURLToPath(new URL("..", import.meta.url));
const bundled = join(folder, "bundled");

// What lay there may be another version's.
rmSync(bundled, { recursive: true, force: true });
mkdirSync(bundled);
if (values.wheel === undefined) console.error("no --wheel: this package cannot install the server itself");
else copyFileSync(values.wheel, join(bundled, basename(values.wheel)));
if (values.constraints !== undefined) copyFileSync(values.constraints, join(bundled, "constraints.txt"));

// The editor's page of an extension shows only pictures that have an `https:` address, and ours have none yet. Tried in
// VS Code 1.139 with a file of the package (relative, `file:`, `vscode-remote:`), a `data:` address, inline SVG and
// `<picture>`: it takes their `src` away, and its content policy refuses plain `http:`. vsce 3.9 refuses a relative picture
// without `--baseContentUrl`, and takes only an `https:` one for it. So the packaged README leaves them out rather than show
// them broken; the walkthrough, which may show files of the package, has them.
const readme = readFileSync(join(folder, "README.md"), "utf8").replaceAll(/^!\[[^\]]*\]\(\.\.[^)]*\)\n\n?/gm, "");

const vsce = join(dirname(createRequire(import.meta.url).resolve("@vscode/vsce/package.json")), "vsce");
run(["scripts/build.mjs", "--release"]);
writeFileSync(join(folder, "out", "README.md"), readme);
const out = values.out === undefined ? [] : ["--out", values.out];
const links = ["--readme-path", "out/README.md", "--no-rewrite-relative-links"];
run([vsce, "package", "--no-dependencies", "--allow-missing-repository", ...links, ...out]);

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", cwd: folder });
  if (status !== 0) process.exit(status ?? 1);
}
