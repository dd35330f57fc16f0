import { tooCostly } from "../pattern-error.ts";
import { type Alphabet, createAlphabet, endOfText, holds, side } from "./alphabet.ts";
import { op, type Program } from "./program.ts";

/** The state from which nothing can match; only anchored automata get there. */
export const dead = 0;
/** An entry of the table that was never asked for. */
const unknown = -1;
const maxStates = 4_000;

/**
 * A deterministic automaton, built as texts need it: one table look-up a character, whatever the pattern. A state is
 * where its row begins; the entry of a class is the next state, or below 0 a match that ended before the character.
 */
export interface Automaton {
  readonly alphabet: Alphabet;
  /** `table[state + class]`. Replaced when it grows: read it again after `next`. */
  readonly table: Int32Array;
  /** States up to this one have no match under way: what was read so far is of no account. */
  readonly home: number;
  /** Counts how often all states were forgotten; states of an earlier count mean nothing. */
  readonly generation: number;
  /** The state at a place with these sides before it. */
  start(before: number): number;
  /** The state after a code point, or after the end of the text (-1): slower than the table, and fills it. */
  next(state: number, codePoint: number): number;
  /** A state as it outlives its generation, and the state that is the same in the present one. */
  keep(state: number): State;
  resume(kept: State): number;
  /** The labels of a match that `next` or the table told by a number below 0. */
  labels(match: number): readonly number[];
  /** Bound the work that is spent on a text of this length: when it is done, `next` throws. */
  allow(length: number): void;
}

const nowhere = new Uint16Array(0);
const atStart = new Uint16Array(1);

export interface AutomatonOptions {
  /** A match begins where the text does; otherwise anywhere. */
  readonly anchored: boolean;
  /** A `\n` ends a text and begins another one. */
  readonly lines: boolean;
}

/** A state as a set of places in the program, and the sides before it. */
export interface State {
  readonly pcs: Uint16Array;
  readonly before: number;
}

export function createAutomaton(program: Program, { anchored, lines }: AutomatonOptions): Automaton {
  const { ops, x, y, assertions } = program;
  const alphabet = createAlphabet(program.sets, assertions, { lines });
  const { members, sides } = alphabet;
  const seen = new Int32Array(ops.length);
  const stack: number[] = [];
  const matches = new Map<string, number>();
  const labels: (readonly number[])[] = [];
  let visit = 0;
  let work = Number.POSITIVE_INFINITY;
  let generation = 0;
  let home = 0;
  let stride = 16;
  let table = new Int32Array(0);
  let states: State[] = [];
  let ids = new Map<string, number>();
  let starts: number[] = [];

  const reset = () => {
    generation++;
    states = [{ pcs: nowhere, before: 0 }];
    ids = new Map();
    starts = [];
    table = new Int32Array(16 * stride).fill(unknown);
    table.fill(dead, 0, stride);
    // The states where a match may begin come first, so that `home` bounds them.
    for (const before of sidesOf(assertions)) start(before);
    home = (states.length - 1) * stride;
  };

  const intern = (pcs: Uint16Array, before: number): number => {
    if (anchored && pcs.length === 0) return dead;
    const key = before + String.fromCharCode.apply(null, pcs as unknown as number[]);
    const known = ids.get(key);
    if (known !== undefined) return known;
    if (states.length >= maxStates) reset();
    const id = (states.push({ pcs, before }) - 1) * stride;
    ids.set(key, id);
    if (id + stride > table.length) {
      const larger = new Int32Array(table.length * 2).fill(unknown);
      larger.set(table);
      table = larger;
    }
    return id;
  };

  const start = (before: number): number => {
    const known = starts[before];
    if (known !== undefined) return known;
    const id = intern(anchored ? atStart : nowhere, assertions.length > 0 ? before : 0);
    starts[before] = id;
    return id;
  };

  const matchOf = (found: readonly number[]): number => {
    const key = found.join();
    const id = matches.get(key) ?? labels.push(found) - 1;
    matches.set(key, id);
    return -2 - id;
  };

  /** What a state becomes by a character of a class. */
  const step = ({ pcs, before }: State, cls: number): number => {
    const member = members[cls]!;
    const after = sides[cls]!;
    const next: number[] = [];
    const found: number[] = [];
    visit++;
    for (let i = pcs.length - 1; i >= 0; i--) stack.push(pcs[i]!);
    if (!anchored) stack.push(0);
    while (stack.length > 0) {
      const pc = stack.pop()!;
      if (seen[pc] === visit) continue;
      seen[pc] = visit;
      work--;
      const target = x[pc]!;
      switch (ops[pc]) {
        case op.set:
          if (member[target]) next.push(pc + 1);
          break;
        case op.jump:
          stack.push(target);
          break;
        case op.split:
          stack.push(y[pc]!, target);
          break;
        case op.match:
          found.push(target);
          break;
        default:
          if (holds(assertions[target]!, before, after)) stack.push(pc + 1);
      }
    }
    if (work < 0) throw tooCostly();
    if (found.length > 0) return matchOf(found);
    if (lines && cls === endOfText) return start(side.none);
    return intern(new Uint16Array(next).sort(), after);
  };

  reset();

  return {
    alphabet,
    get table() {
      return table;
    },
    get home() {
      return home;
    },
    get generation() {
      return generation;
    },
    start,
    next(state, codePoint) {
      const cls = codePoint < 0 ? endOfText : alphabet.classOf(codePoint);
      let from = state;
      if (cls >= stride) {
        const { pcs, before } = states[state / stride]!;
        while (cls >= stride) stride *= 2;
        reset();
        from = intern(pcs, before);
      }
      const known = table[from + cls]!;
      if (known !== unknown) return known;
      const before = generation;
      const result = step(states[from / stride]!, cls);
      if (generation === before) table[from + cls] = result;
      return result;
    },
    keep: (state) => states[state / stride]!,
    resume: ({ pcs, before }) => intern(pcs, before),
    labels: (match) => labels[-2 - match]!,
    allow(length) {
      work = 1_500_000 + 20 * length;
    },
  };
}

const sidesOf = (assertions: readonly unknown[]): readonly number[] =>
  assertions.length === 0 ? [0] : [0, ...Object.values(side)];
