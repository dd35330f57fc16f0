import { type Cancellation, createCancellation } from "./_cancellation.ts";
import { execute, render } from "./_execute.ts";
import { type Host, notify } from "./_host.ts";
import { accessOf, judge, permit } from "./_permit.ts";
import { prepareInput } from "./_prepare-input.ts";
import type { Progress, ToolContext } from "./context.ts";
import { ToolError, toToolError } from "./error.ts";
import type { Call, Next } from "./middleware.ts";
import { spellToolNames } from "./names.ts";
import { unknownTool } from "./registry.ts";
import { failure, type ToolResult } from "./result.ts";
import type { CallOptions } from "./session.ts";
import type { Tool } from "./tool.ts";

interface Parent {
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** Resolve, fit, validate, permit, middleware, execute, check, render. Everything that goes wrong is a result. */
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

  const cancellation = createCancellation(options.signal, parent?.signal);
  host.active.add(cancellation);
  let result: ToolResult;
  try {
    if (!tool) throw unknownTool(name, host.registry, host.dialect);
    result = await Promise.race([attempt(host, tool, raw, callId, options, cancellation), cancellation.failed]);
  } catch (thrown) {
    result = refusal(host, thrown);
  }
  cancellation.release();
  host.active.delete(cancellation);

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
  const { signal } = cancellation;
  const { id: sessionId, cwd } = host;
  const { approve = host.approve, onProgress } = options;
  signal.throwIfAborted();
  const input = await prepareInput(tool, raw);
  await permit(host, { callId, tool, input }, accessOf(host, tool, input), approve, signal);

  const report = (progress: Progress) => {
    host.emit?.({ type: "call-progress", callId, sessionId, tool: tool.name, progress });
    if (onProgress) notify(onProgress, progress);
  };
  const call: Call = { id: callId, sessionId, tool, input, cwd, signal };
  const last: Next = async (passed) => {
    const own = passed.signal === signal ? cancellation : createCancellation(passed.signal, signal);
    try {
      const ctx: ToolContext = {
        callId,
        sessionId,
        cwd: passed.cwd,
        dryRun: host.dryRun,
        signal: own.signal,
        state: host.state.get,
        require: (...access) => permit(host, { callId, tool, input }, access, approve, own.signal),
        decide: async (access) => (await judge(host, { callId, tool, input }, [access])).effect,
        call: (name, nested) => runCall(host, name, nested, {}, { callId, signal: own.signal }),
      };
      const output = await execute(passed.tool, passed.input, ctx, own, report);
      return { ok: true, output, content: render(passed.tool, output, passed.input) };
    } catch (thrown) {
      return refusal(host, thrown);
    } finally {
      if (own !== cancellation) own.release();
    }
  };
  const wrap =
    (next: Next, middleware: (typeof host.middleware)[number]): Next =>
    async (passed) => {
      try {
        return await middleware(passed, next);
      } catch (thrown) {
        return refusal(host, thrown);
      }
    };
  return host.middleware.reduceRight(wrap, last)(call);
}

/** A failed result whose hint names tools as the session's model knows them. */
function refusal({ registry, dialect }: Host, thrown: unknown): ToolResult<never> {
  const { code, message, hint = "", data, cause } = toToolError(thrown);
  return failure(new ToolError(code, message, { hint: spellToolNames(hint, registry, dialect), data, cause }));
}
