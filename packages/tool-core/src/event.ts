import type { Progress } from "./context.ts";
import type { Access } from "./policy/access.ts";
import type { ToolResult } from "./result.ts";

interface EventBase {
  readonly callId: string;
  readonly sessionId: string;
  /** The tool's canonical name, or what was asked for when there is no such tool. */
  readonly tool: string;
}

/** What a session tells its host, in order, for every call. */
export type ToolEvent =
  | (EventBase & {
      readonly type: "call-start";
      readonly input: unknown;
      /** The call that makes this one. */
      readonly parentId?: string;
      /** The number of this one among those that a program makes, from 1, in the order in which it makes them. */
      readonly index?: number;
    })
  | (EventBase & { readonly type: "call-progress"; readonly progress: Progress })
  | (EventBase & { readonly type: "permission-request"; readonly access: readonly Access[]; readonly prompt: string })
  | (EventBase & {
      readonly type: "call-end";
      readonly result: ToolResult /** Milliseconds. */;
      readonly duration: number;
    });
