import { endOfText, side } from "../regex/alphabet.ts";
import { type Automaton, dead } from "../regex/automaton.ts";

/**
 * The first index at which some match is known to have ended, or -1. `from` is the start of a line; no match crosses a
 * `\n`, and the index lies on the line of the match, the `\n` that ends it included.
 */
export function scanLines(automaton: Automaton, text: string, from: number, to: number): number {
  const { latin } = automaton.alphabet;
  automaton.allow(to - from);
  let state = automaton.start(side.none);
  for (let i = from; ; ) {
    const { table } = automaton;
    for (; i < to; i++) {
      const code = text.charCodeAt(i);
      if (code > 255) break;
      const next = table[state + latin[code]!]!;
      if (next < 0) break;
      state = next;
    }
    if (i >= to) return automaton.next(state, -1) < 0 ? to : -1;
    const code = text.codePointAt(i)!;
    state = automaton.next(state, code);
    if (state < 0) return i;
    i += code > 0xffff ? 2 : 1;
  }
}

/**
 * The index from which on the leftmost match can be looked for, as none is under way there, or -1 when there is no match.
 * `low` bounds the text that exists for the pattern. Slower than `scanLines`, as no processor foresees where words end.
 */
export function scanForStart(automaton: Automaton, text: string, low: number, high: number, from: number): number {
  const { latin, sides, classOf } = automaton.alphabet;
  automaton.allow(high - from);
  let state = automaton.start(from === low ? side.none : sides[classOf(text.charCodeAt(from - 1))]!);
  let start = from;
  for (let i = from; ; ) {
    const { table, home } = automaton;
    for (; i < high; i++) {
      if (state <= home) start = i;
      const code = text.charCodeAt(i);
      if (code > 255) break;
      const next = table[state + latin[code]!]!;
      if (next < 0) break;
      state = next;
    }
    if (i >= high) {
      if (state <= home) start = high;
      return automaton.next(state, -1) < 0 ? start : -1;
    }
    const code = text.codePointAt(i)!;
    state = automaton.next(state, code);
    if (state < 0) return start;
    i += code > 0xffff ? 2 : 1;
  }
}

/** The state that an anchored automaton goes to from another one by a text. */
export function stateAfter(automaton: Automaton, text: string, begin: number): number {
  const { latin } = automaton.alphabet;
  let state = begin;
  for (let i = 0; state !== dead; ) {
    const { table } = automaton;
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 255) break;
      const next = table[state + latin[code]!]!;
      if (next <= dead) break;
      state = next;
    }
    if (i >= text.length) return state;
    const code = text.codePointAt(i)!;
    state = automaton.next(state, code);
    i += code > 0xffff ? 2 : 1;
  }
  return dead;
}

/** The labels of the alternatives of an anchored automaton that match a text, from a state on. */
export function labelsOf(automaton: Automaton, text: string, begin: number): readonly number[] {
  const state = stateAfter(automaton, text, begin);
  if (state === dead) return nothing;
  const known = automaton.table[state + endOfText]!;
  const match = known === -1 ? automaton.next(state, -1) : known;
  return match < dead ? automaton.labels(match) : nothing;
}

const nothing: readonly number[] = [];
