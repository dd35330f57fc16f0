import type { Dialect, Progress, ToolError, ToolTypes } from "@holdall/tool-core";
import type { Tool, ToolSet } from "ai";

/** The output of a call: the tool's output, the error, or, in preliminary results, the progress. */
export type AiOutput<O> =
  | O
  | { readonly error: Pick<ToolError, "code" | "message" | "hint" | "data"> }
  | { readonly progress: Progress };

/**
 * Tools by name, for `InferUITools`. Includes canonical names of tools that the session's registry was created with. Otherwise
 * a `ToolSet`.
 */
export type AiTools<M extends ToolTypes, D extends Dialect, N extends string> = [keyof M] extends [never]
  ? ToolSet
  : [D, N] extends ["snake", keyof M]
    ? { [K in N]: Tool<M[K]["input"], AiOutput<M[K]["output"]>> }
    : ToolSet;
