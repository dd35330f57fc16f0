import { AsyncLocalStorage } from "node:async_hooks";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Middleware, ToolError } from "@holdall/tool-core";
import { lineOf } from "./recording/recording.ts";
import { environmentSecrets } from "./scrubber/environment-secrets.ts";
import { createScrubber, type Scrubber } from "./scrubber/scrubber.ts";

export interface RecordCallsOptions {
  /** The recording. It is overwritten, and only its owner can read it. */
  readonly file: string;
  /** Hides secrets in the recording. By default, the values of variables with secret-like names, and known secret formats. */
  readonly scrubber?: Pick<Scrubber, "value"> | undefined;
}

/** Records calls for `replayCalls`. */
export interface Recorder extends AsyncDisposable {
  /** For `use`, outermost: the recording contains what the model received. */
  readonly middleware: Middleware;
  /** Resolves when every ended call is written. Rejects if something could not be written. */
  flush(): Promise<void>;
}

/**
 * Record every call that reaches a tool as a line of JSON: tool, input, result, milliseconds, and its start and end relative
 * to the others. Nested calls are part of the result and are not recorded. Bytes are kept.
 */
export function recordCalls({
  file,
  scrubber = createScrubber({ secrets: environmentSecrets() }),
}: RecordCallsOptions): Recorder {
  const within = new AsyncLocalStorage<true>();
  let clock = 0;
  let written = begin(file);
  // flush reports failures; until then they must not be unhandled rejections.
  const append = (write: () => string) => {
    try {
      const line = write();
      written = written.then(() => appendFile(file, line));
    } catch (cause) {
      written = written.then(() => Promise.reject(notWritten(cause)));
    }
    written.catch(() => {});
  };
  written.catch(() => {});

  return {
    async middleware(call, next) {
      if (within.getStore()) return await next(call);
      const began = ++clock;
      const started = performance.now();
      const result = await within.run(true, () => next(call));
      const duration = Math.round((performance.now() - started) * 1000) / 1000;
      const { tool, input } = call;
      const ended = ++clock;
      append(() => `${lineOf({ tool: tool.name, input, result, began, ended, duration }, scrubber.value)}\n`);
      return result;
    },
    flush: () => written,
    [Symbol.asyncDispose]: () => written,
  };
}

async function begin(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, "", { mode: 0o600 });
}

const notWritten = (cause: unknown) =>
  new ToolError("unsupported", "A call's input or output cannot be written as JSON, so the recording is incomplete.", {
    hint: "Make the tool return plain data, or exclude it from the recording.",
    cause,
  });
