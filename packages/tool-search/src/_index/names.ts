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

const longestQualified = 256;

/** Folded names → the slots of the documents that answer to them. */
export type NameTable = Map<string, Set<number>>;

export function addNames(table: NameTable, slot: number, document: Named): void {
  for (const name of foldedNames(document)) table.set(name, (table.get(name) ?? new Set()).add(slot));
}

export function removeNames(table: NameTable, slot: number, document: Named): void {
  for (const name of foldedNames(document)) {
    const slots = table.get(name);
    slots?.delete(slot);
    if (slots?.size === 0) table.delete(name);
  }
}
