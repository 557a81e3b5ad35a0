/** The text of a new plan request, formatted as `cortex fmt` would. */

/** `number` is that of the file, so that no two requests of a folder have one id. */
export function requestText(intent: string, symbols: readonly string[], number: number): string {
  const name = slugOf(intent);
  const request = {
    run_id: "run-1",
    request_id: `${name}-${number}`,
    intent: intent.trim(),
    inputs: { symbols, files: [], notes: [] },
    budgets: { max_steps: 100 },
  };
  return `${JSON.stringify(request, null, 2)}\n`;
}

/** The intent's own name first, then numbered ones, for where that is taken. */
export function fileNameFor(intent: string, number: number): string {
  return `${slugOf(intent)}${number === 1 ? "" : `-${number}`}.plan-request.json`;
}

/** What the list offers besides what is marked already: our symbols, each once, not too many. */
export function symbolsToOffer(marked: readonly string[], found: readonly string[]): string[] {
  const names = new Set(found.filter((name) => name.startsWith("@") && !marked.includes(name)));
  return [...names].slice(0, mostOffered);
}

/** What Enter takes: what is marked, or else the hit that is chosen, or the first one that was searched for. */
export function pickedSymbols(
  marked: readonly string[],
  active: readonly string[],
  offered: readonly string[],
  query: string,
): readonly string[] {
  if (marked.length > 0 || active.length > 0) return marked.length > 0 ? marked : active;
  return query === "" ? [] : offered.slice(0, 1);
}

const mostOffered = 100;

function slugOf(intent: string): string {
  const slug = intent.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
  return slug === "" ? "new" : slug;
}
