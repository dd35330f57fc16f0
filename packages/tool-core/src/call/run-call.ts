import { text } from "../content.ts";
import type { InnerCallOptions, Progress, ToolContext } from "../context.ts";
import { ToolError, toToolError } from "../error.ts";
import { isPromise } from "../json.ts";
import type { Call, Middleware, Next } from "../middleware.ts";
import { notify } from "../notify.ts";
import type { Prepared } from "../policy/access.ts";
import type { Approve } from "../policy/approval.ts";
import { planModeKey } from "../policy/plan-mode.ts";
import { spellParams, spellToolNames, toolName } from "../registry/names.ts";
import { unknownTool } from "../registry/registry.ts";
import { failure, type ToolResult } from "../result.ts";
import type { SessionRuntime, Starting } from "../session/runtime.ts";
import type { CallOptions } from "../session/session.ts";
import type { Tool } from "../tool.ts";
import { type Cancellation, createCancellation } from "./cancellation.ts";
import { awaitResult, render } from "./execute.ts";
import { findCall } from "./find-call.ts";
import { middlewareStateOf, noteTexts, stateOf } from "./note-texts.ts";
import { decideAccess, lookAhead, permit } from "./permit.ts";
import { prepareInput } from "./prepare-input.ts";

/**
 * Resolve, fit, validate, permit, middleware, execute, check, render. Every failure is a result. Calls of a session
 * start in the order in which they were made, so that a file's queue has them in that order; a call that waits for
 * approval does not hold up later calls.
 */
export async function runCall(
  runtime: SessionRuntime,
  name: string,
  raw?: unknown,
  options: CallOptions & Pick<InnerCallOptions, "onNoted"> = {},
  parent?: Pick<Call, "id" | "signal">,
  index?: number,
): Promise<ToolResult> {
  const { id: sessionId, cwd, registry, emit, active, starting, closed } = runtime;
  if (closed) return failure(closed);
  const { callId: id = runtime.nextCallId(), approve = runtime.approve, onProgress, onNoted } = options;
  let tool = registry.get(name);
  const event = { callId: id, sessionId, tool: tool?.name ?? name };
  const started = performance.now();
  const parentId = parent?.id ?? runtime.parentId;
  const place = { ...(parentId !== undefined && { parentId }), ...(index !== undefined && { index }) };
  emit?.({ ...event, type: "call-start", input: raw, ...place });

  const outer = parent ? runtime.noting.get(parent.id) : runtime.noteParent;
  if (onNoted || outer)
    runtime.noting.set(id, (noted) => {
      onNoted?.(noted);
      outer?.(noted);
    });
  const cancellation = createCancellation(options.signal, parent?.signal);
  const { signal, failed } = cancellation;
  // An inner call comes after what the call that makes it has done.
  const before = parent ? [] : [...active];
  active.add(cancellation);
  const own: Starting = {};
  const ahead = parent ? [] : [...starting];
  if (!parent) starting.add(own);
  const pass = () => {
    starting.delete(own);
    own.passed?.resolve();
  };
  const report = (progress: Progress) => {
    emit?.({ ...event, type: "call-progress", progress });
    if (onProgress) notify(onProgress, progress);
  };
  const refused = (thrown: unknown) => refusal(runtime, thrown, tool);
  let notes: readonly string[] = [];
  const attempt = async () => {
    const found = await findCall(registry, name, raw);
    if (!found) throw unknownTool(name, registry, runtime.dialect);
    const called = found.tool;
    tool = called;
    signal.throwIfAborted();
    const fitted = await prepareInput(called, found.raw, { name, dialect: runtime.dialect });
    notes = fitted.notes.map((note) => spellParams(note, called, runtime.dialect));
    const asked = { id, sessionId, tool: called, input: fitted.input, cwd, signal };
    const ask: typeof approve =
      approve &&
      ((...request) => {
        pass();
        return approve(...request);
      });
    const isPlanning = () => runtime.state.find(planModeKey)?.active;
    const planned = isPlanning();
    let failing: ToolError | undefined;
    const tryFirst = async (wanted: Prepared) => {
      const { fails, preview } = await lookAhead(runtime, asked, wanted);
      // What runs beside it may be what it builds on.
      if (!fails || (approve && before.some((each) => active.has(each)))) return preview;
      failing = fails;
      throw fails;
    };
    /** Without permission where it fails ahead. */
    const askFirst = () =>
      permit(runtime, asked, ask, undefined, tryFirst).catch((error: unknown) => {
        if (error !== failing) throw error;
        return { accesses: [], prepared: undefined };
      });
    let permitted = await askFirst();
    for (const each of ahead) {
      if (!starting.has(each)) continue;
      each.passed ??= Promise.withResolvers();
      await each.passed.promise;
      signal.throwIfAborted();
    }
    // A call ahead has turned plan mode on.
    if (isPlanning() && !planned) permitted = await askFirst();
    const { accesses: access, prepared } = permitted;
    const call: Call = {
      ...asked,
      access,
      dryRun: runtime.dryRun,
      state: (key) => middlewareStateOf(runtime, id, key),
    };
    const about = { approve, report, inProgram: index !== undefined, prepared };
    const last: Next = async (passed) => {
      if (failing) throw failing;
      return runTool(runtime, call, passed, cancellation, about);
    };
    const wrap = (next: Next, middleware: Middleware): Next => {
      return async (passed) => middleware(passed, (inner) => next(inner).catch(refused));
    };
    // The call that it makes passes through the middleware; once is enough.
    const middleware = called.forwards ? [] : runtime.middleware;
    const running = middleware.reduceRight(wrap, last)(call).catch(refused);
    pass();
    return running;
  };
  const answer = await Promise.race([attempt(), failed]).catch(refused);
  const result = notes.length > 0 ? { ...answer, content: [...answer.content, text(notes.join("\n"))] } : answer;
  pass();
  cancellation.release();
  active.delete(cancellation);
  noteTexts(runtime, { id, tool: tool?.name ?? name, input: raw }, answer);
  runtime.noting.delete(id);

  emit?.({ ...event, tool: tool?.name ?? name, type: "call-end", result, duration: performance.now() - started });
  return result;
}

