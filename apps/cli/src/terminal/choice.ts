import type { Key } from "./decode-keys.ts";

/** A list from which the user chooses with the keyboard. Texts may be those of others. */
export interface Choice {
  /** Text above the items that disappears with them. */
  readonly title?: readonly string[] | undefined;
  /** Untrusted text below the title, marked with a bar so that it cannot imitate the items. */
  readonly quote?: string | undefined;
  readonly items: readonly ChoiceItem[];
  /** Any number of items may be chosen. */
  readonly multiple?: boolean | undefined;
  /** The item that is marked first. */
  readonly at?: number | undefined;
  /** Items that are chosen at first. */
  readonly chosen?: readonly number[] | undefined;
  /** What the item for a text holds at first. */
  readonly text?: string | undefined;
  /** The left arrow leads to what was asked before. */
  readonly canGoBack?: boolean | undefined;
}

export interface ChoiceItem {
  readonly label: string;
  readonly detail?: string | undefined;
  /** A letter that leads to it. */
  readonly key?: string | undefined;
  /** A text is typed here. One item at most. */
  readonly isText?: boolean | undefined;
  /** It cannot be chosen together with others. */
  readonly isAlone?: boolean | undefined;
}

export interface ChoiceState {
  readonly at: number;
  readonly chosen: ReadonlySet<number>;
  readonly text: string;
  /** Letters in a row that moved: they begin the text when the next one does not. */
  readonly run: string;
}

/** How it ended. `items` holds the item for a text only where one was typed. */
export type ChoiceEnd =
  | { readonly end: "chosen"; readonly items: readonly number[]; readonly text: string }
  /** Esc. */
  | { readonly end: "cancelled" }
  /** Ctrl-C. */
  | { readonly end: "interrupted" }
  | { readonly end: "back" };

export const startOf = ({ at = 0, chosen = [], text = "" }: Choice): ChoiceState => ({
  at,
  chosen: new Set(chosen),
  text,
  run: "",
});

/**
 * The state after a key, or the end. What is pasted only ever goes into a text, and so do words: who begins to write instead of
 * choosing has not chosen what a letter of it stands for.
 */
export function pressKey(choice: Choice, before: ChoiceState, key: Key): ChoiceState | ChoiceEnd {
  const { items, multiple, canGoBack } = choice;
  const { at, text, run } = before;
  const state = { ...before, run: "" };
  const last = items.length - 1;
  const isTyping = items[at]?.isText === true;
  if (key.ctrl && key.name === "c") return { end: "interrupted" };
  if (key.name === "escape") return { end: "cancelled" };
  if (key.name === "return") return confirm(choice, state);
  const moved = (to: number) => ({ ...state, at: to, run: key.text === undefined ? "" : run + key.text });
  const by = movement(key, isTyping);
  if (by !== undefined) return moved((at + by + items.length) % items.length);
  if (key.name === "home" || key.name === "pageup") return { ...state, at: 0 };
  if (key.name === "end" || key.name === "pagedown") return { ...state, at: last };
  if (key.name === "left" && canGoBack) return { end: "back" };
  if (isTyping) return { ...state, text: typed(text, key) };
  if (key.text === undefined || key.name === "paste" || key.ctrl || key.meta) return state;
  if (key.name === "space" && multiple)
    return items[at]?.isAlone ? state : { ...state, chosen: toggled(state.chosen, at) };
  const to = /^[1-9]$/.test(key.text) ? Number(key.text) - 1 : items.findIndex((item) => item.key === key.name);
  if (to >= 0 && to <= last) return moved(to);
  const writing = items.findIndex((item) => item.isText);
  return writing === -1 ? state : { ...state, at: writing, text: text + run + key.text };
}

/** Letters move only where no text is typed. */
function movement({ name, ctrl, shift }: Key, isTyping: boolean): 1 | -1 | undefined {
  if (name === "tab") return shift ? -1 : 1;
  if (name === "up" || (ctrl && name === "p") || (name === "k" && !ctrl && !isTyping)) return -1;
  if (name === "down" || (ctrl && name === "n") || (name === "j" && !ctrl && !isTyping)) return 1;
  return undefined;
}

function typed(text: string, { name, text: more = "", ctrl, meta }: Key): string {
  if (name === "backspace") return [...text].slice(0, -1).join("");
  if (ctrl && name === "u") return "";
  return ctrl || meta ? text : text + more.replace(/\s/g, " ");
}

function toggled(chosen: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(at)) next.add(at);
  return next;
}

/** Of several, those that are chosen, and a text that was typed; with neither, the marked one. */
function confirm({ items, multiple }: Choice, state: ChoiceState): ChoiceState | ChoiceEnd {
  const { at, chosen } = state;
  const text = state.text.trim();
  const isEmpty = (item: number) => items[item]?.isText === true && text === "";
  const wanted = items.flatMap((item, index) =>
    chosen.has(index) || (multiple && item.isText && text !== "") ? index : [],
  );
  const found = (multiple && wanted.length > 0 && !items[at]?.isAlone ? wanted : [at]).filter((item) => !isEmpty(item));
  if (found.length === 0) return state;
  return { end: "chosen", items: found, text: found.some((item) => items[item]?.isText) ? text : "" };
}
