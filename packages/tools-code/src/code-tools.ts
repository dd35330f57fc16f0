import { analyzeCode } from "./analyze-code.ts";
import { codebaseSearch } from "./codebase-search.ts";
import { findDefinition } from "./find-definition.ts";
import { findReferences } from "./find-references.ts";
import type { CodeToolsOptions } from "./options.ts";
import { traceCalls } from "./trace-calls.ts";

/** One of these tools. */
export type CodeTool = ReturnType<
  typeof analyzeCode | typeof codebaseSearch | typeof findDefinition | typeof findReferences | typeof traceCalls
>;

/** The tools of this package that only read files, for `createRegistry`; `readLints` is made by itself. */
export function codeTools(options: CodeToolsOptions): readonly CodeTool[] {
  return [
    codebaseSearch(options),
    findDefinition(options),
    findReferences(options),
    traceCalls(options),
    analyzeCode(options),
  ];
}
