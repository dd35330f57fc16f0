import { appendFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ToolEvent } from "@holdall/tool-core";
import type { SecretUse } from "@holdall/tool-kit/secrets";

export interface AuditLogOptions {
  readonly file: string;
  /** Size in bytes at which the log is rotated to `file.1`; 10 MB by default. */
  readonly maxBytes?: number | undefined;
  /** Number of rotated logs; the oldest is replaced. 5 by default. */
  readonly keep?: number | undefined;
}

/** Logs calls, questions and outcomes. */
export interface AuditLog extends AsyncDisposable {
  /** For `onEvent`. Pass the events of a scrubber, so that no secret is written to disk. */
  onEvent(event: ToolEvent): void;
  /** For `subscribe` of secrets: writes the name of a secret and the host that got its value. */
  onSecretUse(use: SecretUse): void;
  /** Resolves when everything so far is written. Rejects once if something could not be written. */
  flush(): Promise<void>;
}

/**
 * Append one line of JSON for each event except progress: time, session, call, tool, then input, accesses or the outcome
 * (`ok`, or the error's code and message, and milliseconds). Outputs are not logged. Only the owner can read the file.
 */
export function auditLog({ file, maxBytes = 10_000_000, keep = 5 }: AuditLogOptions): AuditLog {
  let waiting = "";
  let writing: Promise<void> | undefined;
  let failure: unknown;

  const write = async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    while (waiting !== "") {
      const lines = waiting;
      waiting = "";
      const size = await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
      if (size > 0 && size + Buffer.byteLength(lines) > maxBytes) await rotate(file, keep);
      await appendFile(file, lines, { mode: 0o600 });
    }
  };

  const start = () => {
    writing ??= write()
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        writing = undefined;
        if (waiting !== "" && failure === undefined) start();
      });
  };

  const flush = async () => {
    while (writing) await writing;
    if (failure === undefined) return;
    const thrown = failure;
    failure = undefined;
    throw thrown;
  };

  const append = (line: object) => {
    waiting += `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`;
    start();
  };

  return {
    onEvent(event) {
      const line = lineOf(event);
      if (line) append(line);
    },
    onSecretUse: ({ name, to }) => append({ type: "secret-use", secret: name, to }),
    flush,
    [Symbol.asyncDispose]: flush,
  };
}

function lineOf(event: ToolEvent): object | undefined {
  const { type, sessionId, callId, tool } = event;
  const base = { type, sessionId, callId, tool };
  switch (event.type) {
    case "call-start":
      return {
        ...base,
        input: event.input,
        ...(event.parentId !== undefined && { parentId: event.parentId }),
        ...(event.index !== undefined && { index: event.index }),
      };
    case "permission-request":
      return { ...base, access: event.access, prompt: event.prompt };
    case "call-end": {
      const { result, duration } = event;
      const error = result.ok ? {} : { code: result.error.code, message: result.error.message };
      return { ...base, ok: result.ok, ...error, duration: Math.round(duration) };
    }
    default:
      return undefined;
  }
}

async function rotate(file: string, keep: number): Promise<void> {
  for (let i = keep - 1; i >= 1; i--) await rename(`${file}.${i}`, `${file}.${i + 1}`).catch(ifAbsent);
  if (keep > 0) await rename(file, `${file}.1`);
  else await rm(file);
}

function ifAbsent(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
