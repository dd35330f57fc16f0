import type { Awaitable, Dialect, Registry, Tool, ToolContext } from "@holdall/tool-core";
import type { ExtractSchema } from "./calls/extract-schema.ts";
import type { Isolate } from "./isolate/isolate.ts";
import type { ProgramJournal } from "./run/journal.ts";

/** The limits of one program. A call can set only a shorter time. */
export interface ProgramLimits {
  /** Size of the code in bytes; 64 kB by default. */
  readonly codeBytes: number;
  /** Number of tool calls; 200 by default. */
  readonly calls: number;
  /** Concurrent calls, others wait in order; 8 by default. */
  readonly atOnce: number;
  /** CPU time in milliseconds; 5,000 by default. */
  readonly cpuMs: number;
  /** Total time in milliseconds, without the time in which the user is asked; 300,000 by default. */
  readonly timeMs: number;
  /** Memory in bytes; 64 MB by default. */
  readonly memoryBytes: number;
  /** Characters of one argument, of one result, and of the returned value; 1,000,000 each by default. */
  readonly textBytes: number;
  /** Printed lines; 200 by default. */
  readonly logLines: number;
  /** Bytes of printed lines; 16 kB by default. */
  readonly logBytes: number;
  /** Characters of the returned value that the model reads; 24,000 by default, about 6,000 tokens. */
  readonly answerChars: number;
  /** Denied calls after which the program is stopped; 3 by default. */
  readonly denials: number;
}

export const defaultLimits: ProgramLimits = {
  codeBytes: 64_000,
  calls: 200,
  atOnce: 8,
  cpuMs: 5_000,
  timeMs: 300_000,
  memoryBytes: 64 * 1024 * 1024,
  textBytes: 1_000_000,
  logLines: 200,
  logBytes: 16_000,
  answerChars: 24_000,
  denials: 3,
};

/** A call that had started when its process ended, so that its effect may have happened. */
export interface UnfinishedCall {
  readonly index: number;
  readonly tool: string;
  readonly input: unknown;
}

/**
 * Reads one value out of a text that others wrote, without tools and without a conversation. Its answer is checked against the
 * form. Rejects when the signal aborts.
 */
export type TextExtractor = (
  text: string,
  schema: ExtractSchema,
  options: { readonly signal: AbortSignal },
) => Promise<unknown>;

export interface ProgramToolOptions {
  /** The tools that programs can call. May include this tool. */
  readonly registry: Registry;
  /** The spelling of tools for the model. */
  readonly dialect?: Dialect | undefined;
  /** Runs the programs. Defaults to QuickJS in a worker. */
  readonly isolate?: Isolate | undefined;
  readonly limits?: Partial<ProgramLimits> | undefined;
  /**
   * Programs get an opaque name for each text in results of tools of others (`mcp`, `web`, and tools that are `openWorld`). They can pass it
   * to tools, join it with other texts, print and return it, and read it only with `tools.$extract(text, { type })`. Numbers,
   * booleans and the structure of results stay. Off by default.
   */
  readonly sealed?: boolean | undefined;
  /**
   * Asked where the parser of `tools.$extract` does not find the value: `modelExtractor(model)`, or your own. It counts as a call
   * of the program, and its answer as text of others. None by default.
   */
  readonly extractor?: TextExtractor | undefined;
  /** Excludes additional tools, besides those with `program: "never"`. */
  readonly mayCall?: ((tool: Tool) => boolean) | undefined;
  /** Stores a returned value that is too long for the model. Returns the path where its tools can read it. */
  readonly save?: ((json: string, ctx: ToolContext) => Awaitable<string>) | undefined;
  /** Records calls, so that a program continues after its process has ended: the same code with the same call id. */
  readonly journal?: ProgramJournal | undefined;
  /** What to do with a call that has no recorded end and must not be repeated without asking; `stop` by default. */
  readonly onUnfinished?: ((call: UnfinishedCall) => Awaitable<"repeat" | "stop">) | undefined;
}
