/**
 * Thrown for invalid JSON; the caller that knows the line converts it to an error for users. Values are read up to a
 * byte that JSON does not have, and behind the last byte stands a 0: what ends too early is wrong there.
 */
export class JsonSyntax extends Error {
  readonly at: number;
  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

export const maxDepth = 200;

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
const isBlank = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

export function skipBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isBlank(bytes[at]!)) at++;
  return at;
}

/** Bytes of a string that stand for themselves and do not end it. */
const isOrdinary = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 32 || byte === 34 || byte === 92 ? 0 : 1));

/**
 * Where a string ends, behind its quote, given where it begins behind the first one; negative when it has escapes. Throws
 * JsonSyntax for control characters, for wrong escapes, and where it is not closed.
 */
export function skipString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isOrdinary[bytes[at]!] === 1) at++;
  if (bytes[at] === 34) return at + 1;
  for (;;) {
    const byte = bytes[at]!;
    if (byte === 34) return -(at + 1);
    if (byte < 32) throw new JsonSyntax("a string has a control character that is not escaped", at);
    at = skipEscape(bytes, at + 1);
    while (isOrdinary[bytes[at]!] === 1) at++;
  }
}

function skipEscape(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte === 117) {
    for (let i = 1; i < 5; i++)
      if (!isHex(bytes[at + i]!)) throw new JsonSyntax("a string has an invalid \\u escape", at + i);
    return at + 5;
  }
  if (!'"\\/bfnrt'.includes(String.fromCharCode(byte)))
    throw new JsonSyntax("a string has an escape that JSON does not have", at);
  return at + 1;
}

const isHex = (byte: number): boolean => isDigit(byte) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** Where a number ends. Throws for what is not JSON's: a leading zero or plus, no digits around the point. */
function skipNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] === 45) at++;
  if (bytes[at] === 48) {
    at++;
    if (isDigit(bytes[at]!)) throw new JsonSyntax("a number has a leading zero", start);
  } else at = skipDigits(bytes, at, "there is something that is not JSON");
  if (bytes[at] === 46) at = skipDigits(bytes, at + 1, "a number ends with a point");
  if (bytes[at] === 101 || bytes[at] === 69) {
    at++;
    if (bytes[at] === 43 || bytes[at] === 45) at++;
    at = skipDigits(bytes, at, "an exponent has no digits");
  }
  return at;
}

function skipDigits(bytes: Uint8Array, start: number, without: string): number {
  let at = start;
  while (isDigit(bytes[at]!)) at++;
  if (at === start) throw new JsonSyntax(without, at);
  return at;
}

const literals: Readonly<Record<number, Uint8Array>> = {
  116: new TextEncoder().encode("true"),
  102: new TextEncoder().encode("false"),
  110: new TextEncoder().encode("null"),
};

function skipLiteral(bytes: Uint8Array, start: number): number {
  const literal = literals[bytes[start]!]!;
  for (let i = 1; i < literal.length; i++)
    if (bytes[start + i] !== literal[i]) throw new JsonSyntax("there is something that is not JSON", start + i);
  return start + literal.length;
}

/** Where a value ends that begins here, checked whole. A negative end is that of a string with escapes. */
export function skipValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start]!;
  if (first === 34) return skipString(bytes, start + 1);
  if (first <= 57) return skipNumber(bytes, start);
  if (first === 123 || first === 91) return skipNested(bytes, start);
  if (first === 116 || first === 102 || first === 110) return skipLiteral(bytes, start);
  throw new JsonSyntax("there is something that is not JSON", start);
}

/** The brackets that are open in the value that is being skipped. */
const closers = new Uint8Array(maxDepth);

/** An array or object, without recursion. */
function skipNested(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  for (;;) {
    const byte = bytes[at]!;
    if (byte === 123 || byte === 91) {
      if (depth === maxDepth) throw new JsonSyntax(`values are nested more than ${maxDepth} levels deep`, at);
      // An opening bracket and its closing one are two apart.
      closers[depth++] = byte + 2;
      at = skipBlanks(bytes, at + 1);
      if (bytes[at] !== byte + 2) {
        if (byte === 123) at = skipKey(bytes, at);
        continue;
      }
    } else at = Math.abs(skipValue(bytes, at));
    for (;;) {
      at = skipBlanks(bytes, at);
      const next = bytes[at]!;
      if (next === closers[depth - 1]) {
        depth--;
        at++;
        if (depth === 0) return at;
        continue;
      }
      if (next !== 44) throw new JsonSyntax("a comma or a closing bracket is missing", at);
      at = skipBlanks(bytes, at + 1);
      if (closers[depth - 1] === 125) at = skipKey(bytes, at);
      break;
    }
  }
}

/** Where the value of a key begins. */
function skipKey(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 34) throw new JsonSyntax("a key is not a string in quotes", start);
  return skipColon(bytes, Math.abs(skipString(bytes, start + 1)));
}

export function skipColon(bytes: Uint8Array, start: number): number {
  const at = skipBlanks(bytes, start);
  if (bytes[at] !== 58) throw new JsonSyntax("a colon is missing after a key", at);
  return skipBlanks(bytes, at + 1);
}
