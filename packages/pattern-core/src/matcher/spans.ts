import { tooCostly } from "../pattern-error.ts";
import { type Alphabet, endOfText, holds, side } from "../regex/alphabet.ts";
import { op, type Program } from "../regex/program.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Ways through a program that are still open, the preferred first, and where each began. */
interface Threads {
  readonly pcs: Int32Array;
  readonly starts: Int32Array;
  count: number;
}

/**
 * Where the leftmost match of a text begins and ends, by the rules of backtracking engines (first alternative wins,
 * greedy goes far) but in one pass: all threads advance together.
 */
export function createSpanFinder(program: Program, alphabet: Alphabet) {
  const { ops, x, y, assertions } = program;
  const { latin, members, sides, classOf } = alphabet;
  const seen = new Int32Array(ops.length);
  const stack = new Int32Array(2 * ops.length + 2);
  const none = (): Threads => ({ pcs: new Int32Array(ops.length), starts: new Int32Array(ops.length), count: 0 });
  let [now, next] = [none(), none()];
  let visit = 0;

  /**
   * `low` and `high` bound the text that exists for the pattern; the match starts at `from` or later. When one
   * is known, no longer one is looked for beyond `enough` characters.
   */
  return function find(text: string, low: number, high: number, from = low, enough = high): Span | undefined {
    let found: Span | undefined;
    let before = from === low ? side.none : sides[classOf(text.charCodeAt(from - 1))]!;
    let work = 3_000_000 + 100 * (high - from);
    now.count = 0;
    for (let i = from; i <= high; ) {
      const code = i < high ? text.codePointAt(i)! : -1;
      const cls = code < 0 ? endOfText : code < 256 ? latin[code] || classOf(code) : classOf(code);
      const member = members[cls]!;
      const after = sides[cls]!;
      visit++;
      next.count = 0;
      if (!found) {
        now.pcs[now.count] = 0;
        now.starts[now.count++] = i;
      }
      all: for (let t = 0; t < now.count; t++) {
        const start = now.starts[t]!;
        let top = 0;
        stack[top++] = now.pcs[t]!;
        while (top > 0) {
          const pc = stack[--top]!;
          if (seen[pc] === visit) continue;
          seen[pc] = visit;
          work--;
          const target = x[pc]!;
          switch (ops[pc]) {
            case op.set:
              if (member[target]) {
                next.pcs[next.count] = pc + 1;
                next.starts[next.count++] = start;
              }
              break;
            case op.jump:
              stack[top++] = target;
              break;
            case op.split:
              stack[top++] = y[pc]!;
              stack[top++] = target;
              break;
            case op.match:
              found = { start, end: i };
              break all;
            default:
              if (holds(assertions[target]!, before, after)) stack[top++] = pc + 1;
          }
        }
      }
      if (found && (next.count === 0 || (i - found.start > enough && next.starts[0] === found.start))) return found;
      if (work < 0) throw tooCostly();
      [now, next] = [next, now];
      before = after;
      i += code > 0xffff ? 2 : 1;
    }
    return found;
  };
}
