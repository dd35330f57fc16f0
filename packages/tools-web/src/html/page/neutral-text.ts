import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-kit/text";

/** Makes everything in a server's texts visible, and reports what it removed. */
export interface Neutralizer {
  text(raw: string): string;
  /** Every text below a value, and its keys; the same value when there is nothing to do. */
  json<T>(value: T): T;
  /** What a reader has to know; empty when nothing was taken out. */
  notes(): string[];
}

/** Kinds of characters that a note names. */
const maxNamed = 4;

export function createNeutralizer(): Neutralizer {
  const removed = new Map<string, number>();
  let sequences = 0;

  function text(raw: string): string {
    const { text, count } = dropSequences(raw);
    sequences += count;
    return replaceUnseen(text, (run, at) => {
      if (run === "\u00ad" && isHyphen(text, at)) return run;
      return [...run].map(written).join("");
    });
  }

  function written(character: string): string {
    if (isBreak.test(character)) return character === "\r" ? "\n" : " ";
    if (isShown.test(character)) return character;
    removed.set(character, (removed.get(character) ?? 0) + 1);
    return "";
  }

  function json(value: unknown): unknown {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(json);
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const entries = Object.entries(value);
    const made = entries.map(([key, item]) => [keyOf(key), json(item)] as const);
    const isSame = made.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1]);
    return isSame ? value : Object.fromEntries(made);
  }

  return {
    text,
    json: <T>(value: T) => json(value) as T,
    notes() {
      const count = [...removed.values()].reduce((sum, one) => sum + one, 0);
      const kinds = [...removed.keys()].map((character) => characterName(character).slice(1, -1));
      const named = kinds.slice(0, maxNamed).join(", ") + (kinds.length > maxNamed ? " and others" : "");
      return [
        ...(sequences > 0 ? [`${counted(sequences, "terminal sequence")} removed.`] : []),
        ...(count > 0 ? [`${counted(count, "invisible character")} removed (${named}).`] : []),
      ];
    },
  };
}

/** Keys stay apart from one another: what is not seen in them is named. */
const keyOf = (key: string): string =>
  replaceUnseen(dropSequences(key).text, (run) => [...run].map(characterName).join(""));

const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`);

/** Ends of lines and pages, which part words. */
const isBreak = /[\v\f\r\u0085\u2028\u2029]/;

/** For private use and not assigned yet: a reader sees an icon, or a box. */
const isShown = /(?![\p{DI}\p{NChar}])[\p{Co}\p{Cn}]/u;

/** Where a word may be broken, as publishers write it: between two letters. */
const isHyphen = (text: string, at: number): boolean =>
  /\p{L}\p{M}*$/u.test(text.slice(Math.max(0, at - 4), at)) && /^\p{L}/u.test(text.slice(at + 1, at + 3));
