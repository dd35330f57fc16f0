import { rarity } from "./rarity.ts";
import { type CharSet, isFoldedAscii, type Node } from "./syntax.ts";

/** A sequence of character classes that every match holds: searched for where no literal is required. */
export interface ByteClassSequence {
  /** As a regular expression of the platform over text with a character for each byte. */
  readonly source: string;
  /** Bytes that it matches. */
  readonly length: number;
  /** None of the characters lies beyond ASCII. */
  readonly ascii: boolean;
}

/** What is known of all that a node matches: how it begins and ends, and the rarest sequence in it. */
interface KnownSequences {
  /** `start` and `end` are all of it. */
  readonly whole: boolean;
  readonly start: readonly ByteClass[];
  readonly end: readonly ByteClass[];
  readonly best: readonly ByteClass[];
}

interface ByteClass {
  readonly source: string;
  readonly rarity: number;
  readonly ascii: boolean;
}

/** Longest sequence, in items. */
const maxSequence = 8;

/** Rarity in bits from which searching for a sequence pays off: higher than for a literal, since letters and digits are next to others of their kind. */
const minRarity = 10;

const nothing: KnownSequences = { whole: false, start: [], end: [], best: [] };

/** The rarest byte-class sequence that every match holds; undefined where it is too common for a search to pay off. */
export function requiredSequence(node: Node): ByteClassSequence | undefined {
  const { best } = createReader()(node);
  if (rarityOf(best) < minRarity) return undefined;
  return {
    source: best.map(({ source }) => source).join(""),
    length: best.length,
    ascii: best.every(({ ascii }) => ascii),
  };
}

function createReader(): (node: Node) => KnownSequences {
  const known = new Map<string, ByteClass>();
  const placeOf = (set: CharSet): ByteClass => {
    const place = known.get(set.key) ?? readSet(set);
    known.set(set.key, place);
    return place;
  };

  const know = (node: Node): KnownSequences => {
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

function all(places: readonly ByteClass[]): KnownSequences {
  const best = rarestPart(places);
  if (places.length <= 2 * maxSequence) return { whole: true, start: places, end: places, best };
  return { whole: false, start: places.slice(0, maxSequence), end: places.slice(-maxSequence), best };
}

function repeated(inner: KnownSequences, min: number, max: number): KnownSequences {
  const times = Array.from({ length: Math.min(min, maxSequence) }, () => inner);
  const shortest = inOrder(times);
  return { ...shortest, whole: shortest.whole && min === max && min === times.length };
}

function inOrder(parts: readonly KnownSequences[]): KnownSequences {
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
  let source = "";
  let chance = 0;
  for (let code = 0; code < 128; code++) {
    if (set.only === undefined ? !set.has(code) : set.only !== code) continue;
    source += `\\x${code.toString(16).padStart(2, "0")}`;
    chance += 2 ** -rarity(code);
  }
  const ascii = isFoldedAscii(set) && !set.has(0x17f) && !set.has(0x212a);
  return { source: `[${source}]`, ascii, rarity: Math.max(0, -Math.log2(chance)) };
}
