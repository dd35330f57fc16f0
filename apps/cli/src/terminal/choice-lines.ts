import { plain } from "../render/plain.ts";
import type { Screen } from "../render/screen.ts";
import { styleFor } from "../render/style.ts";
import { wrap } from "../render/text.ts";
import type { Choice, ChoiceItem, ChoiceState } from "./choice.ts";

interface ChoiceSize {
  readonly screen: Screen;
  /** Lines that there are at most. */
  readonly rows: number;
}

/** What is above the items, at any height. */
export function titleLines(choice: Choice, screen: Screen): string[] {
  const { bold } = styleFor(screen);
  const quote = choice.quote === undefined ? [] : wrap(plain(choice.quote), screen.width - 2, "broken");
  return [
    "",
    ...(choice.title ?? []).flatMap((line) => wrapped(line, screen.width)).map(bold),
    ...quote.map((line) => `│ ${bold(line)}`),
  ];
}

/** A choice as lines that fit: of items that have no room those around the marked one. Nothing in their texts can draw. */
export function choiceLines(choice: Choice, state: ChoiceState, { screen, rows }: ChoiceSize): string[] {
  const { dim } = styleFor(screen);
  const whole = titleLines(choice, screen);
  const half = Math.max(1, Math.floor(rows / 2));
  const cut = whole.length - half + 1;
  const title = whole.length <= half ? whole : [...whole.slice(0, half - 1), dim(`  … ${cut} more lines`)];
  const hint = wrap(hintOf(choice), screen.width).map(dim);
  const items = choice.items.map((item, index) => itemLines(item, index, choice, state, screen));
  const room = Math.max(3, rows - title.length - hint.length);
  return [...title, ...around(items, state.at, room, dim), ...hint];
}

const wrapped = (text: string, width: number): string[] => wrap(text.replace(/\s+/g, " "), width, "broken");

function itemLines(
  { label, detail, isText, isAlone }: ChoiceItem,
  index: number,
  { multiple }: Choice,
  { at, chosen, text }: ChoiceState,
  screen: Screen,
): string[] {
  const { cyan, dim } = styleFor(screen);
  const isMarked = index === at;
  const isChosen = chosen.has(index) || (isText === true && text.trim() !== "");
  const box = multiple && !isAlone ? (isChosen ? "[x] " : "[ ] ") : "";
  const head = `${isMarked ? "❯" : " "} ${index < 9 ? `${index + 1}. ` : "   "}${box}`;
  const width = Math.max(8, screen.width - head.length);
  const indent = " ".repeat(head.length);
  const shown = isText ? `${label}${text === "" ? "" : ` ${text}`}${isMarked ? "▏" : ""}` : label;
  const paint = isMarked ? cyan : String;
  return [
    ...wrapped(shown, width).map((line, i) => paint(`${i === 0 ? head : indent}${line}`)),
    ...(detail ? wrapped(detail, width).map((line) => dim(`${indent}${line}`)) : []),
  ];
}

function hintOf({ items, multiple, canGoBack }: Choice): string {
  return [
    ...(items.length > 1 ? ["↑↓ moves"] : []),
    ...(multiple ? ["Space chooses"] : []),
    "Enter confirms",
    ...(canGoBack ? ["← goes back"] : []),
    "Esc cancels",
  ].join(" · ");
}

/** The items around the marked one that have room, and how many there are next to them. */
function around(
  items: readonly (readonly string[])[],
  at: number,
  room: number,
  dim: (text: string) => string,
): string[] {
  const size = (from: number, to: number) => items.slice(from, to).reduce((sum, lines) => sum + lines.length, 0);
  if (size(0, items.length) <= room) return items.flat();
  let [from, to] = [at, at + 1];
  // One line above and one below say what is left out.
  const fits = (first: number, end: number) => size(first, end) <= room - 2;
  for (let grows = true; grows; ) {
    grows = false;
    if (to < items.length && fits(from, to + 1)) [to, grows] = [to + 1, true];
    if (from > 0 && fits(from - 1, to)) [from, grows] = [from - 1, true];
  }
  const shown = items.slice(from, to).flat();
  const most = Math.max(1, room - 2);
  return [
    ...(from > 0 ? [dim(`  ↑ ${from} more`)] : []),
    ...shown.slice(0, most),
    ...(shown.length > most ? [dim(`  … ${shown.length - most} more lines`)] : []),
    ...(to < items.length ? [dim(`  ↓ ${items.length - to} more`)] : []),
  ];
}
