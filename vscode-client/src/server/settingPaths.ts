/** Paths as people write them in settings: `~/...` and `${workspaceFolder}/...`. */

export function expandSetting(value: string, home: string, folder: string | undefined): string {
  const trimmed = value.trim();
  const atHome = trimmed === "~" || /^~[\\/]/.test(trimmed) ? home + trimmed.slice(1) : trimmed;
  return folder === undefined ? atHome : atHome.replaceAll("${workspaceFolder}", folder);
}
