/** Calls back for every place of a text where one of the literals stands: by place, the longest first. */
export type LiteralSearch<T> = (text: string, found: (at: number, item: T) => void) => void;

/**
 * Look for many literals in one pass (Wu and Manber's): two characters say how far it is to the next place where any of them
 * may end. What it costs hardly depends on how many they are; a literal has at least two characters.
 */
export function createLiteralSearch<T>(literals: readonly (readonly [literal: string, item: T])[]): LiteralSearch<T> {
  if (literals.length === 0) return () => {};
  const length = Math.min(...literals.map(([literal]) => literal.length));
  const shifts = new Uint8Array(slots).fill(Math.min(255, length - 1));
  const ending = new Map<number, [string, T][]>();
  for (const [literal, item] of [...literals].sort(([a], [b]) => b.length - a.length)) {
    for (let i = 1; i < length; i++) {
      const slot = slotOf(literal.charCodeAt(i - 1), literal.charCodeAt(i));
      const shift = length - 1 - i;
      if (shift < (shifts[slot] as number)) shifts[slot] = shift;
      if (shift === 0) ending.set(slot, [...(ending.get(slot) ?? []), [literal, item]]);
    }
  }
  return (text, found) => {
    for (let at = length - 1; at < text.length; ) {
      const slot = slotOf(text.charCodeAt(at - 1), text.charCodeAt(at));
      const shift = shifts[slot] as number;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const start = at - length + 1;
      for (const [literal, item] of ending.get(slot) ?? []) if (text.startsWith(literal, start)) found(start, item);
      at++;
    }
  };
}

const slots = 8192;
const slotOf = (first: number, second: number): number => ((first << 5) ^ second) & (slots - 1);
