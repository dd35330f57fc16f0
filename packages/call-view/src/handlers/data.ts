import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, fieldsOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const category = "data";
const [mostRows, mostColumns, mostWidth] = [50, 12, 40];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function cellText(value: unknown): string {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const line = text.replace(/\s+/g, " ");
  return line.length > mostWidth ? `${line.slice(0, mostWidth - 1)}…` : line;
}

/** Rows under their names; other values are a line each. */
function tableOf(values: readonly unknown[], total: number, typed: readonly unknown[] = []): ViewBlock[] {
  if (values.length === 0) return [];
  const shown = values.slice(0, mostRows);
  const more = Math.max(total, values.length) - shown.length;
  if (!shown.every(isObject))
    return [{ kind: "code", lines: shown.map((value) => ({ text: JSON.stringify(value) })), more }];
  const types = new Map(typed.map((column) => [textOf(column, "name") ?? "", textOf(column, "type") ?? ""]));
  const all = [...new Set([...types.keys(), ...shown.flatMap((row) => Object.keys(row))])];
  const names = all.slice(0, mostColumns);
  const isNumber = (name: string) =>
    shown.every((row) => row[name] === null || row[name] === undefined || typeof row[name] === "number");
  return [
    {
      kind: "table",
      columns: names.map((name) => {
        const type = types.get(name);
        return { name: cellText(name), isNumber: isNumber(name), ...(type !== undefined && { type: cellText(type) }) };
      }),
      rows: shown.map((row) => names.map((name) => cellText(row[name]))),
      more,
      moreColumns: all.length - names.length,
    },
  ];
}

/** What was lost is not to be overlooked. */
function lossesOf(output: unknown): ViewBlock[] {
  const losses = listOf(output, "losses").map((loss) => {
    const count = numberOf(loss, "count") ?? 1;
    const example = textOf(loss, "example");
    return `Lost: ${textOf(loss, "what") ?? ""}${count > 1 ? `, ${count} times` : ""}${example === undefined ? "" : `, such as ${example}`}`;
  });
  const notes = listOf(output, "notes").filter((note) => typeof note === "string");
  return [
    ...losses.map((text) => ({ kind: "text", text, isWarning: true }) as const),
    ...notes.map((text) => ({ kind: "text", text }) as const),
  ];
}

/** Where the next page begins. */
const nextPageOf = (output: unknown): ViewBlock[] => {
  const next = numberOf(output, "next_offset");
  return next === undefined ? [] : [{ kind: "text", text: `The next page begins with offset ${next}.` }];
};

const source = (input: unknown): string => textOf(input, "path") ?? "text";

const skippedOf = (output: unknown): ViewBlock[] =>
  listOf(output, "not_numbers", "skipped").map((each) => {
    const cells = numberOf(each, "cells") ?? 0;
    const text = `${counted(cells, "cell")} of ${textOf(each, "column") ?? ""} ${cells === 1 ? "is not a number" : "are not numbers"}`;
    return { kind: "text", text, isWarning: true };
  });

/** How the tools of tools-data are shown; the second names are those of sessions that were saved earlier. */
export const dataHandlers: Readonly<Record<string, Handler>> = {
  convert_format: {
    title: "Convert data",
    category,
    subject: (input, output) =>
      `${source(input)} → ${textOf(output, "path") ?? textOf(input, "output_path", "outputPath") ?? textOf(input, "to") ?? ""}`,
    outcome(output) {
      const rows = numberOf(output, "total", "rows");
      return rows === undefined ? (textOf(output, "to") ?? "") : counted(rows, "row");
    },
    preview: () => [],
    blocks(output) {
      const text = textOf(output, "text");
      const lines = text?.trimEnd().split("\n") ?? [];
      const shown = lines.slice(0, mostRows).map((line) => ({ text: line }));
      return [
        ...lossesOf(output),
        ...(text === undefined
          ? []
          : [
              {
                kind: "code",
                language: textOf(output, "to"),
                lines: shown,
                more: lines.length - shown.length,
              } as const,
            ]),
      ];
    },
  },
  filter_data: {
    title: "Filter data",
    category,
    subject: (input) => `${textOf(input, "query") ?? ""} in ${source(input)}`,
    outcome: (output) => counted(numberOf(output, "total", "matches") ?? 0, "match", "matches"),
    preview: () => [],
    blocks: (output) => [
      ...lossesOf(output),
      ...tableOf(
        listOf(output, "values"),
        textOf(output, "path") === undefined ? (numberOf(output, "total", "matches") ?? 0) : 0,
      ),
    ],
  },
  query_data: {
    title: "Query data",
    category,
    subject: (input) =>
      [textOf(input, "database"), textOf(input, "sql", "query")].filter((each) => each !== undefined).join(": ") ||
      Object.values(fieldsOf(fieldOf(input, "files")))
        .map(String)
        .join(", "),
    outcome: (output) =>
      listOf(output, "tables").length > 0
        ? counted(numberOf(output, "total") ?? 0, "table")
        : counted(numberOf(output, "total") ?? 0, "row"),
    preview: () => [],
    blocks: (output) => [
      ...lossesOf(output),
      ...listOf(output, "tables").flatMap((table): ViewBlock[] => [
        { kind: "text", text: textOf(table, "name") ?? "" },
        ...tableOf(listOf(table, "rows"), 0, listOf(table, "columns")),
      ]),
      ...tableOf(
        listOf(output, "rows"),
        textOf(output, "path") === undefined ? (numberOf(output, "total") ?? 0) : 0,
        listOf(output, "columns"),
      ),
      ...nextPageOf(output),
    ],
  },
  aggregate_data: {
    title: "Aggregate data",
    category,
    subject: source,
    outcome: (output) => counted(numberOf(output, "total", "groups") ?? 0, "group"),
    preview: () => [],
    blocks: (output) => [
      ...skippedOf(output),
      ...lossesOf(output),
      ...tableOf(
        listOf(output, "rows"),
        textOf(output, "path") === undefined ? (numberOf(output, "total", "groups") ?? 0) : 0,
      ),
    ],
  },
};
