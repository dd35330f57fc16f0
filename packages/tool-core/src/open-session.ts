import { abort } from "./_cancellation.ts";
import { type Host, notify } from "./_host.ts";
import { accessOf, judge } from "./_permit.ts";
import { prepareInput } from "./_prepare-input.ts";
import { runCall } from "./_run-call.ts";
import { streamCall } from "./_stream-call.ts";
import { ToolError } from "./error.ts";
import { toPath } from "./path.ts";
import { type Registry, unknownTool } from "./registry.ts";
import { failure } from "./result.ts";
import type { Session, SessionOptions } from "./session.ts";
import { createStateStore } from "./state.ts";

/** Open a session over a registry. Dispose it: running calls are aborted, then state is disposed in reverse order. */
export function openSession(registry: Registry, options: SessionOptions): Session {
  const { policy, approve, use = [], onEvent, restore, dialect = "snake", dryRun = false } = options;
  let calls = 0;
  let closing: Promise<void> | undefined;
  const host: Host = {
    id: options.id ?? restore?.id ?? crypto.randomUUID(),
    cwd: toPath(options.cwd ?? restore?.cwd ?? "/"),
    dialect,
    dryRun,
    registry,
    policy,
    approve,
    middleware: use,
    emit: onEvent && ((event) => notify(onEvent, event)),
    state: createStateStore(restore?.state),
    active: new Set(),
    nextCallId: () => `call-${++calls}`,
  };
  const { id, cwd, state } = host;

  const session: Session = {
    id,
    cwd,
    dialect,
    dryRun,
    registry,
    async call(name, input, callOptions = {}) {
      if (closing) return failure(closedError(id));
      return runCall(host, name, input, callOptions);
    },
    callAll: (requests) => Promise.all(requests.map(({ tool, input, ...rest }) => session.call(tool, input, rest))),
    stream: (name, input, callOptions = {}) => streamCall(session, name, input, callOptions),
    async decide(name, input) {
      const tool = registry.get(name);
      try {
        if (!tool) throw unknownTool(name, registry, dialect);
        const prepared = await prepareInput(tool, input);
        return await judge(host, { callId: "decide", tool, input: prepared }, accessOf(host, tool, prepared));
      } catch (thrown) {
        if (!ToolError.is(thrown)) throw thrown;
        return { effect: "deny", reason: thrown.message, access: [] };
      }
    },
    state: (key) => state.get(key),
    snapshot: () => ({ version: 1, id, cwd, state: state.snapshot() }),
    [Symbol.asyncDispose]() {
      closing ??= (async () => {
        for (const cancellation of host.active) abort(cancellation, closedError(id));
        await state.dispose();
      })();
      return closing;
    },
  };
  return session;
}

const closedError = (id: string) =>
  new ToolError("aborted", `The session ${id} is closed.`, {
    hint: "Open a new session, or restore this one from its snapshot.",
  });
