/** What a name is made of, separators and case aside: `createIssue`, `create_issue` and `Create issue` are one. */
export function foldName(name: string): string {
  const lower = name.toLowerCase();
  return /^[a-z0-9_ -]*$/.test(lower) ? lower.replace(/[_ -]/g, "") : lower.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The parts of a tool that it is called by. */
export interface Named {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly namespace?: string | undefined;
}

/** Every folded name a tool answers to: its own, the ends of qualified ones (`mcp__github__create_issue`), with its namespace before it, aliases. */
export function foldedNames({ name, aliases = [], namespace }: Named): readonly string[] {
  const ends = nameEnds(name);
  if (ends.length < 2 && aliases.length === 0 && namespace === undefined) return [foldName(name)].filter(Boolean);
  const qualified = namespace === undefined ? [] : ends.map((end) => namespace + end);
  const folded = new Set([name, ...ends, ...qualified, ...aliases].map(foldName));
  folded.delete("");
  return [...folded];
}

/** `mcp__github__create_issue` → itself, `github__create_issue`, `create_issue`. */
export function nameEnds(name: string): string[] {
  if (name.length > longestQualified || !/__|[.:/]/.test(name)) return [name];
  const parts = name.split(/__|[.:/]/).filter(Boolean);
  return parts.map((_, at) => parts.slice(at).join("__"));
}

/** A hash of a text that goes on from the hash of what was before it. Source: FNV-1a. */
export function hashOn(hash: number, text: string): number {
  let mixed = hash;
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return mixed >>> 0;
}

export const noText = 0x811c9dc5;

const longestQualified = 256;

/** Folded names → slots, eight bytes a name: the names themselves stay with the documents. */
export interface NameTable {
  add(slot: number, document: Named): void;
  remove(slot: number, document: Named): void;
  /** Slots whose names may have this hash; the caller compares. */
  candidates(hash: number): number[];
}

const removed = 0xffffffff;

export function createNameTable(): NameTable {
  let hashes = new Uint32Array(64);
  let slots = new Uint32Array(64);
  let filled = 0;

  function put(hash: number, value: number): void {
    const mask = slots.length - 1;
    let at = hash & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    hashes[at] = hash;
    slots[at] = value;
    filled++;
  }

  function grow(): void {
    const before = { hashes, slots };
    const live = slots.reduce((count, slot) => count + (slot !== 0 && slot !== removed ? 1 : 0), 0);
    let size = 64;
    while (size < live * 2) size *= 2;
    hashes = new Uint32Array(size);
    slots = new Uint32Array(size);
    filled = 0;
    for (const [at, slot] of before.slots.entries()) if (slot !== 0 && slot !== removed) put(before.hashes[at]!, slot);
  }

  return {
    add(slot, document) {
      for (const name of foldedNames(document)) {
        if (filled >= slots.length * 0.7) grow();
        put(hashOn(noText, name), slot + 1);
      }
    },
    remove(slot, document) {
      const mask = slots.length - 1;
      for (const name of foldedNames(document)) {
        const hash = hashOn(noText, name);
        for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
          if (slots[at] === slot + 1 && hashes[at] === hash) slots[at] = removed;
        }
      }
    },
    candidates(hash) {
      const found: number[] = [];
      const mask = slots.length - 1;
      for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
        if (hashes[at] === hash && slots[at] !== removed) found.push(slots[at]! - 1);
      }
      return found;
    },
  };
}
