import type { TextQuery } from "@holdall/tool-core";
import { toHex } from "@holdall/tool-kit";

/**
 * The parameters that tell the database which files cannot hold a text; undefined if none can be excluded. Encodings of
 * UTF-8 bytes, of those that have zeros, whether a file that is not UTF-8 and has no zeros may hold it in an encoding
 * of its own, and how many bytes the longest has. A file with zeros is UTF-16, UTF-32 or binary, which is read as
 * UTF-8.
 */
export function textFilter({
  requiredAny,
}: Pick<TextQuery, "requiredAny">): readonly [string[], string[], boolean, number] | undefined {
  if (requiredAny.length === 0) return undefined;
  const plain = requiredAny.map((text) => toHex(new TextEncoder().encode(text)));
  const wide = requiredAny.flatMap((text) => {
    const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
    return [wideHex(units, 2, true), wideHex(units, 2, false), wideHex(points, 4, true), wideHex(points, 4, false)];
  });
  // Where bytes are not UTF-8, any of them may be read as this; every content holds an empty text.
  if (requiredAny.some((text) => text.includes("\ufffd"))) wide.push("");
  const isAscii = requiredAny.every((text) => /^[\0-\x7f]*$/.test(text));
  return [plain, wide, !isAscii, Math.max(...[...plain, ...wide].map(({ length }) => length / 2))];
}

function wideHex(codes: readonly number[], size: 2 | 4, isLittle: boolean): string {
  const bytes = new DataView(new ArrayBuffer(codes.length * size));
  for (const [i, code] of codes.entries()) {
    if (size === 2) bytes.setUint16(i * size, code, isLittle);
    else bytes.setUint32(i * size, code, isLittle);
  }
  return toHex(new Uint8Array(bytes.buffer));
}
