import { ToolError } from "@holdall/tool-core";
import type { Align, Inline } from "../../document/node.ts";

/** A paragraph of a slide. */
export interface Line {
  readonly look: "text" | "item" | "code" | "quote";
  /** How deep it is in lists. */
  readonly level: number;
  readonly c: readonly Inline[];
  /** Its number in an ordered list, and which list that is. */
  readonly number?: number;
  readonly list?: number;
  /** The heading whose slide is named after the text. */
  readonly to?: string;
}

/** All in points, from the upper left of the slide. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Cells = readonly (readonly Inline[])[];

export type Box = Frame &
  (
    | { readonly t: "lines"; readonly lines: readonly Line[]; readonly size: number }
    | {
        readonly t: "table";
        readonly align: readonly Align[];
        readonly rows: readonly Cells[];
        readonly widths: readonly number[];
        readonly heights: readonly number[];
        readonly size: number;
      }
    | { readonly t: "picture"; readonly src: string; readonly alt: string }
  );

export type Layout = "title" | "content" | "section";

export interface Slide {
  readonly layout: Layout;
  /** Empty where nothing names the slide. */
  readonly title: readonly Inline[];
  /** Which part of what is under one heading, such as ` (2/3)`. */
  readonly part: string;
  readonly boxes: readonly Box[];
  readonly notes: string;
}

/** A slide is 13.33 by 7.5 inches. */
export const slideSize = { width: 960, height: 540 };
export const titleFrame: Frame = { x: 48, y: 30, width: 864, height: 66 };
export const bodyFrame: Frame = { x: 48, y: 112, width: 864, height: 380 };
export const coverFrame: Frame = { x: 84, y: 130, width: 792, height: 160 };
export const subtitleFrame: Frame = { x: 84, y: 302, width: 792, height: 140 };

const maxSlides = 1_000;

/** Throws `too_large` for more slides than a presentation has. */
export function checkCount(slides: number): void {
  if (slides <= maxSlides) return;
  throw new ToolError("too_large", `The document has more than ${maxSlides} slides.`, {
    hint: "Make several documents, or a .docx.",
  });
}
