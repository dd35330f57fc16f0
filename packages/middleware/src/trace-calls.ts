import type { Middleware } from "@holdall/tool-core";

/** The part of an OpenTelemetry `Tracer` that is used: pass `trace.getTracer("…")` of `@opentelemetry/api`. */
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
 * One span for each call, `execute_tool {name}`, with the attributes of OpenTelemetry's conventions for generative AI:
 * the tool's name, type and call id, the conversation, and `error.type` with the code of a failure. No input and no
 * output is recorded. Nested calls become child spans where the host has set up a context manager.
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
        if (!result.ok) {
          span.setAttribute("error.type", result.error.code);
          span.setStatus({ code: failed, message: result.error.code });
        }
        return result;
      } finally {
        span.end();
      }
    });
  };
}
