import js from "@eslint/js";
import tseslint from "typescript-eslint";

const logicModules = [
  "src/server/locate.ts",
  "src/server/probe.ts",
  "src/server/managed.ts",
  "src/server/processes.ts",
  "src/documents/*.ts",
  "src/panel/model.ts",
  "src/panel/*View.ts",
  "src/panel/{commandLine,html,messages}.ts",
  "src/pacing.ts",
  "src/server/{indexState,offers,restarts,searchPath,settingPaths}.ts",
  "src/panel/page.ts",
  "src/words/*.ts",
  "src/webview/*.ts",
  "test/**/*.ts",
];

export default tseslint.config(
  { ignores: ["out/**", "node_modules/**", "bundled/**"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [{ from: "package", name: ["test", "describe", "it"], package: "node:test" }] }],
      "complexity": ["error", 12],
      "max-lines": ["error", 350],
      "max-lines-per-function": ["error", 60],
      "no-console": "error",
    },
  },
  {
    files: logicModules,
    rules: { "no-restricted-imports": ["error", { paths: [{ name: "vscode", message: "Logic is tested without an editor." }] }] },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
  },
);
