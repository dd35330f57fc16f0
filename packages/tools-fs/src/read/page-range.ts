import { ToolError } from "@holdall/tool-core";

/** `3`, `1-5` or `10-`: an open range has `usual` pages. */
export function parsePages(pages: string, usual: number): { readonly first: number; readonly last: number } {
  const [, from, dash, to] = /^\s*(\d{1,7})\s*(?:([-–])\s*(\d{1,7})?)?\s*$/.exec(pages) ?? [];
  const first = Number(from);
  const last = to !== undefined ? Number(to) : dash ? first + usual - 1 : first;
  if (first >= 1 && last >= first) return { first, last };
  throw new ToolError("invalid_input", `"${pages.slice(0, 40)}" is not a page range.`, {
    hint: 'Write "3" or "1-5"; pages count from 1.',
  });
}
