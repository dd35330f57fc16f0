import { findCall } from "../call/find-call.ts";
import { accessOf, decideAccesses, lookAhead } from "../call/permit.ts";
import { prepareInput } from "../call/prepare-input.ts";
import { runCall } from "../call/run-call.ts";
import { streamCall } from "../call/stream-call.ts";
import { ToolError, toToolError } from "../error.ts";
import { notify } from "../notify.ts";
import { toPath } from "../path.ts";
import { preparedOf } from "../policy/access.ts";
import { guardPlanMode } from "../policy/guard-plan-mode.ts";
import { dryRunOnly, strictest } from "../policy/policy.ts";
import type { Dialect } from "../registry/dialect.ts";
import { unknownTool } from "../registry/registry.ts";
import type { Registry } from "../registry/types.ts";
import { openerKey } from "./opener.ts";
import type { SessionRuntime } from "./runtime.ts";
import type { Session, SessionOptions } from "./session.ts";
import { createStateStore } from "./state.ts";

/** Open a session for a registry. Close it at the end: running calls are aborted, then the state is disposed of in reverse order. */
export function openSession<R extends Registry, D extends Dialect = "snake">(
  registry: R,
  options: SessionOptions<D>,
): Session<NonNullable<R["types"]>, D>;
export function openSession(registry: Registry, options: SessionOptions): Session {
  return open(registry, options);
}

function open(
  registry: Registry,
  { policy, approve, use = [], onEvent, restore, dialect = "snake", dryRun = false, expose, ...start }: SessionOptions,
  parent?: { readonly callId: string; readonly runtime: SessionRuntime },
): Session {
  const { id = restore?.id ?? crypto.randomUUID(), cwd = restore?.cwd ?? "/" } = start;
  const state = createStateStore(restore?.state, parent?.runtime.state);
  const facts = { id, cwd: toPath(cwd), dialect, dryRun, registry };
  let calls = 0;
  let closing: Promise<void> | undefined;
  const closed = new ToolError("aborted", `The session ${id} is closed.`, {
    hint: "Open a new one, or restore its snapshot.",
  });
  const runtime: SessionRuntime = {
    ...facts,
    policy: guardPlanMode(dryRun ? strictest(dryRunOnly, policy) : policy, state),
    approve,
    middleware: use,
    emit: onEvent && ((event) => notify(onEvent, event)),
    state,
    active: new Set(),
    starting: new Set(),
    readers: new Map(),
    noting: new Map(),
    noteParent: parent?.runtime.noting.get(parent.callId),
    nextCallId: () => `${parent?.callId ?? "call"}-${++calls}`,
    parentId: parent?.callId,
    children: new Set(),
  };

  const close = (): Promise<void> => {
    if (!closing) {
      runtime.closed = closed;
      for (const { abort } of runtime.active) abort(closed);
      parent?.runtime.children.delete(session);
      closing = state.dispose().finally(() => closeAll([...runtime.children]));
    }
    return closing;
  };

  const session: Session = {
    ...facts,
    call: runCall.bind(undefined, runtime),
    callAll: (requests) =>
      Promise.all(requests.map(({ tool, input, ...options }) => session.call(tool, input, options))),
    stream: (name, input, options = {}) => streamCall(session, name, input, options),
    async decide(name, input) {
      const { signal } = new AbortController();
      try {
        const called = await findCall(registry, name, input);
        if (!called) throw unknownTool(name, registry, dialect);
        const { tool } = called;
        const prepared = await prepareInput(tool, called.raw, { name, dialect });
        const inner = tool.forwards?.(prepared.input);
        if (inner) return await session.decide(inner.name, inner.input);
        const call = { id: "decide", sessionId: id, tool, input: prepared.input, cwd: facts.cwd, signal };
        const found = preparedOf(await accessOf(runtime, call));
        const decision = await decideAccesses(runtime, call, found.accesses);
        const ahead = decision.effect === "ask" ? await lookAhead(runtime, call, found) : {};
        return { ...decision, tool: tool.name, input: call.input, ...ahead };
      } catch (thrown) {
        return { effect: "deny", reason: toToolError(thrown).message, access: [], tool: name };
      }
    },
    exposed: () => (expose?.(session) ?? registry.tools()).filter(({ program }) => program !== "only"),
    state: state.get,
    snapshot: () => ({ version: 1, id, cwd: facts.cwd, state: state.snapshot() }),
    close,
    [Symbol.asyncDispose]: close,
  };
  state.get(openerKey).opener = {
    runtime,
    open(own, wanted, callId) {
      if (runtime.closed) throw runtime.closed;
      const child = open(own, wanted, { callId, runtime });
      runtime.children.add(child);
      return child;
    },
  };
  return session;
}

/** Close sessions side by side; every one is closed, and a failure comes after that. */
async function closeAll(sessions: readonly Session[]): Promise<void> {
  const closings = await Promise.allSettled(sessions.map((session) => session[Symbol.asyncDispose]()));
  for (const closing of closings) if (closing.status === "rejected") throw closing.reason;
}
