import { oneLine, wrap } from "../render/text.ts";
import type { Key } from "./decode-keys.ts";
import type { RedrawReason } from "./keyboard.ts";
import type { Pastes } from "./pastes.ts";

/** What the user types while a model works: whole messages that wait, and the begin of one. */
export interface TypeAhead {
  key(key: Key): void;
  /** The message that was entered first, or undefined. */
  take(): string | undefined;
  /** Send none of the messages by itself: they become the begin of one. */
  unqueue(): void;
  /** Everything that was typed and not taken, as the begin of a message. It is forgotten here. */
  takeDraft(): string;
  /** How it stands, for the end of the screen. */
  lines(width: number): string[];
  /** Resolves when nothing has been typed for a moment, so that no key answers a question that was not there yet. */
  whenQuiet(signal: AbortSignal): Promise<void>;
  onChange(listener: (why?: RedrawReason) => void): void;
  /** Request that it is shown again. */
  redraw(why: RedrawReason): void;
}

/** Milliseconds without a key. */
const pause = 700;
/** Messages that are shown. */
const shown = 3;

export function createTypeAhead({ expand, mark }: Pastes, now: () => number = () => performance.now()): TypeAhead {
  let queued: string[] = [];
  let draft = "";
  let typedAt = Number.NEGATIVE_INFINITY;
  let changed: (why?: RedrawReason) => void = () => {};
  const edit = ({ name, text, ctrl, meta }: Key): string | undefined => {
    if (name === "paste") return draft + mark(text ?? "");
    if (name === "backspace") return [...draft].slice(0, -1).join("");
    if (ctrl && name === "u") return "";
    if (name === "up" && draft === "") return queued.pop();
    return text === undefined || ctrl || meta ? undefined : draft + text;
  };
  const takeDraft = () => {
    const all = [...queued, ...(draft === "" ? [] : [draft])].join(" ");
    [queued, draft] = [[], ""];
    return all;
  };
  return {
    key(key) {
      if (key.name === "return") {
        if (draft.trim() === "") return;
        queued.push(draft);
        draft = "";
      } else {
        const edited = edit(key);
        if (edited === undefined) return;
        draft = edited;
      }
      typedAt = now();
      changed();
    },
    take: () => {
      const next = queued.shift();
      return next === undefined ? undefined : expand(next);
    },
    unqueue: () => {
      draft = takeDraft();
    },
    takeDraft,
    lines(width) {
      const more = queued.length - shown;
      return [
        ...queued.slice(0, shown).map((text) => oneLine(`  queued: ${text}`, width)),
        ...(more > 0 ? [`  and ${more} more`] : []),
        ...(draft === "" ? [] : wrap(`› ${draft}`, width, "broken").slice(-2)),
      ];
    },
    async whenQuiet(signal) {
      for (;;) {
        signal.throwIfAborted();
        const left = typedAt + pause - now();
        if (left <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, left));
      }
    },
    onChange(listener) {
      changed = listener;
    },
    redraw: (why) => changed(why),
  };
}
