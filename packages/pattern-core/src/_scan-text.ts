import { endOfText, side } from "./_alphabet.ts";
import { type Automaton, dead } from "./_automaton.ts";

/**
 * The first index at which some match is known to have ended, or -1. `from` is the start of a line; no match crosses a
 * `\n`, and the index lies on the line of the match, the `\n` that ends it included.
 */
export function scanLines(automaton: Automaton, text: string, from: number, to: number): number {
  const { latin } = automaton.alphabet;
  automaton.allow(to - from);
  let state = automaton.start(side.none);
  let { table } = automaton;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    let next = code < 256 ? table[state + latin[code]!]! : -1;
    if (next < 0) {
      const whole = code >= 0xd800 && code < 0xdc00 ? text.codePointAt(i)! : code;
      next = automaton.next(state, whole);
      if (next < 0) return i;
      table = automaton.table;
      if (whole > 0xffff) i++;
    }
    state = next;
  }
  return automaton.next(state, -1) < 0 ? to : -1;
}

/**
 * The index from which on the leftmost match can be looked for, as none is under way there, or -1 when there is no match.
 * `low` bounds the text that exists for the pattern. Twice as slow as `scanLines`: no processor foresees where words end.
 */
export function scanForStart(automaton: Automaton, text: string, low: number, high: number, from: number): number {
  const { latin, sides, classOf } = automaton.alphabet;
  automaton.allow(high - from);
  let state = automaton.start(from === low ? side.none : sides[classOf(text.charCodeAt(from - 1))]!);
  let { table, home } = automaton;
  let start = from;
  for (let i = from; i < high; i++) {
    if (state <= home) start = i;
    const code = text.charCodeAt(i);
    let next = code < 256 ? table[state + latin[code]!]! : -1;
    if (next < 0) {
      const whole = code >= 0xd800 && code < 0xdc00 ? text.codePointAt(i)! : code;
      next = automaton.next(state, whole);
      if (next < 0) return start;
      ({ table, home } = automaton);
      if (whole > 0xffff) i++;
    }
    state = next;
  }
  if (state <= home) start = high;
  return automaton.next(state, -1) < 0 ? start : -1;
}

/** The state that an anchored automaton goes to from another one by a text. */
export function stateAfter(automaton: Automaton, text: string, begin: number): number {
  const { latin } = automaton.alphabet;
  let { table } = automaton;
  let state = begin;
  for (let i = 0; i < text.length && state !== dead; i++) {
    const code = text.charCodeAt(i);
    let next = code < 256 ? table[state + latin[code]!]! : -1;
    if (next < 0) {
      const whole = code >= 0xd800 && code < 0xdc00 ? text.codePointAt(i)! : code;
      next = automaton.next(state, whole);
      table = automaton.table;
      if (whole > 0xffff) i++;
    }
    state = next;
  }
  return state;
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
