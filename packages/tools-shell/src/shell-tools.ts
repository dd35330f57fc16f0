import type { Tool } from "@holdall/tool-core";
import { bash } from "./bash.ts";
import { getEnvironment } from "./get-environment.ts";
import type { ShellToolsOptions } from "./options.ts";

/** The tools of this package, for `createRegistry`. */
export function shellTools(options: ShellToolsOptions = {}): readonly Tool[] {
  return [bash(options), getEnvironment(options)];
}
