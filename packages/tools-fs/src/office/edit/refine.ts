import { ToolError } from "@holdall/tool-core";
import { applySplices, type TextSplice } from "../../text/lines.ts";

/** Words of one text that are compared with those of another at most; longer ones are replaced between what is the same. */
const maxWords = 600;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[\s\S]/gu) ?? [];

/**
 * The smallest changes, word by word, of which splices of a document's Markdown consist. Throws `invalid_input` for those that
 * add or remove paragraphs, rows or cells.
 */
export function refineSplices(text: string, splices: readonly TextSplice[]): TextSplice[] {
  const out: TextSplice[] = [];
  for (let first = 0; first < splices.length; ) {
    // Whole lines, with all splices in them, so that a row of a table is seen as one.
    const from = text.lastIndexOf("\n", splices[first]!.start - 1) + 1;
    let [next, to] = [first, from];
    do to = lineEnd(text, splices[next++]!.end);
    while (next < splices.length && splices[next]!.start <= to);
    const inside = splices
      .slice(first, next)
      .map((each) => ({ ...each, start: each.start - from, end: each.end - from }));
    const old = text.slice(from, to);
    out.push(...refineLines(old, applySplices(old, inside), from));
    first = next;
  }
  return out;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found < 0 ? text.length : found;
}

function refineLines(old: string, fresh: string, at: number): TextSplice[] {
  const [before, after] = [old.split("\n"), fresh.split("\n")];
  if (before.length !== after.length)
    throw otherStructure(before.length < after.length ? "adds" : "removes", "paragraphs or rows");
  let start = at;
  return before.flatMap((line, i) => {
    const from = start;
    start += line.length + 1;
    const changed = after[i]!;
    if (line === changed) return [];
    return isRow(line) && isRow(changed) ? refineRow(line, changed, from) : refineWords(line, changed, from);
  });
}

const isRow = (line: string): boolean => /^\|.*\|$/.test(line);

/** Cells end at a bar that is not escaped. */
const cellsOf = (row: string): string[] => row.match(/(?:\\.|[^|\\])*\|/g) ?? [];

function refineRow(old: string, fresh: string, at: number): TextSplice[] {
  const [before, after] = [cellsOf(old), cellsOf(fresh)];
  if (before.length !== after.length) throw otherStructure(before.length < after.length ? "adds" : "removes", "cells");
  let start = at;
  return before.flatMap((cell, i) => {
    const from = start;
    start += cell.length;
    if (cell === after[i]) return [];
    const [text, changed] = [cell.slice(0, -1).trim(), after[i]!.slice(0, -1).trim()];
    if (text !== "") return refineWords(text, changed, from + cell.indexOf(text));
    return changed === "" ? [] : [{ start: from + 1, end: from + 1, text: changed }];
  });
}

function refineWords(old: string, fresh: string, at: number): TextSplice[] {
  const [before, after] = [wordsOf(old), wordsOf(fresh)];
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [a, b] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const start = at + before.slice(0, head).join("").length;
  if (a.length > maxWords || b.length > maxWords) return [{ start, end: start + a.join("").length, text: b.join("") }];
  return compareWords(a, b, start);
}

/** By the longest common sequence of words. Changes that only a space keeps apart are one. */
function compareWords(a: readonly string[], b: readonly string[], at: number): TextSplice[] {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const splices: { start: number; end: number; text: string }[] = [];
  let [i, j, offset] = [0, 0, at];
  let kept = "";
  const change = (length: number, text: string) => {
    const last = splices.at(-1);
    if (last && (last.end === offset || (last.end + kept.length === offset && /^\s*$/.test(kept)))) {
      last.text += (last.end === offset ? "" : kept) + text;
      last.end = offset + length;
    } else splices.push({ start: offset, end: offset + length, text });
    kept = "";
    offset += length;
  };
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      kept += a[i]!;
      offset += a[i]!.length;
      i++;
      j++;
    } else if (i < a.length && (j === b.length || longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!))
      change(a[i++]!.length, "");
    else change(0, b[j++]!);
  }
  return splices;
}

const otherStructure = (verb: string, what: string): ToolError =>
  new ToolError(
    "invalid_input",
    `The edit ${verb} ${what}. In a document only the text of existing ones can be changed.`,
    {
      hint: "Keep the lines and cells of old_string in new_string, and change the words in them. Nothing was changed.",
    },
  );
