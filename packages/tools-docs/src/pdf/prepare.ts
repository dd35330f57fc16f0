import { anchors } from "../document/anchors.ts";
import { isRightToLeft } from "../document/inlines.ts";
import { type Block, type Inline, plainText } from "../document/node.ts";
import type { LoadedImage } from "../images/load-images.ts";
import { fitTable } from "./text/fit-table.ts";
import { breakRuns, maxWord, tooLongWord, widthOf } from "./text/fit-text.ts";

interface Preparation {
  readonly images: readonly LoadedImage[];
  /** Replaces what no font has. */
  readonly clean: (text: string) => string;
  readonly pageWord: string;
  /** Points that text has on a page, and on one that is turned. */
  readonly room: { readonly upright: number; readonly turned: number };
}

/** Points of the letters of text. */
const size = 10.5;
/** Points that a list or a quote takes of each line. */
const indentOf = (block: Block & { t: "list" | "quote" }): number =>
  block.t === "list" && block.ordered ? 14 + 6.5 * String(block.start + block.items.length).length : 14;

/** How much larger and wider the letters of a heading are. */
const headingScale = (level: number): number => (level === 1 ? 1.75 : level === 2 ? 1.2 : 1) * 1.12;

/** A document as the template takes it: headings have names, links inside lead to them, pictures are files. */
export function prepare(document: readonly Block[], { images, clean, pageWord, room }: Preparation): object[] {
  const byAnchor = new Map<string, string>();
  const byName = new Map<string, string>();
  const anchor = anchors();
  let headings = 0;
  const number = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.t === "quote") number(block.c);
      if (block.t === "list") for (const { c } of block.items) number(c);
      if (block.t !== "heading") continue;
      const id = `h${++headings}`;
      const name = plainText(block.c);
      byAnchor.set(anchor(name), id);
      if (!byName.has(name)) byName.set(name, id);
    }
  };
  number(document);
  let named = 0;

  /** Characters in em that are sure to have room in a line. */
  const lineAt = (used: number, scale = 1): number => Math.max(2, (room.upright - used) / (size * scale));

  const run = (inlines: readonly Inline[], line: number): object[] => inlines.flatMap((each) => one(each, line));
  const broken = (text: string, line: number): object[] =>
    breakRuns(clean(text), line).map((piece) =>
      typeof piece === "string" ? { t: "text", v: piece } : { t: "run", v: piece },
    );
  const one = (inline: Inline, line: number): object[] => {
    switch (inline.t) {
      case "text":
        return inline.v === "" ? [] : broken(inline.v, line);
      case "code": {
        const v = clean(inline.v);
        if (v === "") return [];
        if (/\S{1000}/.test(v))
          return inLines(v, Math.max(2, Math.floor(line * 0.9)))
            .split("\n")
            .map((part) => ({ t: "code", v: part }));
        return [{ t: "code", v, ...(widthOf(v) > line * 0.8 && { long: Math.max(2, Math.floor(line * 0.9)) }) }];
      }
      case "break":
        return [inline];
      case "image": {
        const file = images.find(({ src }) => src === inline.src)?.file;
        const alt = inline.alt.trim();
        if (file) return [{ t: "image", file, ...(alt && { alt }) }];
        return [{ t: "em", c: broken(`[picture: ${alt || inline.src.slice(0, 200)}]`, line) }];
      }
      case "link": {
        const to = inline.href.startsWith("#") ? byAnchor.get(decode(inline.href.slice(1)).toLowerCase()) : undefined;
        if (to) return [{ t: "jump", to, c: run(inline.c, line) }];
        return inline.href.startsWith("#")
          ? run(inline.c, line)
          : [{ t: "link", href: inline.href, c: run(inline.c, line) }];
      }
      default:
        return [{ t: inline.t, c: run(inline.c, line) }];
    }
  };
  const blocks = (list: readonly Block[], used: number): object[] => list.flatMap((each) => block(each, used));
  const block = (each: Block, used: number): object[] => {
    const line = lineAt(used);
    switch (each.t) {
      case "heading":
        return [
          { ...each, id: `h${++named}`, c: run(each.c, lineAt(used, headingScale(each.level))), ...direction(each.c) },
        ];
      case "text":
        return [{ t: "text", c: run(each.c, line), ...direction(each.c) }];
      case "code":
        return [codeOf({ ...each, v: clean(each.v) }, used)];
      case "quote":
        return [{ t: "quote", c: blocks(each.c, used + indentOf(each)) }];
      case "list":
        return [
          {
            ...each,
            items: each.items.map((item) => ({ c: checked(item.checked, blocks(item.c, used + indentOf(each))) })),
          },
        ];
      case "table":
        return [tableOf(each, used)];
      case "page": {
        const to = byName.get(each.to);
        const name = broken(each.to, line);
        return [to ? { t: "page", to, name, word: pageWord } : { t: "text", c: name }];
      }
      default:
        return [each];
    }
  };

  /** Colors end where characters are set one by one. */
  const codeOf = (code: Block & { t: "code" }, used: number): object => {
    const letters = Math.max(2, Math.floor((room.upright - used - 16) / (size * 0.9 * 0.61)));
    const v = inLines(code.v, letters);
    const long = v
      .split(/\s/)
      .filter((word) => word.length > letters || (/[^ -~]/.test(word) && word.length * 2 > letters));
    if (long.length === 0) return { ...code, v };
    if (long.length > maxLongWords) return { ...code, v: inLines(v, letters, Math.max(2, Math.floor(letters / 2))) };
    const least = long.some((word) => word.length <= letters) ? Math.floor(letters / 2) : letters;
    return { ...code, v, lang: "", long: Math.max(2, least) };
  };

  const tableOf = ({ t, align, head, rows }: Block & { t: "table" }, used: number): object => {
    const texts = [head, ...rows].map((row) => row.map((cell) => clean(plainText(cell))));
    const fit = fitTable(texts, {
      upright: room.upright - used,
      turned: used === 0 ? room.turned : undefined,
    });
    const cells = (row: readonly (readonly Inline[])[], scale: number): object[][] =>
      row.map((cell, at) => {
        const width = fit.widths?.[at];
        return run(cell, width === undefined ? Number.POSITIVE_INFINITY : (width - 2 * fit.inset) / (fit.size * scale));
      });
    return { t, align, fit, head: cells(head, 1.12), rows: rows.map((row) => cells(row, 1)) };
  };
  return blocks(document, 0);
}

