import type { ToolContext } from "./context.ts";
import { ToolError } from "./error.ts";
import type { ToolEvent } from "./event.ts";
import type { Middleware } from "./middleware.ts";
import type { Approve } from "./policy/approval.ts";
import { deny, firstOf, type Policy, strictest } from "./policy/policy.ts";
import { createRegistry } from "./registry/registry.ts";
import { openerKey } from "./session/opener.ts";
import type { Session, SessionSnapshot } from "./session/session.ts";
import type { Tool } from "./tool.ts";

/** What a session that works for a call has less than the session of that call. Everything else it has in common with it. */
export interface ChildOptions {
  /** What a person is told who is asking. */
  readonly name: string;
  /** Which tools it has, of those that the registry holds now. */
  only(tool: Tool): boolean;
  /** Judges beside the policy of the parent, as that is at each call: the stricter opinion stands. */
  readonly policy?: Policy | undefined;
  /** Middleware inside that of the parent. */
  readonly use?: readonly Middleware[] | undefined;
  /** Hears the calls of this session, and of those that it opens, before the parent does. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
  /** What becomes of the parent's `approve`; undefined where nobody may be asked. Not called where there is none. */
  readonly approve?: ((parent: Approve) => Approve | undefined) | undefined;
  readonly restore?: SessionSnapshot | undefined;
}

/**
 * Open a session that works for a call, under the rules of the session of that call: it may outlive the call, and never that
 * session. What the parent's policy does not allow, no policy of the child allows. Throws `aborted` where the parent is closed.
 */
export function openChild(
  { state, callId }: Pick<ToolContext, "state" | "callId">,
  { name, only, policy = () => undefined, use = [], onEvent, approve = (parent) => parent, restore }: ChildOptions,
): Session {
  const { opener } = state(openerKey);
  if (!opener) throw new ToolError("aborted", "The session of this call is closed.");
  const { runtime } = opener;
  const { registry: all, approve: parentApprove, emit, cwd, dialect, dryRun } = runtime;
  const registry = createRegistry(all.tools().filter(only));
  registry.explain(all.missing);
  const ask =
    parentApprove &&
    approve((request, signal) =>
      parentApprove(
        { ...request, path: [name, ...(request.path ?? [])], prompt: `${name}: ${request.prompt}` },
        signal,
      ),
    );
  const options = {
    policy: strictest(firstOf(runtime.policy, deny({}, "No rule allows it.")), policy),
    approve: ask,
    use: [...runtime.middleware, ...use],
    onEvent(event: ToolEvent) {
      onEvent?.(event);
      emit?.(event);
    },
    cwd,
    dialect,
    dryRun,
    restore,
  };
  return opener.open(registry, options, callId);
}
