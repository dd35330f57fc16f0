import { toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseNotebook } from "../../notebook/notebook.ts";
import { type NotebookChange, planNotebook } from "../../notebook/plan.ts";
import { applySplices } from "../../text/lines.ts";

const source = fc.array(fc.constantFrom("a\n", "é", "🍎\n", '"\\', "\t", "$&", "\n")).map((parts) => parts.join(""));
const asLines = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const written = source.chain((text) => fc.constantFrom<string | string[]>(text, asLines(text)));
const extra = fc.dictionary(fc.constantFrom("tags", "x", "ñ"), fc.constant(["t"]), { maxKeys: 2 });
const stream = fc.record({ output_type: fc.constant("stream"), name: fc.constant("stdout"), text: written });

const cell = fc.oneof(
  fc.record({
    cell_type: fc.constant("code"),
    metadata: extra,
    source: written,
    outputs: fc.array(stream, { maxLength: 2 }),
    execution_count: fc.constantFrom(null, 1, 7),
  }),
  fc.record({ cell_type: fc.constantFrom("markdown", "raw"), metadata: extra, source: written }),
);

/** Cells with keys in some order, with ids for 4.5, as a text with some indentation. */
const notebook = fc
  .record({
    cells: fc.array(fc.tuple(cell, fc.boolean()), { maxLength: 5 }),
    minor: fc.constantFrom(0, 2, 4, 5),
    hand: fc.constantFrom<string | number | undefined>(undefined, 1, 2, "\t", "python"),
    ascii: fc.boolean(),
  })
  .map(({ cells, minor, hand, ascii }) => {
    const ordered = cells.map(([value, turned], i) => {
      const entries = Object.entries(minor >= 5 ? { ...value, id: `cell-${i}` } : value);
      return Object.fromEntries(turned ? entries.reverse() : entries);
    });
    const json = write({ cells: ordered, metadata: { x: "é" }, nbformat: 4, nbformat_minor: minor }, hand);
    return ascii
      ? json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      : json;
  });

/** As JavaScript writes it, or as Python does on one line. */
function write(value: unknown, hand: string | number | undefined): string {
  if (hand !== "python") return JSON.stringify(value, null, hand);
  return JSON.stringify(value, null, 1)
    .replace(/,\n\s*/g, ", ")
    .replace(/\n\s*/g, "");
}

const change = fc.record({
  mode: fc.constantFrom("replace" as const, "insert" as const, "delete" as const),
  at: fc.nat(10),
  source,
  type: fc.constantFrom(undefined, "code" as const, "markdown" as const, "raw" as const),
  position: fc.constantFrom("before" as const, "after" as const, "start" as const, "end" as const),
});

const path = toPath("/n.ipynb");

test("any change of any cell leaves a valid notebook in which everything else is as it was", () => {
  fc.assert(
    fc.property(notebook, change, (text, { at, ...asked }) => {
      const before = parseNotebook(text, path);
      const { cells } = before;
      const cell = cells.length > 0 ? cells[at % cells.length] : undefined;
      const request: NotebookChange = { ...asked, cell, seed: "s", ...(!cell && { mode: "insert" }) };
      const { mode, source, type = cell?.type } = request;
      if (mode === "replace" && source === cell?.source && type === cell?.type) return;
      const { splice, number } = planNotebook(before, request, path);
      const now = applySplices(text, [splice]);
      const after = parseNotebook(now, path);

      const index = number - 1;
      const raw = (all: typeof before) => all.cells.map(({ start, end }) => all.text.slice(start, end));
      const others = (texts: string[], gone: number) => texts.toSpliced(index, gone);
      expect(others(raw(after), request.mode === "delete" ? 0 : 1)).toEqual(
        others(raw(before), request.mode === "insert" ? 0 : 1),
      );
      expect(now.slice(after.list.end)).toBe(text.slice(before.list.end));
      expect(now.slice(0, after.list.start)).toBe(text.slice(0, before.list.start));
      expect(after.cells.every(({ ownId }) => ownId || after.minor < 5)).toBe(true);
      if (request.mode === "delete") return;
      expect(after.cells[index]).toMatchObject({
        source: request.source,
        type: request.type ?? (request.mode === "insert" ? "code" : cell?.type),
      });
      if (!/[\u0080-\uffff]/.test(text)) expect(now).not.toMatch(/[\u0080-\uffff]/);
      const hand = text.includes("\n")
        ? /\n(\s+)/.exec(text)?.[1]
        : text.startsWith('{"cells": ')
          ? "python"
          : undefined;
      expect(unescaped(now)).toBe(write(JSON.parse(now), hand));
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 400 : 80 },
  );
});

const unescaped = (json: string): string =>
  json.replace(/\\u([0-9a-f]{4})/g, (whole, code: string) =>
    Number.parseInt(code, 16) > 126 ? String.fromCharCode(Number.parseInt(code, 16)) : whole,
  );
