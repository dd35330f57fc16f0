/** Rules by the name, or the end of a name, that they match; most names are told apart by one character. */
export interface NameTable {
  put(key: string, rule: { readonly order: number }): void;
  /** The orders of the rules for a name. */
  get(name: string): readonly number[];
}

const nothing: readonly number[] = [];

/** With `first`, keys are whole names; with `last`, they are what names have from their last dot on. */
export function createNameTable(character: "first" | "last"): NameTable {
  const rules = new Map<string, number[]>();
  const seen = new Uint8Array(256);
  const code = (name: string) => name.charCodeAt(character === "first" ? 0 : name.length - 1) & 255;
  return {
    put(key, { order }) {
      seen[code(key)] = 1;
      const known = rules.get(key);
      if (known) known.push(order);
      else rules.set(key, [order]);
    },
    get(name) {
      if (seen[code(name)] === 0) return nothing;
      const key = character === "first" ? name : name.slice(name.lastIndexOf("."));
      return rules.get(key) ?? nothing;
    },
  };
}
