import type { Registry } from "../registry/types.ts";
import type { SessionRuntime } from "./runtime.ts";
import type { Session, SessionOptions } from "./session.ts";
import type { StateKey } from "./state.ts";

/** How a session opens another that works for one of its calls. */
export interface Opener {
  readonly runtime: SessionRuntime;
  open(registry: Registry, options: SessionOptions, callId: string): Session;
}

/** Set by each session for itself, before its first call. */
export const openerKey: StateKey<{ opener?: Opener }> = { name: "opener", create: () => ({}) };
