// Bundles the tests that run inside the extension host: node scripts/host-test.mjs FILE
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";

const outfile = resolve(process.argv[2] ?? "host-test.js");
await build({
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  entryPoints: ["host-test/index.ts"],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  logLevel: "warning",
});
