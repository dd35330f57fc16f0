import type { Progress } from "../context.ts";
import type { ToolError } from "../error.ts";
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
import type { Tool } from "../tool.ts";
import type { StateKey, StateSnapshot } from "./state.ts";

/** A session as plain data, to continue it in another process. */
export interface SessionSnapshot {
  readonly version: 1;
  readonly id: string;
  readonly cwd: string;
  readonly state: StateSnapshot;
}

export interface SessionOptions<D extends Dialect = Dialect> {
  /** Decides on every access of every call. Required. */
  readonly policy: Policy;
  /** Asks the user if the policy returns `ask`. Without it, such calls are denied. */
  readonly approve?: Approve | undefined;
  /** Middleware, outermost first. */
  readonly use?: readonly Middleware[] | undefined;
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
  /** The base of relative paths, `/` by default. A session knows no backend: its tools do. */
  readonly cwd?: string | undefined;
  /** The spelling for the model, used for tool names in results. Calls in every spelling are accepted. */
  readonly dialect?: D | undefined;
  /**
   * The tools that the session's model sees at this time, if the others are found by search. Defaults to all that are loaded.
   * Tools with `program: "only"` are never seen.
   */
  readonly expose?: ((session: Pick<Session, "state">) => readonly Tool[]) | undefined;
  /** Compute results without changing anything. */
  readonly dryRun?: boolean | undefined;
  /** Continue from `snapshot()`: its id, cwd and state, unless set here. */
  readonly restore?: SessionSnapshot | undefined;
  readonly id?: string | undefined;
}

export interface CallOptions {
  /**
   * Cancels the call. It then resolves at once with the error `aborted`, or `timeout` if the signal is one of a time limit;
   * a reason that is a ToolError becomes the error itself. It does not reject.
   */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The host's own id for this call. A counter by default. */
  readonly callId?: string | undefined;
  /** Replaces the session's `approve` for this call, if the host's own flow has already asked. */
  readonly approve?: Approve | undefined;
}

export interface CallRequest<N extends string = string, In = unknown> extends CallOptions {
  readonly tool: N;
  readonly input?: In;
}

/** The arguments after the name in a call. The input can be omitted if all of its fields are optional. */
export type CallRest<M extends ToolTypes, N extends string> =
  NoToolTypes extends ToolInput<M, N>
    ? readonly [input?: ToolInput<M, N>, options?: CallOptions]
    : readonly [input: ToolInput<M, N>, options?: CallOptions];

type AnyRest = readonly [input?: unknown, options?: CallOptions];

/** `session.call`: typed for the canonical names of the tools that the registry was created with. Other names accept any input. */
export type CallOf<M extends ToolTypes> = [keyof M] extends [never]
  ? (name: string, ...rest: AnyRest) => Promise<ToolResult>
  : <N extends ToolName<M>>(name: N, ...rest: CallRest<M, N>) => Promise<ToolResult<ToolOutput<M, N>>>;

/** `session.stream`, typed in the same way. */
export type StreamOf<M extends ToolTypes> = [keyof M] extends [never]
  ? (name: string, ...rest: AnyRest) => AsyncGenerator<Progress, ToolResult, void>
  : <N extends ToolName<M>>(
      name: N,
      ...rest: CallRest<M, N>
    ) => AsyncGenerator<Progress, ToolResult<ToolOutput<M, N>>, void>;

/** `session.callAll`, typed in the same way. The results are typed by position. */
export type CallAllOf<M extends ToolTypes> = [keyof M] extends [never]
  ? (calls: readonly CallRequest[]) => Promise<ToolResult[]>
  : <const N extends readonly ToolName<M>[]>(
      calls: {
        readonly [I in keyof N]: CallRequest<N[I], ToolInput<M, N[I]>>;
      },
    ) => Promise<{ -readonly [I in keyof N]: ToolResult<ToolOutput<M, N[I]>> }>;

/** The context of calls: one policy, one state, one working directory. */
export interface Session<M extends ToolTypes = NoToolTypes, D extends Dialect = Dialect> extends AsyncDisposable {
  readonly id: string;
  readonly cwd: Path;
  readonly dialect: D;
  readonly dryRun: boolean;
  readonly registry: Registry<M>;
  /**
   * Run one call, by any spelling of the tool's name. The input is an object, or JSON as text. Never rejects: of a failure,
   * `ok` is false and `content` has the error as text for the model. Aborting returns at once, whatever the tool does. Calls
   * start in the order in which they are made; a call that waits for the user starts later.
   */
  readonly call: CallOf<M>;
  /** Run calls in parallel. The results are in the order of the calls. */
  readonly callAll: CallAllOf<M>;
  /** Run one call. Yields its progress and returns its result. Leaving the loop cancels the call. */
  readonly stream: StreamOf<M>;
  /**
   * Get the policy's decision on a call without running it, the accesses it checked, the tool that would run, and its input.
   * Invalid input is denied with the reason. `fails`: the error of a call that needs approval, but would fail with it as well.
   * `preview`: what it would answer, where a dry run can tell.
   */
  decide(
    name: string,
    input?: unknown,
  ): Promise<
    Decision & {
      readonly access: readonly Access[];
      readonly tool: string;
      readonly input?: unknown;
      readonly fails?: ToolError;
      readonly preview?: unknown;
    }
  >;
  /**
   * Get the tools that the session's model sees at this time, without those that only programs call. It changes with the
   * registry and with tool search: read it for every request to the model. The others are called by name as well.
   */
  exposed(): readonly Tool[];
  /** Get the session's value for a key, as its tools see it. */
  state<T>(key: StateKey<T>): T;
  snapshot(): SessionSnapshot;
  /** End the session, like `await using`: running calls are aborted and the state is disposed of. Can be called more than once. */
  close(): Promise<void>;
}
