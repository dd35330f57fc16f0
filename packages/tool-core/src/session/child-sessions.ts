import type { ToolContext } from "../context.ts";
import { ToolError } from "../error.ts";
import type { ToolEvent } from "../event.ts";
import type { Middleware } from "../middleware.ts";
import type { Approve } from "../policy/approval.ts";
import { deny, firstOf, type Policy, strictest } from "../policy/policy.ts";
import { createRegistry } from "../registry/registry.ts";
import type { Tool } from "../tool.ts";
import { openerKey } from "./opener.ts";
import type { Session, SessionSnapshot } from "./session.ts";

/** The restrictions of a child session compared with the session of its call. Everything else is shared. */
export interface ChildOptions {
  /** The name of the requester that is shown to the user. */
  readonly name: string;
  /** Selects the tools of the child from those that are in the registry now. */
  only(tool: Tool): boolean;
  /** An additional policy. The stricter decision of this policy and the parent's current policy applies. */
  readonly policy?: Policy | undefined;
  /** Middleware inside the parent's middleware. */
  readonly use?: readonly Middleware[] | undefined;
  /** Receives the events of this session and its children, before the parent does. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
  /** Wraps the parent's `approve`. Undefined if the user must not be asked. Not called if the parent has no `approve`. */
  readonly approve?: ((parent: Approve) => Approve | undefined) | undefined;
  readonly restore?: SessionSnapshot | undefined;
}

/**
 * Open a child session for a call, under the rules of the session of that call. It may outlive the call but not the session. A
 * policy of the child cannot allow what the parent's policy does not allow. Throws `aborted` if the parent is closed.
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
  registry.offer(
    ...all.offered().map((each) => ({
      names: { [each]: [] },
      load: async () => [await all.find(each)].filter((tool) => tool !== undefined).filter(only),
    })),
  );
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
