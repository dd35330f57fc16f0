import type { Screen } from "../render/screen.ts";
import { type Choice, type ChoiceEnd, pressKey, startOf } from "./choice.ts";
import { choiceLines, titleLines } from "./choice-lines.ts";
import type { Keyboard } from "./keyboard.ts";
import type { LiveArea } from "./live-area.ts";

interface ChooseOptions {
  readonly screen: Screen;
  readonly keyboard: Keyboard;
  readonly area: LiveArea;
  /** Lines of the terminal as it is now. */
  readonly rows: () => number;
  write(text: string): void;
}

const hideCursor = "\x1b[?25l";
const showCursor = "\x1b[?25h";

/** Lets the user choose. The list is drawn over as it changes, and gone at the end. */
export function choose(
  wanted: Choice,
  { screen, keyboard, area, rows, write }: ChooseOptions,
  signal?: AbortSignal,
): Promise<ChoiceEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<ChoiceEnd>();
  const above = titleLines(wanted, screen);
  const isTall = above.length > rows() / 2;
  // What has no room beside the items stays above them.
  const choice = isTall ? { ...wanted, title: undefined, quote: undefined } : wanted;
  let state = startOf(choice);
  const draw = () => area.draw(choiceLines(choice, state, { screen, rows: rows() - 1 }));
  const stop = () => reject(signal?.reason);
  if (signal?.aborted) return Promise.reject(signal.reason);
  signal?.addEventListener("abort", stop, { once: true });
  write(`${isTall ? `${above.join("\n")}\n` : ""}${hideCursor}`);
  const heard = keyboard.listen({
    key(key) {
      const next = pressKey(choice, state, key);
      if ("end" in next) return resolve(next);
      state = next;
      draw();
    },
    redraw(why) {
      if (why === "resume") area.forget();
      draw();
    },
  });
  draw();
  return promise.finally(() => {
    heard[Symbol.dispose]();
    signal?.removeEventListener("abort", stop);
    area.clear();
    write(showCursor);
  });
}
