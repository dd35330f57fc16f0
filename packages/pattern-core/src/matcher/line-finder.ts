import type { Automaton } from "../regex/automaton.ts";
import { minRarity, rarityOf } from "../regex/rarity.ts";
import type { RequiredLiterals } from "../regex/required-literals.ts";
import { isDense } from "./dense.ts";
import { scanLines } from "./scan-text.ts";

/**
 * Finds an index on the first line at or after another one that holds a match, or -1: the lines that hold a required
 * text are shown to the automaton, or all of them where that text is too common to tell lines apart.
 */
export function createLineFinder(
  automaton: Automaton,
  required: RequiredLiterals,
): (text: string, from: number) => number {
  const jump = rarityOf(required) < minRarity ? undefined : createJump(required);
  return (text, from) => {
    if (from >= text.length) return -1;
    // A final line break ends the last line; no empty line follows it.
    const end = text.endsWith("\n") ? text.length - 1 : text.length;
    if (!jump) return scanLines(automaton, text, from, end);
    let misses = 0;
    for (let at = jump(text, from); at >= 0; ) {
      const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
      const newline = text.indexOf("\n", at);
      const stop = newline < 0 ? end : newline;
      if (scanLines(automaton, text, start, stop) >= 0) return at;
      if (stop < end && isDense(++misses, stop - from)) return scanLines(automaton, text, stop + 1, end);
      at = newline < 0 ? -1 : jump(text, newline + 1);
    }
    return -1;
  };
}

/** Finds the first of some texts. Alternatives of plain text are what the platform's own engine does fast and safely. */
function createJump({ anyOf, ignoreCase }: RequiredLiterals): (text: string, from: number) => number {
  const [first = "", ...others] = anyOf;
  if (others.length === 0 && !ignoreCase) return (text, from) => text.indexOf(first, from);
  const plain = anyOf.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const engine = new RegExp(plain, ignoreCase ? "gi" : "g");
  return (text, from) => {
    engine.lastIndex = from;
    return engine.exec(text)?.index ?? -1;
  };
}
