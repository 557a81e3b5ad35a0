/** On which of its pages a setting stands: a change anywhere else would change nothing. */

export type Layer = "folder" | "workspace" | "user";

export interface Inspected {
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** An untrusted folder's own value does not count, so what counts is the user's. */
export function layerOf(inspected: Inspected | undefined, trusted: boolean): Layer {
  if (!trusted) return "user";
  if (inspected?.workspaceFolderValue !== undefined) return "folder";
  return inspected?.workspaceValue === undefined ? "user" : "workspace";
}
