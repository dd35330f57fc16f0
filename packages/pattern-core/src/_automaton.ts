import { type Alphabet, createAlphabet, holds, side } from "./_alphabet.ts";
import { op, type Program } from "./_program.ts";
import { PatternError } from "./pattern-error.ts";

const unknown = -1;
const dead = 0;
const maxStates = 4_000;
const maxWork = 200_000_000;

/** A deterministic automaton, built as texts need it: one table look-up a character, whatever the pattern. */
export interface Automaton {
  readonly alphabet: Alphabet;
  /**
   * The first index at which some match is known to have ended, or -1. With `lines`, no match crosses a `\n`,
   * and the index lies on the line of the match (the `\n` that ends it included).
   */
  search(text: string, from: number, to: number, lines: boolean): number;
  /** The highest label whose alternative matches the whole text, or -1. Only for programs that end in `text-end`. */
  label(text: string): number;
}

export function createAutomaton(program: Program, { anchored }: { readonly anchored: boolean }): Automaton {
  const { ops, x, y, assertions } = program;
  const alphabet = createAlphabet(program.sets, assertions);
  const { members, sides, latin, classOf } = alphabet;
  const seen = new Int32Array(ops.length);
  const stack: number[] = [];
  let generation = 0;
  let work = 0;
  let stride = 32;
  let table = new Int32Array(0);
  let states: { pcs: readonly number[]; before: number }[] = [];
  let ids = new Map<string, number>();
  let firsts: number[] = [];

  const reset = () => {
    states = [{ pcs: [], before: 0 }];
    ids = new Map();
    firsts = [];
    table = new Int32Array(64 * stride).fill(unknown);
    table.fill(dead, 0, stride);
  };

  const intern = (pcs: readonly number[], before: number): number => {
    if (anchored && pcs.length === 0) return dead;
    const key = `${before}:${pcs.join()}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    if (states.length >= maxStates) reset();
    const id = states.push({ pcs, before }) - 1;
    ids.set(key, id);
    if (states.length * stride > table.length) {
      const larger = new Int32Array(table.length * 2).fill(unknown);
      larger.set(table);
      table = larger;
    }
    return id;
  };

  const first = (before: number): number => {
    const known = firsts[before];
    if (known !== undefined) return known;
    const id = intern(anchored ? [0] : [], assertions.length > 0 ? before : 0);
    firsts[before] = id;
    return id;
  };

  /** The state after reading a character of a class; -2 and below: a match ended before it, with label -2 - value. */
  const step = (from: number, cls: number): number => {
    if (cls >= stride) {
      const state = states[from];
      stride *= 2;
      reset();
      return step(intern(state?.pcs ?? [], state?.before ?? 0), cls);
    }
    const { pcs, before } = states[from] ?? { pcs: [], before: 0 };
    const member = members[cls] ?? [];
    const after = sides[cls] ?? 0;
    const next: number[] = [];
    let label = -1;
    generation++;
    for (let i = pcs.length - 1; i >= 0; i--) stack.push(pcs[i] ?? 0);
    if (!anchored) stack.push(0);
    while (stack.length > 0) {
      const pc = stack.pop() ?? 0;
      if (seen[pc] === generation) continue;
      seen[pc] = generation;
      work++;
      const target = x[pc] ?? 0;
      switch (ops[pc]) {
        case op.set:
          if (member[target]) next.push(pc + 1);
          break;
        case op.jump:
          stack.push(target);
          break;
        case op.split:
          stack.push(y[pc] ?? 0, target);
          break;
        case op.match:
          label = Math.max(label, target);
          break;
        default:
          if (holds(assertions[target] ?? "open", before, after)) stack.push(pc + 1);
      }
    }
    if (work > maxWork) throw tooCostly();
    const generationOfStates = ids;
    const result =
      label >= 0
        ? -2 - label
        : intern(
            next.sort((a, b) => a - b),
            after,
          );
    if (ids === generationOfStates) table[from * stride + cls] = result;
    return result;
  };

  reset();

  return {
    alphabet,
    search(text, from, to, lines) {
      work = 0;
      let state = first(from === 0 || lines ? side.none : (sides[classOf(text.charCodeAt(from - 1))] ?? 0));
      let [rows, width] = [table, stride];
      for (let i = from; i <= to; i++) {
        let code = i === to ? -1 : text.charCodeAt(i);
        const end = code === -1 || (lines && code === 10);
        if (code >= 0xd800 && code < 0xdc00) code = text.codePointAt(i) ?? code;
        const cls = end ? 0 : (code < 256 && latin[code]) || classOf(code);
        let next = cls < width ? rows[state * width + cls] : unknown;
        if (next === unknown || next === undefined) {
          next = step(state, cls);
          [rows, width] = [table, stride];
        }
        if (next <= -2) return i;
        state = end ? first(side.none) : next;
        if (code > 0xffff) i++;
      }
      return -1;
    },
    label(text) {
      work = 0;
      let state = first(side.none);
      for (let i = 0; i <= text.length; i++) {
        let code = i === text.length ? -1 : text.charCodeAt(i);
        if (code >= 0xd800 && code < 0xdc00) code = text.codePointAt(i) ?? code;
        const cls = code === -1 ? 0 : code < 256 ? latin[code] || classOf(code) : classOf(code);
        const known = cls < stride ? (table[state * stride + cls] ?? unknown) : unknown;
        state = known === unknown ? step(state, cls) : known;
        if (state <= -2) return -2 - state;
        if (state === dead) return -1;
        if (code > 0xffff) i++;
      }
      return -1;
    },
  };
}

const tooCostly = () =>
  new PatternError(
    "the pattern needs too much work on this text",
    0,
    "Make it more specific, or use smaller repetition counts.",
  );
