import type { Tokens } from "./tokens.ts";

/** Arrays of tokens that grow. */
export interface TokenList {
  push(type: number, start: number, end: number, first: boolean): number;
  readonly count: number;
  readonly match: Int32Array;
  finish(text: string, comments: readonly number[]): Tokens;
}

export function tokenList(capacity: number): TokenList {
  let type = new Uint16Array(capacity);
  let start = new Int32Array(capacity);
  let end = new Int32Array(capacity);
  let match = new Int32Array(capacity);
  let first = new Uint8Array(capacity);
  let count = 0;
  const grow = () => {
    const size = count * 2;
    const larger = <A extends Int32Array | Uint16Array | Uint8Array>(made: A, old: A) => {
      made.set(old);
      return made;
    };
    type = larger(new Uint16Array(size), type);
    start = larger(new Int32Array(size), start);
    end = larger(new Int32Array(size), end);
    match = larger(new Int32Array(size), match);
    first = larger(new Uint8Array(size), first);
  };
  return {
    push(ofType, from, to, isFirst) {
      if (count === type.length) grow();
      type[count] = ofType;
      start[count] = from;
      end[count] = to;
      match[count] = -1;
      first[count] = isFirst ? 1 : 0;
      return count++;
    },
    get count() {
      return count;
    },
    get match() {
      return match;
    },
    finish: (text, comments) => ({ text, count, type, start, end, match, first, comments }),
  };
}
