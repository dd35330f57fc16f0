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

/** Create the read-only tools of this package, for `createRegistry`. Create `readLints` separately. */
export function codeTools(options: CodeToolsOptions): readonly CodeTool[] {
  return [
    codebaseSearch(options),
    findDefinition(options),
    findReferences(options),
    traceCalls(options),
    analyzeCode(options),
  ];
}
