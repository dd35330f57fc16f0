import { BAGGAGE_META_KEY, TRACEPARENT_META_KEY, TRACESTATE_META_KEY } from "@modelcontextprotocol/server";

/** The trace context of a request, as the headers of W3C Trace Context and Baggage have it. */
export interface TraceCarrier {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/**
 * Runs a call in the trace of its request. With OpenTelemetry:
 * `(carrier, run) => context.with(propagation.extract(context.active(), carrier), run)`.
 */
export type CallTrace = <T>(carrier: TraceCarrier, run: () => Promise<T>) => Promise<T>;

/** Characters of one value; what is longer is not passed on. */
const longest = 8192;

/** The trace context in the `_meta` of a request; undefined without one. */
export function traceOf(meta: object | undefined): TraceCarrier | undefined {
  const given = (meta ?? {}) as Readonly<Record<string, unknown>>;
  const text = (key: string) => {
    const value = given[key];
    return typeof value === "string" && value.length <= longest ? value : undefined;
  };
  const traceparent = text(TRACEPARENT_META_KEY);
  if (traceparent === undefined) return undefined;
  const tracestate = text(TRACESTATE_META_KEY);
  const baggage = text(BAGGAGE_META_KEY);
  return { traceparent, ...(tracestate && { tracestate }), ...(baggage && { baggage }) };
}
