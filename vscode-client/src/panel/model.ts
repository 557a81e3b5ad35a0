/** The preview as the server sends it (`cortex/preview`, `cortex/stored`), read defensively into frozen shapes. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Place {
  readonly uri: string;
  readonly range: Range;
}

export interface Step {
  readonly stepId: string;
  readonly ordinal: number;
  readonly op: string;
  readonly target: string;
  /** Undefined where the step reads nothing. */
  readonly bytes: number | undefined;
  readonly needs: readonly string[];
  readonly range: Range | undefined;
  readonly source: Place | undefined;
}

export interface Budget {
  readonly name: "steps" | "bytes" | "symbols";
  readonly used: number;
  readonly limit: number;
}

export interface Finding {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code: string;
  readonly message: string;
  readonly range: Range;
}

export interface Preview {
  readonly uri: string;
  readonly version: number | undefined;
  readonly stale: boolean;
  readonly planHash: string | undefined;
  readonly budgets: readonly Budget[];
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
}

export interface Stored {
  readonly state: "none" | "matches" | "request-changed" | "drifted" | "unreachable";
  readonly cause: string | undefined;
  readonly jobId: string | undefined;
}

export function parsePreview(message: unknown): Preview | undefined {
  if (!isRecord(message) || typeof message.uri !== "string") return undefined;
  return {
    uri: message.uri,
    version: optionalNumber(message.version),
    stale: message.stale === true,
    planHash: optionalText(message.planHash),
    budgets: parseBudgets(message.budgets),
    findings: listOf(message.findings, parseFinding),
    steps: listOf(message.steps, parseStep),
  };
}

export function parseStored(message: unknown): Stored | undefined {
  if (!isRecord(message)) return undefined;
  const state = storedStates.find((name) => name === message.state);
  if (state === undefined) return undefined;
  return { state, cause: optionalText(message.cause), jobId: optionalText(message.job_id) };
}

const storedStates = ["none", "matches", "request-changed", "drifted", "unreachable"] as const;
const budgetNames = ["steps", "bytes", "symbols"] as const;
const severities = ["error", "warning", "information", "hint"] as const;
const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function parseBudgets(value: unknown): Budget[] {
  if (!isRecord(value)) return [];
  return budgetNames.flatMap((name) => {
    const budget = value[name];
    if (!isRecord(budget) || typeof budget.used !== "number" || typeof budget.limit !== "number") return [];
    return [{ name, used: budget.used, limit: budget.limit }];
  });
}

function parseStep(value: unknown): Step | undefined {
  if (!isRecord(value) || typeof value.step_id !== "string") return undefined;
  return {
    stepId: value.step_id,
    ordinal: optionalNumber(value.ordinal) ?? 0,
    op: optionalText(value.op) ?? "",
    target: optionalText(value.target) ?? "",
    bytes: optionalNumber(value.bytes),
    needs: listOf(value.needs, optionalText),
    range: parseRange(value.range),
    source: parsePlace(value.source),
  };
}

function parseFinding(value: unknown): Finding | undefined {
  if (!isRecord(value) || typeof value.message !== "string") return undefined;
  return {
    severity: severities[(optionalNumber(value.severity) ?? 1) - 1] ?? "error",
    code: optionalText(value.code) ?? "",
    message: value.message,
    range: parseRange(value.range) ?? nowhere,
  };
}

function parsePlace(value: unknown): Place | undefined {
  if (!isRecord(value) || typeof value.uri !== "string") return undefined;
  return { uri: value.uri, range: parseRange(value.range) ?? nowhere };
}

function parseRange(value: unknown): Range | undefined {
  if (!isRecord(value)) return undefined;
  const start = parsePosition(value.start);
  const end = parsePosition(value.end);
  return start === undefined || end === undefined ? undefined : { start, end };
}

function parsePosition(value: unknown): Position | undefined {
  if (!isRecord(value) || typeof value.line !== "number" || typeof value.character !== "number") return undefined;
  return { line: value.line, character: value.character };
}

function listOf<T>(value: unknown, parse: (item: unknown) => T | undefined): T[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.map(parse).filter((item) => item !== undefined);
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function optionalNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
