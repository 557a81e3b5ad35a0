// Bundles each test file and runs them with Node's own test runner. Arguments go to the runner.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts")).sort();
// Inside the package, so that what is not bundled is found; a name of its own, so that two runs do not meet.
const folder = mkdtempSync(join("node_modules", ".cortex-test-"));
try {
  await build({
    entryPoints: tests.map((name) => join("test", name)),
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const files = tests.map((name) => join(folder, name.replace(/\.ts$/, ".cjs")));
  const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...process.argv.slice(2), ...files], {
    stdio: "inherit",
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
