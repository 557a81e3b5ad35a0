/** The intents that `cortex.toml` offers (`cortex.listIntents`), as choices beside what the user types. */

export interface Intent {
  readonly name: string;
  readonly description: string;
}

/** What is read defensively: an older server has no such command, a newer one may say more. */
export function parseIntents(answer: unknown): Intent[] {
  const items: unknown[] = Array.isArray(answer) ? answer : [];
  return items.flatMap((item) => {
    if (typeof item !== "object" || item === null) return [];
    const { name, description } = item as Record<string, unknown>;
    if (typeof name !== "string" || name.trim() === "") return [];
    return [{ name, description: typeof description === "string" ? description : "" }];
  });
}

/** One line of the list. An intent may be any words, so what was typed is a choice too, unless it is one of the others. */
export interface IntentChoice {
  readonly intent: string;
  readonly description: string;
  readonly isTyped: boolean;
}

export function intentChoices(intents: readonly Intent[], typed: string): IntentChoice[] {
  const declared = intents.map(({ name, description }) => ({ intent: name, description, isTyped: false }));
  const intent = typed.trim();
  if (intent === "" || intents.some(({ name }) => name === intent)) return declared;
  return [...declared, { intent, description: "", isTyped: true }];
}

/** What Enter takes. The line of what was typed may be behind by a key or two: what counts is what stands in the field. */
export function takenIntent(active: IntentChoice | undefined, typed: string): string | undefined {
  if (active?.isTyped === false) return active.intent;
  const intent = typed.trim();
  return intent === "" ? undefined : intent;
}
