import type { Cancellation } from "./_cancellation.ts";
import type { Approve } from "./approval.ts";
import type { ToolError } from "./error.ts";
import type { ToolEvent } from "./event.ts";
import type { Middleware } from "./middleware.ts";
import type { Dialect } from "./names.ts";
import type { Path } from "./path.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";
import type { StateStore } from "./state.ts";

/** What the calls of one session share. */
export interface Host {
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
  /** Resolves when all calls that were made have started, have ended, or wait for a person. */
  passed?: Promise<void>;
  /** Why no call is taken any more. */
  closed?: ToolError;
  nextCallId(): string;
}