/** A task's box is before its words. */
function checked(isDone: boolean | undefined, item: object[]): object[] {
  if (isDone === undefined) return item;
  const box = { t: "check", v: isDone ? "\u2611" : "\u2610" };
  const [first, ...rest] = item as { t?: string; c?: object[] }[];
  return first?.t === "text"
    ? [{ ...first, c: [box, ...(first.c ?? [])] }, ...rest]
    : [{ t: "text", c: [box] }, ...item];
}

/** Words of one block of code whose characters are set one by one; the compiler (0.7.0) fails at 500. */
const maxLongWords = 200;

/** Words of code that are too long for the compiler to set one by one end a line where the page would end it. */
function inLines(code: string, letters: number, least = 1_000): string {
  return code.replace(new RegExp(`\\S{${least},}`, "g"), (word) => {
    if (word.length > maxWord) throw tooLongWord(word);
    const width = /[^ -~]/.test(word) ? Math.floor(letters / 2) : letters;
    const signs = Array.from(word);
    return Array.from({ length: Math.ceil(signs.length / width) }, (_, at) =>
      signs.slice(at * width, (at + 1) * width).join(""),
    ).join("\n");
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const direction = (inlines: readonly Inline[]): { rtl?: true } => (isRightToLeft(inlines) ? { rtl: true } : {});
