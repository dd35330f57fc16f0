import type { ChoiceItem } from "../../terminal/choice.ts";
import type { Terminal } from "./terminal.ts";

interface Picking {
  readonly items: readonly ChoiceItem[];
  /** The item that is marked first. */
  readonly at?: number | undefined;
}

export interface Picked {
  /** Index of the item. */
  readonly item: number;
  /** What was typed, of an item for a text. */
  readonly text: string;
}

/** Lets the user choose one item. Undefined when they want none. */
export type Pick = (title: string, picking: Picking) => Promise<Picked | undefined>;

/** Undefined where only lines can be asked for. */
export function pickAt({ keys }: { readonly keys?: Terminal["keys"] }): Pick | undefined {
  if (!keys) return undefined;
  return async (title, { items, at }) => {
    const end = await keys.choose({ title: [title], items, at });
    if (end.end !== "chosen") return undefined;
    const [item = 0] = end.items;
    return { item, text: end.text };
  };
}
