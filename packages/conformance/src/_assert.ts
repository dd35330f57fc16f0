import { type Entry, ToolError, type ToolErrorCode } from "@holdall/tool-core";

/** Throw unless the fact holds. */
export function check(fact: boolean, message: string): asserts fact {
  if (!fact) throw new Error(message);
}

/** Throw unless both values have the same JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(is === should, `${what} is ${short(is)}, but it must be ${short(should)}`);
}

const short = (value: string | undefined): string =>
  value === undefined || value.length <= 600 ? String(value) : `${value.slice(0, 600)}… (${value.length} characters)`;

/** Throw unless both arrays hold the same bytes; says where they part. */
export function sameBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  check(actual instanceof Uint8Array, `${what} is not a Uint8Array`);
  check(actual.length === expected.length, `${what} has ${actual.length} bytes, but it must have ${expected.length}`);
  // A loop: these are megabytes, of which no byte is worth a call.
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  check(at === actual.length, `${what} differs at byte ${at}: ${actual[at]} instead of ${expected[at]}`);
}

/** The ToolError of a promise that must fail with one of these codes, with a message and a next move. */
export async function fails(
  promise: Promise<unknown>,
  codes: ToolErrorCode | readonly ToolErrorCode[],
  what: string,
): Promise<ToolError> {
  const allowed = typeof codes === "string" ? [codes] : codes;
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error ?? "nothing",
  );
  check(thrown !== undefined, `${what} succeeded, but it must fail with ${allowed.join(" or ")}`);
  check(ToolError.is(thrown), `${what} threw ${thrown}, which is not a ToolError`);
  check(
    allowed.includes(thrown.code),
    `${what} failed with ${thrown.code} (${thrown.message}), not ${allowed.join(" or ")}`,
  );
  check(thrown.message.length > 0 && (thrown.hint ?? "").length > 0, `${what} failed without a message and a hint`);
  return thrown;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The whole listing, as an array. */
export const listed = (entries: AsyncIterable<Entry>): Promise<Entry[]> => Array.fromAsync(entries);

/** Bytes that are not text and repeat nowhere near a block size. */
export function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 12345;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    bytes[i] = state >>> 16;
  }
  return bytes;
}
