import type { Dialect, Progress, ToolError, ToolTypes } from "@holdall/tool-core";
import type { Tool, ToolSet } from "ai";

/** What a call puts out: the tool's output, why it failed, or, in preliminary results, how far it is. */
export type AiOutput<O> =
  | O
  | { readonly error: Pick<ToolError, "code" | "message" | "hint" | "data"> }
  | { readonly progress: Progress };

/**
 * Tools by name, as `InferUITools` takes them, where their names are known to the compiler: canonical names, and tools that
 * the session's registry was created with. Everything else is a `ToolSet`.
 */
export type AiTools<M extends ToolTypes, D extends Dialect, N extends string> = [keyof M] extends [never]
  ? ToolSet
  : [D, N] extends ["snake", keyof M]
    ? { [K in N]: Tool<M[K]["input"], AiOutput<M[K]["output"]>> }
    : ToolSet;
