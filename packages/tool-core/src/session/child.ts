import type { ToolEvent } from "../event.ts";
import type { Middleware } from "../middleware.ts";
import type { Approve } from "../policy/approval.ts";
import { deny, firstOf, type Policy, strictest } from "../policy/policy.ts";
import { createRegistry } from "../registry/registry.ts";
import type { Registry } from "../registry/types.ts";
import type { Tool } from "../tool.ts";
import type { SessionRuntime } from "./runtime.ts";
import type { SessionOptions, SessionSnapshot } from "./session.ts";

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

/** The registry and options of a child session. What the parent's policy does not allow, no policy of the child allows. */
export function childOptions(
  {
    policy: parentPolicy,
    approve: parentApprove,
    registry: all,
    middleware,
    emit,
    cwd,
    dialect,
    dryRun,
  }: SessionRuntime,
  { name, only, policy = () => undefined, use = [], onEvent, approve = (parent) => parent, restore }: ChildOptions,
): { readonly registry: Registry; readonly options: SessionOptions } {
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
  return {
    registry,
    options: {
      policy: strictest(firstOf(parentPolicy, deny({}, "No rule allows it.")), policy),
      approve: ask,
      use: [...middleware, ...use],
      onEvent(event) {
        onEvent?.(event);
        emit?.(event);
      },
      cwd,
      dialect,
      dryRun,
      restore,
    },
  };
}
