/** What a server can do, by what it said when it was started: an older one may lack a command. */

export interface Capable {
  readonly capabilities: { readonly executeCommandProvider?: { readonly commands: readonly string[] } };
}

export function offersCommand(initialized: Capable | undefined, command: string): boolean {
  return initialized?.capabilities.executeCommandProvider?.commands.includes(command) ?? false;
}
