import { type Alphabet, endOfText, holds, side } from "./_alphabet.ts";
import { op, type Program } from "./_program.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the leftmost match of a text begins and ends, by the rules of backtracking engines (first alternative wins,
 * greedy goes far) but in one pass: all threads advance together.
 */
export function createSpanFinder(program: Program, alphabet: Alphabet) {
  const { ops, x, y, assertions } = program;
  const seen = new Int32Array(ops.length);
  let generation = 0;

  /** `low` and `high` bound the text that exists for the pattern; the match starts at `from` or later. */
  return function find(text: string, low: number, high: number, from = low): Span | undefined {
    let pcs: number[] = [];
    let starts: number[] = [];
    let found: Span | undefined;
    let before = from === low ? side.none : (alphabet.sides[alphabet.classOf(text.charCodeAt(from - 1))] ?? 0);
    const stack: number[] = [];
    for (let i = from; i <= high; ) {
      const code = i < high ? (text.codePointAt(i) ?? 0) : -1;
      const cls = code === -1 ? endOfText : alphabet.classOf(code);
      const member = alphabet.members[cls] ?? [];
      const after = alphabet.sides[cls] ?? 0;
      const nextPcs: number[] = [];
      const nextStarts: number[] = [];
      generation++;
      if (!found) {
        pcs.push(0);
        starts.push(i);
      }
      threads: for (let t = 0; t < pcs.length; t++) {
        const start = starts[t] ?? 0;
        stack.length = 0;
        stack.push(pcs[t] ?? 0);
        while (stack.length > 0) {
          const pc = stack.pop() ?? 0;
          if (seen[pc] === generation) continue;
          seen[pc] = generation;
          const target = x[pc] ?? 0;
          switch (ops[pc]) {
            case op.set:
              if (member[target]) {
                nextPcs.push(pc + 1);
                nextStarts.push(start);
              }
              break;
            case op.jump:
              stack.push(target);
              break;
            case op.split:
              stack.push(y[pc] ?? 0, target);
              break;
            case op.match:
              found = { start, end: i };
              break threads;
            default:
              if (holds(assertions[target] ?? "open", before, after)) stack.push(pc + 1);
          }
        }
      }
      if (found && nextPcs.length === 0) return found;
      pcs = nextPcs;
      starts = nextStarts;
      before = after;
      i += code > 0xffff ? 2 : 1;
    }
    return found;
  };
}
