/** Thrown where JSON is wrong; whoever knows the line makes it an error for people. */
export class JsonSyntax extends Error {
  readonly at: number;
  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

export const maxDepth = 200;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9 || byte === 10 || byte === 13;

export function skipBlanks(bytes: Uint8Array, at: number): number {
  while (bytes[at]! <= 32 && isBlank(bytes[at])) at++;
  return at;
}

/** Bytes of a string that stand for themselves and do not end it. */
const isOrdinary = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 32 || byte === 34 || byte === 92 ? 0 : 1));

/**
 * Where a string ends, behind its quote, given where it begins behind the first one; negative when it has escapes. Throws
 * JsonSyntax for control characters, for wrong escapes, and where it is not closed.
 */
export function skipString(bytes: Uint8Array, start: number): number {
  let escaped = false;
  for (let at = start; ; ) {
    while (at < bytes.length && isOrdinary[bytes[at]!] === 1) at++;
    if (at >= bytes.length) break;
    const byte = bytes[at]!;
    if (byte === 34) return escaped ? -(at + 1) : at + 1;
    if (byte < 32) throw new JsonSyntax("a string has a control character that is not escaped", at);
    escaped = true;
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next === 117) {
      for (let i = 2; i < 6; i++) {
        const digit = bytes[at + i];
        if (digit === undefined) throw open(bytes);
        if (!isHex(digit)) throw new JsonSyntax("a string has a wrong \\u escape", at);
      }
      at += 6;
    } else if (next === 34 || next === 92 || next === 47 || "bfnrt".includes(String.fromCharCode(next))) at += 2;
    else throw new JsonSyntax("a string has an escape that JSON does not have", at);
  }
  throw open(bytes);
}

const isHex = (byte: number): boolean => isDigit(byte) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** A value that goes on behind the bytes that are there. */
export const open = (bytes: Uint8Array): JsonSyntax => new JsonSyntax("a value is not closed", bytes.length);

/** Where a number ends. Throws for what is not JSON's: a leading zero or plus, no digits around the point. */
export function skipNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] === 45) at++;
  if (bytes[at] === 48) at++;
  else if (isDigit(bytes[at])) while (isDigit(bytes[at])) at++;
  else throw at >= bytes.length ? open(bytes) : new JsonSyntax("there is something that is not JSON", start);
  if (isDigit(bytes[at])) throw new JsonSyntax("a number has a leading zero", start);
  if (bytes[at] === 46) {
    at++;
    if (!isDigit(bytes[at]))
      throw at >= bytes.length ? open(bytes) : new JsonSyntax("a number ends with a point", start);
    while (isDigit(bytes[at])) at++;
  }
  if (bytes[at] === 101 || bytes[at] === 69) {
    at++;
    if (bytes[at] === 43 || bytes[at] === 45) at++;
    if (!isDigit(bytes[at]))
      throw at >= bytes.length ? open(bytes) : new JsonSyntax("an exponent has no digits", start);
    while (isDigit(bytes[at])) at++;
  }
  return at;
}

const literals: Readonly<Record<number, readonly number[]>> = {
  116: [...new TextEncoder().encode("true")],
  102: [...new TextEncoder().encode("false")],
  110: [...new TextEncoder().encode("null")],
};

function skipLiteral(bytes: Uint8Array, start: number): number {
  const literal = literals[bytes[start]!]!;
  for (let i = 1; i < literal.length; i++) {
    if (start + i >= bytes.length) throw open(bytes);
    if (bytes[start + i] !== literal[i]) throw new JsonSyntax("there is something that is not JSON", start);
  }
  return start + literal.length;
}

/** Where a value ends that begins here, checked whole. A negative end is that of a string with escapes. */
export function skipValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === 34) return skipString(bytes, start + 1);
  if (first === 123 || first === 91) return skipNested(bytes, start);
  if (first === 116 || first === 102 || first === 110) return skipLiteral(bytes, start);
  if (first === undefined) throw open(bytes);
  return skipNumber(bytes, start);
}

/** The brackets that are open in the value that is being skipped. */
const closers = new Uint8Array(maxDepth);

/** An array or object, without recursion. */
function skipNested(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  for (;;) {
    const byte = bytes[at];
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
      const next = bytes[at];
      if (next === undefined) throw open(bytes);
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
  if (start >= bytes.length) throw open(bytes);
  if (bytes[start] !== 34) throw new JsonSyntax("a key is not a string in quotes", start);
  return skipColon(bytes, Math.abs(skipString(bytes, start + 1)));
}

export function skipColon(bytes: Uint8Array, start: number): number {
  const at = skipBlanks(bytes, start);
  if (at >= bytes.length) throw open(bytes);
  if (bytes[at] !== 58) throw new JsonSyntax("a colon is missing behind a key", at);
  return skipBlanks(bytes, at + 1);
}
