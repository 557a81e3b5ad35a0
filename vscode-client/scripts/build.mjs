// Bundles the extension (Node) and the panel's script (browser) into out/.
import { build } from "esbuild";
import { cp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { noticesOf } from "./notices.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const release = process.argv.includes("--release");
const common = { bundle: true, minify: release, sourcemap: !release, logLevel: "warning", legalComments: "linked", metafile: true };

await rm("out", { recursive: true, force: true });
const bundles = await Promise.all([
  build({
    ...common,
    entryPoints: ["src/extension.ts"],
    outfile: "out/extension.js",
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode"],
  }),
  build({
    ...common,
    entryPoints: ["src/webview/panel.ts"],
    outfile: "out/panel.js",
    platform: "browser",
    target: "es2022",
    format: "iife",
  }),
]);
// Licences ask to go with the code, and their words are not in its comments.
await writeFile("out/NOTICES.txt", noticesOf(bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))));
// The walkthrough shows the pictures of the READMEs.
await cp("../docs/images", "out/images", { recursive: true, filter: (path) => !path.endsWith(".svg") });