/** What one call is run with. */
interface About {
  readonly approve: Approve | undefined;
  readonly report: (progress: Progress) => void;
  readonly inProgram: boolean;
  /** What the tool's `access` prepared for the input that was permitted. */
  readonly prepared: unknown;
}

/** The innermost step: the tool, with what the middleware passed on, under what was permitted. */
async function runTool(
  runtime: SessionRuntime,
  call: Call,
  { tool, input, cwd, signal }: Call,
  outer: Cancellation,
  { approve, report, inProgram, prepared: permittedWith }: About,
): Promise<ToolResult> {
  const own = signal === call.signal ? outer : createCancellation(signal, call.signal);
  const permitted = { ...call, signal: own.signal };
  const { id: callId, sessionId } = call;
  const ctx: ToolContext = {
    callId,
    sessionId,
    cwd,
    dryRun: runtime.dryRun,
    inProgram,
    signal: own.signal,
    state: (key) => stateOf(runtime, callId, key),
    async require(...accesses) {
      await permit(runtime, permitted, approve, accesses);
    },
    decide(access) {
      const decision = decideAccess(runtime, permitted, access);
      return isPromise(decision) ? decision.then(({ effect }) => effect) : decision.effect;
    },
    call(name, nested, { signal: stop, index, approve: asking, onNoted } = {}) {
      const options = { signal: stop, onNoted, ...(asking && approve && { approve: asking(approve) }) };
      return runCall(runtime, name, nested, options, permitted, index);
    },
  };
  try {
    const acting = runtime.dryRun && typeof tool.previews === "function" ? tool.previews(ctx) : tool;
    // An input that middleware put in place is another call: its own accesses are asked about.
    const prepared =
      input === call.input ? permittedWith : (await permit(runtime, { ...permitted, input }, approve)).prepared;
    const output = await awaitResult(tool, acting.execute(input, ctx, prepared), own.signal, own.failed, report);
    return { ok: true, output, content: render(tool, output, input, runtime.dialect) };
  } finally {
    if (own !== outer) own.release();
  }
}

/** A failed result whose words name tools and parameters as the session's model knows them. */
function refusal({ registry, dialect }: SessionRuntime, thrown: unknown, tool: Tool | undefined): ToolResult {
  const { code, message, hint = "", data, cause } = toToolError(thrown);
  const spelled = (value: string) => (tool ? spellParams(value, tool, dialect) : value);
  const end = `${message}\n`.indexOf("\n"); // what follows may be text of a file
  const told = spelled(message.slice(0, end)) + message.slice(end);
  const offered = registry.offered();
  // A tool that is not there is named plainly: its placeholder would mean nothing to the model.
  const next = spelled(spellToolNames(hint, registry, dialect)).replace(
    /\{([a-z]+(?:_[a-z]+)*)\}/g,
    (whole, name: string) => (offered.includes(name) ? toolName({ name }, dialect) : /_/.test(name) ? name : whole),
  );
  return failure(new ToolError(code, told, { hint: next, data, cause }));
}
