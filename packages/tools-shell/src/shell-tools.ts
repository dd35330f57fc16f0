import { bash } from "./bash.ts";
import { getEnvironment } from "./get-environment.ts";
import type { ShellToolsOptions } from "./options.ts";

/** One of these tools. */
export type ShellTool = ReturnType<typeof bash | typeof getEnvironment>;

/** Create the tools of this package, for `createRegistry`. */
export function shellTools(options: ShellToolsOptions = {}): readonly ShellTool[] {
  return [bash(options), getEnvironment(options)];
}
