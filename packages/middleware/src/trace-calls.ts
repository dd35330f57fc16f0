import type { StepMiddleware } from "@holdall/durable/port";
import { type Middleware, toToolError } from "@holdall/tool-core";

/** The used part of an OpenTelemetry `Tracer`: pass `trace.getTracer("…")` of `@opentelemetry/api`. */
export interface Tracer {
  startActiveSpan<T>(name: string, options: SpanOptions, work: (span: Span) => T): T;
}

interface SpanOptions {
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

/** `SpanKind.INTERNAL` and `SpanStatusCode.ERROR` of the OpenTelemetry API. */
const [internal, failed] = [0, 2];

/**
 * Create one span for each call, `execute_tool {name}`, with the attributes of OpenTelemetry's conventions for generative AI:
 * the tool's name, type and call id, the conversation, and `error.type` with the code of a failure. Inputs and outputs are not
 * recorded. Nested calls are child spans if the host has set up a context manager.
 */
export function traceCalls(tracer: Tracer): Middleware {
  return (call, next) => {
    const { name, title } = call.tool;
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.description": title,
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": call.id,
      "gen_ai.conversation.id": call.sessionId,
    };
    return tracer.startActiveSpan(`execute_tool ${name}`, { kind: internal, attributes }, async (span) => {
      try {
        const result = await next(call);
        if (!result.ok) fail(span, result.error.code);
        return result;
      } finally {
        span.end();
      }
    });
  };
}

/**
 * Create one span for each attempt of each step of a run, `run_step {run} {step}`, with the id of the run, its version, the
 * number of attempts, the key of the step, and `error.type`. Spans of a run share its id across processes; calls in the step
 * are child spans. For `use` of an engine.
 */
export function traceSteps(tracer: Tracer): StepMiddleware {
  return ({ run, name, version, attempt, step, key }, next) => {
    const attributes = {
      "holdall.run.id": run,
      "holdall.run.name": name,
      "holdall.run.version": version,
      "holdall.run.attempt": String(attempt),
      "holdall.step.name": step,
      "holdall.step.key": key,
    };
    return tracer.startActiveSpan(`run_step ${name} ${step}`, { kind: internal, attributes }, async (span) => {
      try {
        return await next();
      } catch (error) {
        fail(span, toToolError(error).code);
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

function fail(span: Span, code: string): void {
  span.setAttribute("error.type", code);
  span.setStatus({ code: failed, message: code });
}
