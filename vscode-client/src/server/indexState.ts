/** What is known of the index: asked of the server (`cortex.printDebugInformation`), and its builds as they go on. */

export interface IndexedRoot {
  readonly path: string;
  /** How often the index was built; undefined: there is none. */
  readonly generation: number | undefined;
}

export interface IndexState {
  readonly roots: readonly IndexedRoot[];
  /** Percent done of a build under way; undefined: none is. */
  readonly building: number | undefined;
}

export const unknownIndex: IndexState = { roots: [], building: undefined };

/** One message of a work-done progress, as LSP has it. */
export interface Progress {
  readonly kind: "begin" | "report" | "end";
  readonly percentage?: number;
}

/** The server reports no other work than builds of an index. */
export function afterProgress(state: IndexState, progress: Progress): IndexState {
  const percent = progress.percentage ?? state.building ?? 0;
  return { ...state, building: progress.kind === "end" ? undefined : Math.round(percent) };
}

export function parseRoots(information: unknown): IndexedRoot[] {
  const roots = typeof information === "object" && information !== null && "roots" in information ? information.roots : [];
  return Array.isArray(roots) ? roots.map(parseRoot).filter((root) => root !== undefined) : [];
}

/** Whether asking again could tell something better. */
export function lacksAnIndex({ roots }: IndexState): boolean {
  return roots.length === 0 || roots.some(({ generation }) => generation === undefined);
}

/** Whether the root that a path belongs to, or without a path any root, is known to have no index. */
export function isWithoutIndex(roots: readonly IndexedRoot[], path: string | undefined): boolean {
  if (path === undefined) return roots.some(({ generation }) => generation === undefined);
  const homes = roots.filter((root) => path === root.path || path.startsWith(`${root.path.replace(/[\\/]$/, "")}/`));
  const nearest = homes.sort((one, other) => other.path.length - one.path.length)[0];
  return nearest !== undefined && nearest.generation === undefined;
}

function parseRoot(value: unknown): IndexedRoot | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { path, index } = value as Record<string, unknown>;
  if (typeof path !== "string") return undefined;
  return { path, generation: typeof index === "number" ? index : undefined };
}
