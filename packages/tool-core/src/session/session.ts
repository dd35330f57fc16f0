import type { Progress } from "../context.ts";
import type { ToolEvent } from "../event.ts";
import type { Middleware } from "../middleware.ts";
import type { Path } from "../path.ts";
import type { Access } from "../policy/access.ts";
import type { Approve } from "../policy/approval.ts";
import type { Decision, Policy } from "../policy/policy.ts";
import type { Dialect } from "../registry/dialect.ts";
import type { NoToolTypes, ToolInput, ToolName, ToolOutput, ToolTypes } from "../registry/tool-types.ts";
import type { Registry } from "../registry/types.ts";
import type { ToolResult } from "../result.ts";
import type { StateKey, StateSnapshot } from "./state.ts";

/** A session as plain data, to go on with it in another process. */
export interface SessionSnapshot {
  readonly version: 1;
  readonly id: string;
  readonly cwd: string;
  readonly state: StateSnapshot;
}

export interface SessionOptions<D extends Dialect = Dialect> {
  /** Judges every access of every call. Required: there is no silent default. */
  readonly policy: Policy;
  /** Asks a person where the policy says `ask`; without it the answer is no. */
  readonly approve?: Approve | undefined;
  /** Middleware, outermost first. */
  readonly use?: readonly Middleware[] | undefined;
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
  /** Where relative paths start; the backend's root by default. */
  readonly cwd?: string | undefined;
  /** The spelling its model was given; results name tools in it. Every spelling is accepted. */
  readonly dialect?: D | undefined;
  /** Work out results and change nothing. */
  readonly dryRun?: boolean | undefined;
  /** Go on from `snapshot()`: its id, cwd and state, unless given here. */
  readonly restore?: SessionSnapshot | undefined;
  readonly id?: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The host's own id for this call; counted otherwise. */
  readonly callId?: string | undefined;
  /** Stands in for the session's `approve` in this call, where a host's own flow has asked already. */
  readonly approve?: Approve | undefined;
}

export interface CallRequest<N extends string = string, In = unknown> extends CallOptions {
  readonly tool: N;
  readonly input?: In;
}

/** What follows the name in a call: the input may be left out where every part of it may. */
export type CallRest<M extends ToolTypes, N extends string> =
  NoToolTypes extends ToolInput<M, N>
    ? readonly [input?: ToolInput<M, N>, options?: CallOptions]
    : readonly [input: ToolInput<M, N>, options?: CallOptions];

type AnyRest = readonly [input?: unknown, options?: CallOptions];

/** `session.call`: typed for the canonical names of the tools that the registry was created with; any other name takes anything. */
export type CallOf<M extends ToolTypes> = [keyof M] extends [never]
  ? (name: string, ...rest: AnyRest) => Promise<ToolResult>
  : <N extends ToolName<M>>(name: N, ...rest: CallRest<M, N>) => Promise<ToolResult<ToolOutput<M, N>>>;

/** `session.stream`, likewise. */
export type StreamOf<M extends ToolTypes> = [keyof M] extends [never]
  ? (name: string, ...rest: AnyRest) => AsyncGenerator<Progress, ToolResult, void>
  : <N extends ToolName<M>>(
      name: N,
      ...rest: CallRest<M, N>
    ) => AsyncGenerator<Progress, ToolResult<ToolOutput<M, N>>, void>;

/** `session.callAll`, likewise; the results are typed by the places of their calls. */
export type CallAllOf<M extends ToolTypes> = [keyof M] extends [never]
  ? (calls: readonly CallRequest[]) => Promise<ToolResult[]>
  : <const N extends readonly ToolName<M>[]>(
      calls: {
        readonly [I in keyof N]: CallRequest<N[I], ToolInput<M, N[I]>>;
      },
    ) => Promise<{ -readonly [I in keyof N]: ToolResult<ToolOutput<M, N[I]>> }>;

/** Who is asking: one policy, one state, one working directory. */
export interface Session<M extends ToolTypes = NoToolTypes, D extends Dialect = Dialect> extends AsyncDisposable {
  readonly id: string;
  readonly cwd: Path;
  readonly dialect: D;
  readonly dryRun: boolean;
  readonly registry: Registry<M>;
  /**
   * Run one call by any spelling of the tool's name. Never rejects; aborting returns at once, whatever the tool does. Calls
   * start in the order in which they are made; one that waits for a person starts later.
   */
  readonly call: CallOf<M>;
  /** Run calls side by side; results come in the order of the calls. */
  readonly callAll: CallAllOf<M>;
  /** Run one call; yields its progress, returns its result. Leaving the loop cancels the call. */
  readonly stream: StreamOf<M>;
  /**
   * What the policy says to a call, without running it, the accesses it judged, and the input as the tool would get it.
   * Input that is not valid is denied with the reason.
   */
  decide(
    name: string,
    input?: unknown,
  ): Promise<Decision & { readonly access: readonly Access[]; readonly input?: unknown }>;
  /** The session's value for a key, as its tools see it. */
  state<T>(key: StateKey<T>): T;
  snapshot(): SessionSnapshot;
  /** End the session, as `await using` does: running calls are aborted and the state is disposed. Safe to repeat. */
  close(): Promise<void>;
}
