import type { Cancellation } from "../call/cancellation.ts";
import type { ToolError } from "../error.ts";
import type { ToolEvent } from "../event.ts";
import type { Middleware } from "../middleware.ts";
import type { Path } from "../path.ts";
import type { Approve } from "../policy/approval.ts";
import type { Policy } from "../policy/policy.ts";
import type { Dialect } from "../registry/dialect.ts";
import type { Registry } from "../registry/types.ts";
import type { NotedText } from "../texts/kept-texts.ts";
import type { Session } from "./session.ts";
import type { StateStore } from "./state.ts";

/** A call that others may wait for. */
export interface Starting {
  /** Set by the first that waits. */
  passed?: PromiseWithResolvers<void>;
}

/** What the calls of one session share. */
export interface SessionRuntime {
  readonly id: string;
  readonly cwd: Path;
  readonly dialect: Dialect;
  readonly dryRun: boolean;
  readonly registry: Registry;
  readonly policy: Policy;
  readonly approve: Approve | undefined;
  readonly middleware: readonly Middleware[];
  readonly emit: ((event: ToolEvent) => void) | undefined;
  readonly state: StateStore;
  readonly active: Set<Cancellation>;
  /** Calls that have neither started nor ended, and do not wait for the user, in the order in which they were made. */
  readonly starting: Set<Starting>;
  /** Calls whose results hold text of others, by id, with the host or server behind it if that is known; null if it is noted. */
  readonly readers: Map<string, string | undefined | null>;
  /** Who receives the texts that a call brings into the session, by the id of the call: those that have made it. */
  readonly noting: Map<string, (noted: NotedText) => void>;
  /** Who receives such texts of all calls: those who have made the call that this session works for. */
  readonly noteParent: ((noted: NotedText) => void) | undefined;
  /** The call that this session works for. */
  readonly parentId: string | undefined;
  /** Open sessions that work for a call of this one. */
  readonly children: Set<Session>;
  /** Why no call is taken any more. */
  closed?: ToolError;
  nextCallId(): string;
}
