import { rarity } from "./rarity.ts";
import { type CharSet, isFoldedAscii, type Node } from "./syntax.ts";

/** A sequence of character classes that every match holds: searched for where no literal is required. */
export interface ByteClassSequence {
  /** Its items as byte classes, the rarest first. */
  readonly places: readonly SequenceItem[];
  readonly length: number;
  /** None of the characters lies beyond ASCII. */
  readonly ascii: boolean;
}

export interface SequenceItem {
  readonly offset: number;
  /** By the lower half of a byte, a bit for each upper half with which it is the byte of a character in the set. */
  readonly table: Uint8Array;
}

/** What is known of all that a node matches: how it begins and ends, and the rarest sequence in it. */
interface Known {
  /** `start` and `end` are all of it. */
  readonly whole: boolean;
  readonly start: readonly ByteClass[];
  readonly end: readonly ByteClass[];
  readonly best: readonly ByteClass[];
}

interface ByteClass {
  readonly table: Uint8Array;
  readonly rarity: number;
  readonly ascii: boolean;
}

/** Longest sequence, in items. */
export const maxSequence = 8;

/** Rarity in bits from which searching for a sequence pays off: higher than for a literal, since letters and digits are next to others of their kind. */
const minRarity = 10;

const nothing: Known = { whole: false, start: [], end: [], best: [] };

/** The rarest byte-class sequence that every match holds; undefined where it is too common for a search to pay off. */
export function requiredSequence(node: Node): ByteClassSequence | undefined {
  const { best } = createReader()(node);
  if (rarityOf(best) < minRarity) return undefined;
  const rarest = best.map((place, offset) => ({ ...place, offset })).sort((a, b) => b.rarity - a.rarity);
  // Neighbours often come together, so that of equally rare places the one further away tells more.
  const from = rarest[0]?.offset ?? 0;
  const away = ({ offset }: { readonly offset: number }) => (offset === from ? maxSequence : Math.abs(offset - from));
  return {
    places: rarest.sort((a, b) => b.rarity - a.rarity || away(b) - away(a)),
    length: best.length,
    ascii: best.every(({ ascii }) => ascii),
  };
}

function createReader(): (node: Node) => Known {
  const known = new Map<string, ByteClass>();
  const placeOf = (set: CharSet): ByteClass => {
    const place = known.get(set.key) ?? readSet(set);
    known.set(set.key, place);
    return place;
  };

  const know = (node: Node): Known => {
    switch (node.kind) {
      case "set": {
        const place = placeOf(node.set);
        return place.ascii || place.rarity > 3 ? all([place]) : nothing;
      }
      case "assert":
        return all([]);
      case "either":
        return nothing;
      case "repeat":
        return repeated(node.min === 0 ? nothing : know(node.node), node.min, node.max);
      case "sequence":
        return inOrder(node.nodes.map(know));
    }
  };
  return know;
}

function all(places: readonly ByteClass[]): Known {
  const best = rarestPart(places);
  if (places.length <= 2 * maxSequence) return { whole: true, start: places, end: places, best };
  return { whole: false, start: places.slice(0, maxSequence), end: places.slice(-maxSequence), best };
}

function repeated(inner: Known, min: number, max: number): Known {
  const times = Array.from({ length: Math.min(min, maxSequence) }, () => inner);
  const shortest = inOrder(times);
  return { ...shortest, whole: shortest.whole && min === max && min === times.length };
}

function inOrder(parts: readonly Known[]): Known {
  let start: readonly ByteClass[] | undefined;
  let run: readonly ByteClass[] = [];
  let best: readonly ByteClass[] = [];
  const consider = (places: readonly ByteClass[]) => {
    if (rarityOf(places) > rarityOf(best)) best = places;
  };
  for (const part of parts) {
    run = [...run, ...part.start];
    if (part.whole && run.length <= 2 * maxSequence) continue;
    start ??= run.slice(0, maxSequence);
    consider(rarestPart(run));
    consider(part.best);
    run = part.whole ? run.slice(-maxSequence) : part.end;
  }
  if (!start) return all(run);
  consider(rarestPart(run));
  return { whole: false, start, end: run, best };
}

/** The rarest places that stand side by side, as many as a sequence can have. */
function rarestPart(places: readonly ByteClass[]): readonly ByteClass[] {
  let best = places.slice(0, maxSequence);
  for (let i = 1; i + maxSequence <= places.length; i++) {
    const part = places.slice(i, i + maxSequence);
    if (rarityOf(part) > rarityOf(best)) best = part;
  }
  return best;
}

const rarityOf = (places: readonly ByteClass[]): number => places.reduce((sum, place) => sum + place.rarity, 0);

function readSet(set: CharSet): ByteClass {
  const table = new Uint8Array(16);
  let chance = 0;
  for (let code = 0; code < 128; code++) {
    if (set.only === undefined ? !set.has(code) : set.only !== code) continue;
    table[code & 15]! |= 1 << (code >> 4);
    chance += 2 ** -rarity(code);
  }
  const ascii = isFoldedAscii(set) && !set.has(0x17f) && !set.has(0x212a);
  return { table, ascii, rarity: Math.max(0, -Math.log2(chance)) };
}
