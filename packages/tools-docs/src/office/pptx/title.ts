import { type Inline, plainText } from "../../document/node.ts";
import { countLines, cutInlines } from "./measure.ts";
import type { Frame } from "./slide.ts";

/** Letters of titles in points, the usual ones first. */
export const titleSizes = [30, 26, 22, 18, 15];
export const coverSizes = [44, 36, 30, 24, 20, 16];

/** The largest letters with which a title has room, and undefined for one that never has. */
export const titleSize = (title: string, frame: Frame, options: readonly number[]): number | undefined =>
  options.find((size) => countLines(title, size, frame.width) * size * 1.15 <= frame.height);

/** A title that is too long for any slide: its beginning, and the whole of it as a line below. */
export function shortTitle(title: readonly Inline[]): readonly Inline[] {
  const [start] = cutInlines([{ t: "text", v: plainText(title) }], 200);
  return [...start, { t: "text", v: "…" }];
}
