import type { Progress } from "./context.ts";
import type { Access } from "./policy/access.ts";
import type { ToolResult } from "./result.ts";

interface EventBase {
  readonly callId: string;
  readonly sessionId: string;
  /** The canonical name of the tool, or the requested name if the tool does not exist. */
  readonly tool: string;
}

/** An event of a session. Every call sends its events in order. */
export type ToolEvent =
  | (EventBase & {
      readonly type: "call-start";
      readonly input: unknown;
      /** The call that makes this call. */
      readonly parentId?: string;
      /** The number of this call among the calls of a program, starting at 1, in the order in which they are made. */
      readonly index?: number;
    })
  | (EventBase & { readonly type: "call-progress"; readonly progress: Progress })
  | (EventBase & {
      readonly type: "permission-request";
      readonly access: readonly Access[];
      readonly prompt: string;
      /** What the call would answer, where a dry run could tell. */
      readonly preview?: unknown;
    })
  | (EventBase & {
      readonly type: "call-end";
      readonly result: ToolResult /** Milliseconds. */;
      readonly duration: number;
    });
