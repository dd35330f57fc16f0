import { endOfText, side } from "./_alphabet.ts";
import { type Automaton, dead } from "./_automaton.ts";

/**
 * The first index at which some match is known to have ended, or -1. In an automaton of lines, no match crosses a `\n`,
 * `from` is the start of a line, and the index lies on the line of the match (the `\n` that ends it included).
 */
export function scanText(automaton: Automaton, text: string, from: number, to: number, lines: boolean): number {
  const { alphabet } = automaton;
  const { latin } = alphabet;
  automaton.allow(to - from);
  const bare = from === 0 || lines;
  let state = automaton.start(bare ? side.none : alphabet.sides[alphabet.classOf(text.charCodeAt(from - 1))]!);
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
