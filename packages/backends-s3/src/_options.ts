import { ToolError } from "@holdall/tool-core";

interface Limits {
  readonly concurrency?: number | undefined;
  readonly partSize?: number | undefined;
  readonly retries?: number | undefined;
  readonly retryDelay?: number | undefined;
  readonly timeout?: number | undefined;
}

/** Stores refuse smaller parts, the last one apart. */
const minPart = 5 * 1024 * 1024;

/** The options that are numbers, with their defaults. Throws `invalid_input` for one that cannot work. */
export function checkedOptions({
  concurrency = 16,
  partSize = 8 * 1024 * 1024,
  retries = 4,
  retryDelay = 200,
  timeout = 60_000,
}: Limits) {
  const limits = { concurrency, partSize, retries, retryDelay, timeout };
  const least = { concurrency: 1, partSize: minPart, retries: 0, retryDelay: 0, timeout: 1 };
  for (const [name, value] of Object.entries(limits)) {
    const bound = least[name as keyof typeof least];
    if (Number.isSafeInteger(value) && value >= bound) continue;
    throw new ToolError("invalid_input", `\`${name}\` is ${value}.`, {
      hint: `Set it to a whole number of at least ${bound}.`,
    });
  }
  return limits;
}
