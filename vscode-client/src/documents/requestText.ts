/** The text of a new plan request, formatted as `cortex fmt` would. */

export function requestText(intent: string, symbols: readonly string[]): string {
  const name = slugOf(intent);
  const request = {
    run_id: "run-1",
    request_id: `${name}-1`,
    intent: intent.trim(),
    inputs: { symbols, files: [], notes: [] },
    budgets: { max_steps: 100 },
  };
  return `${JSON.stringify(request, null, 2)}\n`;
}

export function fileNameFor(intent: string): string {
  return `${slugOf(intent)}.plan-request.json`;
}

function slugOf(intent: string): string {
  const slug = intent.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
  return slug === "" ? "new" : slug;
}
