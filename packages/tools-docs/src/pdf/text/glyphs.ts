import { ToolError } from "@holdall/tool-core";
import { inlinesOf } from "../../document/inlines.ts";
import type { Block, Inline } from "../../document/node.ts";

const scripts = [
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Arabic",
  "Hebrew",
  "Devanagari",
  "Bengali",
  "Tamil",
  "Telugu",
  "Thai",
  "Lao",
  "Khmer",
  "Myanmar",
  "Georgian",
  "Armenian",
  "Ethiopic",
  "Cyrillic",
  "Greek",
] as const;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Characters that are more than ASCII, each once, by the font they are set in. Undefined when there are none. */
export function glyphTests(document: readonly Block[], title: string): Record<string, string[]> | undefined {
  const text = new Set<string>();
  const mono = new Set<string>();
  const collect = (into: Set<string>, value: string): void => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is in every font.
    if (!/[^\u0000-\u007f]/.test(value)) return;
    for (const { segment } of segmenter.segment(value))
      if (/[^\s\p{Cc}\p{Cf}]/u.test(segment) && !/^[!-~]$/.test(segment)) into.add(segment);
  };
  const walk = (inlines: readonly Inline[]): void => {
    for (const each of inlines) {
      if (each.t === "code") collect(mono, each.v);
      else if (each.t === "text") collect(text, each.v);
      else if (each.t === "image") collect(text, each.alt);
      else if ("c" in each) walk(each.c);
    }
  };
  collect(text, title);
  walk(inlinesOf(document));
  for (const code of codesOf(document)) collect(mono, code);
  for (const block of document) if (block.t === "page") collect(text, block.to);
  return text.size + mono.size === 0 ? undefined : { text: [...text], mono: [...mono] };
}

const codesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.t === "code") return [block.v];
    if (block.t === "quote") return codesOf(block.c);
    return block.t === "list" ? block.items.flatMap(({ c }) => codesOf(c)) : [];
  });

/** A character with its number and its script. */
export function nameGlyph(text: string): string {
  const numbers = [...text].map((char) => `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`);
  const script = scripts.find((name) => new RegExp(`\\p{Script=${name}}`, "u").test(text));
  return `${text} (${numbers.join(" ")}${script ? `, ${script}` : ""})`;
}

/** Replaces characters by their numbers: 日 becomes [U+65E5]. Where marks are missing, the ASCII letter below them stays. */
export function writeNumbers(missing: readonly string[]): (text: string) => string {
  const chars = new Set(missing.flatMap((each) => [...each]).filter((char) => char > "\u007f"));
  if (chars.size === 0) return (text) => text;
  return (text) =>
    Array.from(text, (char) =>
      chars.has(char) ? `[U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]` : char,
    ).join("");
}

export const missingGlyphs = (missing: readonly string[]): ToolError =>
  new ToolError(
    "unsupported",
    `No font here has ${missing.slice(0, 8).map(nameGlyph).join(", ")}${missing.length > 8 ? ` and ${missing.length - 8} more` : ""}.`,
    {
      hint: 'Ask the user for a font with these characters, or send missing_glyphs: "code" to write their numbers.',
      data: { missing: missing.slice(0, 100) },
    },
  );
