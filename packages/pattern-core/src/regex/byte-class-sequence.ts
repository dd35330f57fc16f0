import { rarity } from "../matcher/needle.ts";
import { type CharSet, isFoldedAscii, type Node } from "./syntax.ts";

/** Characters in a row of which each is one of a set: what is looked for where no text is certain. */
export interface Run {
  /** The places of the row as bytes see them, the rarest first. */
  readonly places: readonly RunPlace[];
  readonly length: number;
  /** None of the characters lies beyond ASCII. */
  readonly ascii: boolean;
}

export interface RunPlace {
  readonly offset: number;
  /** By the lower half of a byte, a bit for each upper half with which it is the byte of a character in the set. */
  readonly table: Uint8Array;
}

/** What is known of all that a node matches: how it begins and ends, and the rarest row in it. */
interface Known {
  /** `start` and `end` are all of it. */
  readonly whole: boolean;
  readonly start: readonly Place[];
  readonly end: readonly Place[];
  readonly best: readonly Place[];
}

interface Place {
  readonly table: Uint8Array;
  readonly rarity: number;
  readonly ascii: boolean;
}

/** Places of a row at most. */
export const maxRun = 8;

/** Bits that make a row worth a search: more than of a text, as letters and digits each stand beside their like. */
const leastRarity = 10;

const nothing: Known = { whole: false, start: [], end: [], best: [] };

/** The rarest row of characters that every match holds; nothing where that is too common to be worth a search. */
export function requiredRun(node: Node): Run | undefined {
  const { best } = createReader()(node);
  if (rarityOf(best) < leastRarity) return undefined;
  const rarest = best.map((place, offset) => ({ ...place, offset })).sort((a, b) => b.rarity - a.rarity);
  // Neighbours often come together, so that of equally rare places the one further away tells more.
  const from = rarest[0]?.offset ?? 0;
  const away = ({ offset }: { readonly offset: number }) => (offset === from ? maxRun : Math.abs(offset - from));
  return {
    places: rarest.sort((a, b) => b.rarity - a.rarity || away(b) - away(a)),
    length: best.length,
    ascii: best.every(({ ascii }) => ascii),
  };
}

function createReader(): (node: Node) => Known {
  const known = new Map<string, Place>();
  const placeOf = (set: CharSet): Place => {
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

function all(places: readonly Place[]): Known {
  const best = rarestPart(places);
  if (places.length <= 2 * maxRun) return { whole: true, start: places, end: places, best };
  return { whole: false, start: places.slice(0, maxRun), end: places.slice(-maxRun), best };
}

function repeated(inner: Known, min: number, max: number): Known {
  const times = Array.from({ length: Math.min(min, maxRun) }, () => inner);
  const least = inOrder(times);
  return { ...least, whole: least.whole && min === max && min === times.length };
}

function inOrder(parts: readonly Known[]): Known {
  let start: readonly Place[] | undefined;
  let run: readonly Place[] = [];
  let best: readonly Place[] = [];
  const consider = (places: readonly Place[]) => {
    if (rarityOf(places) > rarityOf(best)) best = places;
  };
  for (const part of parts) {
    run = [...run, ...part.start];
    if (part.whole && run.length <= 2 * maxRun) continue;
    start ??= run.slice(0, maxRun);
    consider(rarestPart(run));
    consider(part.best);
    run = part.whole ? run.slice(-maxRun) : part.end;
  }
  if (!start) return all(run);
  consider(rarestPart(run));
  return { whole: false, start, end: run, best };
}

/** The rarest places that stand side by side, as many as a row can have. */
function rarestPart(places: readonly Place[]): readonly Place[] {
  let best = places.slice(0, maxRun);
  for (let i = 1; i + maxRun <= places.length; i++) {
    const part = places.slice(i, i + maxRun);
    if (rarityOf(part) > rarityOf(best)) best = part;
  }
  return best;
}

const rarityOf = (places: readonly Place[]): number => places.reduce((sum, place) => sum + place.rarity, 0);

function readSet(set: CharSet): Place {
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
