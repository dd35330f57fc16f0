import type { Middleware, ToolErrorCode } from "@holdall/tool-core";

/** The metrics of one tool. Times are in milliseconds. */
export interface ToolMetrics {
  readonly calls: number;
  readonly running: number;
  /** Failures by error code. */
  readonly errors: Readonly<Partial<Record<ToolErrorCode, number>>>;
  readonly time: { readonly total: number; readonly max: number };
  /** Characters of text sent to the model. */
  readonly characters: number;
}

export interface Metrics {
  readonly middleware: Middleware;
  /** Get the metrics so far, by canonical tool name. */
  read(): Readonly<Record<string, ToolMetrics>>;
}

interface Counts {
  calls: number;
  running: number;
  errors: Partial<Record<ToolErrorCode, number>>;
  total: number;
  max: number;
  characters: number;
}

/** Count calls, failures, times and characters by tool. */
export function metrics(): Metrics {
  const tools = new Map<string, Counts>();
  const countsOf = (name: string): Counts => {
    const found = tools.get(name) ?? { calls: 0, running: 0, errors: {}, total: 0, max: 0, characters: 0 };
    tools.set(name, found);
    return found;
  };

  return {
    async middleware(call, next) {
      const counts = countsOf(call.tool.name);
      counts.calls++;
      counts.running++;
      const started = performance.now();
      const result = await next(call);
      const time = performance.now() - started;
      counts.running--;
      counts.total += time;
      counts.max = Math.max(counts.max, time);
      for (const part of result.content) if (part.type === "text") counts.characters += part.text.length;
      if (!result.ok) counts.errors[result.error.code] = (counts.errors[result.error.code] ?? 0) + 1;
      return result;
    },
    read: () =>
      Object.fromEntries(
        [...tools].map(([name, { total, max, errors, ...counts }]) => [
          name,
          { ...counts, errors: { ...errors }, time: { total, max } },
        ]),
      ),
  };
}
