import { type Cancellation, createCancellation, race } from "./_cancellation.ts";
import { execute, render } from "./_execute.ts";
import { type Host, notify } from "./_host.ts";
import { accessOf, permit } from "./_permit.ts";
import { prepareInput } from "./_prepare-input.ts";
import type { Progress, ToolContext } from "./context.ts";
import { ToolError, toToolError } from "./error.ts";
import type { Call, Next } from "./middleware.ts";
import { spellToolNames, toolName } from "./names.ts";
import { unknownTool } from "./registry.ts";
import { failure, type ToolResult } from "./result.ts";
import type { CallOptions } from "./session.ts";
import type { Tool } from "./tool.ts";

interface Parent {
  readonly callId: string;
  readonly cancellation: Cancellation;
}

/** Resolve, fold, validate, permit, middleware, execute, check, render. Everything that goes wrong is a result. */
export async function runCall(
  host: Host,
  name: string,
  raw: unknown,
  options: CallOptions,
  parent?: Parent,
): Promise<ToolResult> {
  const callId = options.callId ?? host.nextCallId();
  const tool = host.registry.get(name);
  const event = { callId, sessionId: host.id, tool: tool?.name ?? name };
  const started = performance.now();
  host.emit?.({ ...event, type: "call-start", input: raw, ...(parent && { parentId: parent.callId }) });

  const cancellation = createCancellation(options.signal, parent?.cancellation);
  host.active.add(cancellation);
  let result: ToolResult;
  try {
    if (!tool) throw unknownTool(name, host.registry, host.dialect);
    result = await race(cancellation, attempt(host, tool, raw, callId, options, cancellation));
  } catch (thrown) {
    result = refusal(host, thrown);
  } finally {
    cancellation.release();
    host.active.delete(cancellation);
  }

  host.emit?.({ ...event, type: "call-end", result, duration: performance.now() - started });
  return result;
}

async function attempt(
  host: Host,
  tool: Tool,
  raw: unknown,
  callId: string,
  options: CallOptions,
  cancellation: Cancellation,
): Promise<ToolResult> {
  if (cancellation.error) throw cancellation.error;
  const input = await prepareInput(tool, raw);
  const approve = options.approve ?? host.approve;
  await permit(host, { callId, tool, input }, accessOf(host, tool, input), approve, cancellation);

  const report = (progress: Progress) => {
    host.emit?.({ type: "call-progress", callId, sessionId: host.id, tool: tool.name, progress });
    if (options.onProgress) notify(options.onProgress, progress);
  };
  const call: Call = {
    id: callId,
    sessionId: host.id,
    tool,
    input,
    cwd: host.cwd,
    signal: cancellation.controller.signal,
  };
  const last: Next = async (passed) => {
    const own = passed === call ? cancellation : createCancellation(passed.signal, cancellation);
    try {
      const ctx = contextFor(host, passed, own, approve);
      const output = await execute(passed.tool, passed.input, ctx, own, report);
      return { ok: true, output, content: render(passed.tool, output, passed.input) };
    } catch (thrown) {
      return refusal(host, thrown);
    } finally {
      if (own !== cancellation) own.release();
    }
  };
  return host.middleware.reduceRight<Next>(
    (next, middleware) => (passed) => settle(host, middleware(passed, next)),
    last,
  )(call);
}

/** `next` never rejects, not even when the middleware behind it does. */
async function settle(host: Host, running: Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await running;
  } catch (thrown) {
    return refusal(host, thrown);
  }
}

function contextFor(host: Host, call: Call, cancellation: Cancellation, approve: CallOptions["approve"]): ToolContext {
  const { id: callId, tool, input } = call;
  return {
    callId,
    sessionId: host.id,
    cwd: call.cwd,
    dryRun: host.dryRun,
    signal: cancellation.controller.signal,
    state: host.state.get,
    require: (...access) => permit(host, { callId, tool, input }, access, approve, cancellation),
    call: (name, nested) => runCall(host, name, nested, {}, { callId, cancellation }),
  };
}

/** A failed result whose hint names tools as the session's model knows them. */
function refusal(host: Host, thrown: unknown): ToolResult<never> {
  const error = toToolError(thrown);
  if (!error.hint?.includes("{")) return failure(error);
  const hint = spellToolNames(error.hint, (name) => {
    const tool = host.registry.get(name);
    return tool && toolName(tool, host.dialect);
  });
  return failure(new ToolError(error.code, error.message, { hint, data: error.data, cause: error.cause }));
}
