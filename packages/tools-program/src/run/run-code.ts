import { type ToolContext, ToolError } from "@holdall/tool-core";
import { startClock } from "../calls/pausing-clock.ts";
import { createCalls, type Halt } from "../calls/program-calls.ts";
import { openRecorder } from "../calls/replay.ts";
import { createSealedValues, type SealedValues } from "../calls/sealed-values.ts";
import type { Isolate, IsolateEnd } from "../isolate/isolate.ts";
import { defaultLimits, type ProgramLimits, type ProgramToolOptions } from "../options.ts";
import { makeOutput } from "./make-output.ts";
import type { ProgramOutput } from "./output.ts";

/** Run a program to its end and return its outcome. Throws if it did not start or the call was canceled. */
export async function runCode(
  code: string,
  timeoutMs: number | undefined,
  ctx: ToolContext,
  options: ProgramToolOptions & { readonly isolate: Isolate },
): Promise<ProgramOutput> {
  const limits: ProgramLimits = { ...defaultLimits, ...options.limits };
  if (code.length > limits.codeBytes)
    throw new ToolError("too_large", `The program has ${code.length} characters, more than ${limits.codeBytes}.`, {
      hint: "Write data to a file and read it in the program, or do the work in several programs.",
    });
  const recorder = await openRecorder(options.journal, ctx.callId, code);
  if (!recorder)
    throw new ToolError(
      "invalid_input",
      `The journal of ${ctx.callId} belongs to a program with different code. Nothing was run.`,
      {
        hint: "Start a new program under another call id.",
      },
    );
  const ending = new AbortController();
  let halt: Halt | undefined;
  const stop = (why: Halt) => {
    halt ??= why;
    ending.abort(new ToolError("aborted", why.message));
  };
  const timeMs = Math.min(timeoutMs ?? limits.timeMs, limits.timeMs);
  const clock = startClock(timeMs, () =>
    stop({
      status: "stopped",
      kind: "timeout",
      message: `The program took longer than ${timeMs / 1000} s. ${clockNote}`,
    }),
  );
  const sealed = options.sealed ? createSealedValues() : undefined;
  const calls = createCalls({ options, sealed, limits, ctx, clock, recorder, signal: ending.signal, halt: stop });
  const logs: string[] = [];
  try {
    const ended = await options.isolate.run({
      code,
      limits,
      seed: recorder.seed,
      now: recorder.now,
      signal: AbortSignal.any([ending.signal, ctx.signal]),
      call: calls.call,
      log: (line) => void logs.push(line),
    });
    ending.abort(notAwaited());
    await calls.settled();
    ctx.signal.throwIfAborted();
    const { records, untrusted } = calls;
    const end = sealed && ended.end === "returned" ? opened(ended, sealed) : ended;
    const printed = sealed ? logs.map((line) => String(sealed.open(line))) : logs;
    const output = makeOutput({ code, end, halt, logs: printed, records, untrusted, limits });
    if (!output.left_out?.value || !options.save || end.end !== "returned" || end.json === undefined) return output;
    return { ...output, saved_as: await options.save(end.json, ctx) };
  } finally {
    clock.stop();
    ending.abort(notAwaited());
  }
}

/** The value that a program returns, with the texts that it has names for. */
const opened = (end: Extract<IsolateEnd, { readonly end: "returned" }>, sealed: SealedValues): IsolateEnd =>
  end.json === undefined ? end : { ...end, json: JSON.stringify(sealed.open(JSON.parse(end.json))) };

const notAwaited = () => new ToolError("aborted", "The program ended without awaiting this call.");
const clockNote = "Time spent waiting for the user does not count.";
