import type { MemoryToolsOptions } from "../options.ts";
import { memory } from "./memory.ts";
import { memorySearch } from "./memory-search.ts";

/** One of these tools. */
export type MemoryTool = ReturnType<typeof memory | typeof memorySearch>;

/** Create the tools of this package, for `createRegistry`. */
export function memoryTools(options: MemoryToolsOptions): readonly MemoryTool[] {
  return [memory(options), memorySearch(options)];
}
