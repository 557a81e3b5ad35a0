// Bundles the extension (Node) and the panel's script (browser) into out/.
import { build } from "esbuild";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const release = process.argv.includes("--release");
const common = { bundle: true, minify: release, sourcemap: !release, logLevel: "warning", legalComments: "none" };

await rm("out", { recursive: true, force: true });
await Promise.all([
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
// The walkthrough shows the pictures of the READMEs.
await cp("../docs/images", "out/images", { recursive: true, filter: (path) => !path.endsWith(".svg") });
