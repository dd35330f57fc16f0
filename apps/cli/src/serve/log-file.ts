import { appendFileSync } from "node:fs";
import type { Output } from "../io.ts";
import { UsageError } from "../usage-error.ts";

/** From now on everything on stderr is in a file too, for its owner alone, each line with its time. Throws UsageError where it cannot be written. */
export function openLogFile(path: string, stderr: Output): Disposable {
  const append = (text: string) => appendFileSync(path, text, { mode: 0o600 });
  try {
    append("");
  } catch (thrown) {
    const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "it cannot be opened";
    throw new UsageError(`--log-file cannot be ${path} (${why}).`, "Name a writable file.");
  }
  const { write } = stderr;
  const pass: (...given: never[]) => boolean = write.bind(stderr);
  let rest = "";
  const log = (chunk: string | Uint8Array) => {
    const lines = `${rest}${typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) append(`${new Date().toISOString()} ${line}\n`);
  };
  stderr.write = ((...given: never[]) => {
    log(given[0] ?? "");
    return pass(...given);
  }) as typeof stderr.write;
  return {
    [Symbol.dispose]() {
      stderr.write = write;
      if (rest !== "") append(`${new Date().toISOString()} ${rest}\n`);
    },
  };
}
