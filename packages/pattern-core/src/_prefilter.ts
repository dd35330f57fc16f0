import type { Required } from "./_required.ts";

/**
 * A test on the bytes of a file: false only when no decoding of them holds one of the texts. ASCII is the same bytes in
 * every encoding but those of zero bytes (UTF-16, UTF-32) and of escapes (ISO-2022); other text only as UTF-8.
 */
export function createPrefilter({ anyOf, ignoreCase }: Required): (bytes: Uint8Array) => boolean {
  if (anyOf.length === 0) return () => true;
  const encoder = new TextEncoder();
  const needles = anyOf.map((text) => encoder.encode(text));
  const ascii = anyOf.every((text) => /^[\0-\x7f]*$/.test(text));
  return (bytes) =>
    needles.some((needle) => holds(bytes, needle, ignoreCase)) ||
    bytes.includes(0) ||
    hasShift(bytes) ||
    (!ascii && !isUtf8(bytes));
}

function holds(bytes: Uint8Array, needle: Uint8Array, ignoreCase: boolean): boolean {
  const first = needle[0] ?? 0;
  const fold = ignoreCase && first >= 97 && first <= 122 ? 32 : 0;
  for (const start of fold > 0 ? [first, first - fold] : [first]) {
    for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
      let i = 1;
      while (i < needle.length && same(bytes[at + i] ?? 0, needle[i] ?? 0, ignoreCase)) i++;
      if (i === needle.length && at + i <= bytes.length) return true;
    }
  }
  return false;
}

const same = (byte: number, wanted: number, ignoreCase: boolean): boolean =>
  byte === wanted || (ignoreCase && byte === wanted - 32 && wanted >= 97 && wanted <= 122);

/** True for the escapes of ISO-2022-JP and -KR. */
function hasShift(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(27); at >= 0; at = bytes.indexOf(27, at + 1)) if (bytes[at + 1] === 36) return true;
  return false;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
