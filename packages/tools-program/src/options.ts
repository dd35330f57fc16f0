import type { Awaitable, Dialect, Registry, Tool, ToolContext } from "@holdall/tool-core";
import type { Isolate } from "./isolate/isolate.ts";
import type { ProgramJournal } from "./journal.ts";

/** What one program may use up. A call may ask for less time, and for nothing else. */
export interface ProgramLimits {
  /** Bytes of its code; 64 kB. */
  readonly codeBytes: number;
  /** Calls of tools; 200. */
  readonly calls: number;
  /** Calls that run at once, the others wait in order; 8. */
  readonly atOnce: number;
  /** Milliseconds of computing; 5,000. */
  readonly cpuMs: number;
  /** Milliseconds in all, without those in which a person is asked; 300,000. */
  readonly timeMs: number;
  /** Bytes of memory; 64 MB. */
  readonly memoryBytes: number;
  /** Characters of one argument, of one result, and of the returned value; 1,000,000 each. */
  readonly textBytes: number;
  /** 200. */
  readonly logLines: number;
  /** 16 kB. */
  readonly logBytes: number;
  /** Characters of the returned value that the model reads; 24,000, some 6,000 tokens. */
  readonly answerChars: number;
  /** Refused calls after which the program is stopped; 3. */
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

/** A call that had started when its process ended, and that may have done its work. */
export interface UnfinishedCall {
  readonly index: number;
  readonly tool: string;
  readonly input: unknown;
}

export interface ProgramToolOptions {
  /** The tools that programs may call; this one may be among them. */
  readonly registry: Registry;
  /** How tools are spelled to the model. */
  readonly dialect?: Dialect | undefined;
  /** Where programs run; QuickJS in a worker by default. */
  readonly isolate?: Isolate | undefined;
  readonly limits?: Partial<ProgramLimits> | undefined;
  /** Leaves out further tools, beside those that say `program: "never"`. */
  readonly mayCall?: ((tool: Tool) => boolean) | undefined;
  /** Keeps a returned value that is too long for the model; returns the path by which its tools read it. */
  readonly save?: ((json: string, ctx: ToolContext) => Awaitable<string>) | undefined;
  /** Records calls, so that a program whose process has ended goes on where it was: the same code under the same call id. */
  readonly journal?: ProgramJournal | undefined;
  /** What becomes of a call whose end the journal does not know, and that must not run twice unasked; `stop` by default. */
  readonly onUnfinished?: ((call: UnfinishedCall) => Awaitable<"repeat" | "stop">) | undefined;
}
