import type { MatchRow, ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const category = "code";

/** A result's reasons as a row without a number, then its lines. */
function rowsOf(result: unknown): MatchRow[] {
  const first = numberOf(result, "start", "startLine") ?? 1;
  const why = listOf(result, "why").filter((reason) => typeof reason === "string");
  const symbol = textOf(result, "symbol") ?? "";
  const head = [symbol, ...why].filter((text) => text !== "").join(" · ");
  const lines = (textOf(result, "content") ?? "").split("\n");
  return [
    ...(head === "" ? [] : [{ text: head, isMatch: true }]),
    ...lines.map((text, i) => ({ line: first + i, text, isMatch: false })),
  ];
}

const search = (output: unknown): ViewBlock[] => {
  const results = listOf(output, "results");
  const notes = listOf(output, "notes").filter((note) => typeof note === "string");
  return [
    {
      kind: "matches",
      files: results.map((result) => ({ path: textOf(result, "path", "file") ?? "", rows: rowsOf(result) })),
      total: results.length,
      more: 0,
    },
    ...notes.map((text) => ({ kind: "text", text }) as const),
  ];
};

const notesOf = (output: unknown): ViewBlock[] =>
  listOf(output, "notes")
    .filter((note) => typeof note === "string")
    .map((text) => ({ kind: "text", text }) as const);

/** Rows by file, in the order in which the files come. */
function byFile(rows: readonly { readonly path: string; readonly row: MatchRow }[]): ViewBlock[] {
  if (rows.length === 0) return [];
  const files = [...Map.groupBy(rows, ({ path }) => path)].map(([path, own]) => ({
    path,
    rows: own.map(({ row }) => row),
  }));
  return [{ kind: "matches", files, total: rows.length, more: 0 }];
}

const row = (value: unknown, text: string, isMatch = true) => {
  const line = numberOf(value, "line", "start");
  return { path: textOf(value, "path") ?? "", row: { ...(line !== undefined && { line }), text, isMatch } };
};

const definitions = (output: unknown): ViewBlock[] => [
  ...byFile(
    listOf(output, "definitions").flatMap((one) => {
      const head = row(one, `${textOf(one, "signature") ?? textOf(one, "name") ?? ""} · ${textOf(one, "how") ?? ""}`);
      const content = textOf(one, "content")?.split("\n") ?? [];
      const first = head.row.line ?? 1;
      const lines = content.map((text, i) => ({ path: head.path, row: { line: first + i, text, isMatch: false } }));
      return [head, ...lines];
    }),
  ),
  ...notesOf(output),
];

const references = (output: unknown): ViewBlock[] => [
  ...byFile(
    listOf(output, "files").flatMap((file) =>
      listOf(file, "references").map((use) => {
        const shown = row(
          use,
          `${textOf(use, "text") ?? ""} · ${textOf(use, "kind") ?? ""}, ${textOf(use, "how") ?? ""}`,
        );
        return { path: textOf(file, "path") ?? "", row: shown.row };
      }),
    ),
  ),
  ...notesOf(output),
];

/** A tree as lines, each deeper by two blanks. */
function treeOf(node: unknown, depth: number): string[] {
  const marks = { cycle: " (cycle)", above: " (shown above)" } as const;
  const seen = textOf(node, "seen") as keyof typeof marks | undefined;
  const sites = listOf(node, "sites").join(", ");
  const place = `${textOf(node, "path") ?? ""}:${numberOf(node, "line") ?? 1}`;
  const line = `${"  ".repeat(depth)}${textOf(node, "name") ?? ""} ${place}${sites === "" ? "" : ` · ${sites}`}${(seen && marks[seen]) ?? ""}`;
  return [line, ...listOf(node, "calls").flatMap((call) => treeOf(call, depth + 1))];
}

const calls = (output: unknown): ViewBlock[] => [
  {
    kind: "code",
    lines: listOf(output, "roots")
      .flatMap((root) => treeOf(root, 0))
      .map((text) => ({ text })),
    more: 0,
  },
  ...[...listOf(output, "cut"), ...listOf(output, "notes")]
    .filter((note) => typeof note === "string")
    .map((text) => ({ kind: "text", text }) as const),
];

const analysis = (output: unknown): ViewBlock[] => [
  ...byFile(
    listOf(output, "files").flatMap((file) => {
      const path = textOf(file, "path") ?? "";
      const head = `${counted(numberOf(file, "lines"), "line")}, ${counted(numberOf(file, "symbols"), "symbol")}`;
      const outline = listOf(file, "outline").map((entry) => {
        const indent = "  ".repeat(Math.max(0, (numberOf(entry, "depth") ?? 1) - 1));
        return {
          path,
          row: row(entry, indent + (textOf(entry, "signature") ?? textOf(entry, "name") ?? ""), false).row,
        };
      });
      return [{ path, row: { text: head, isMatch: true } }, ...outline];
    }),
  ),
  ...notesOf(output),
];

const severities = ["error", "warning", "info", "hint"] as const;
const mostProblems = 200;

function diagnostics(problems: readonly unknown[]): ViewBlock[] {
  if (problems.length === 0) return [];
  const items = problems.slice(0, mostProblems).map((problem) => {
    const severity = textOf(problem, "severity");
    const state = textOf(problem, "state");
    return {
      severity: severities.find((each) => each === severity) ?? "hint",
      path: textOf(problem, "path") ?? "",
      line: numberOf(problem, "line"),
      column: numberOf(problem, "column"),
      message: textOf(problem, "message") ?? "",
      source: [textOf(problem, "tool"), textOf(problem, "rule")].filter((part) => part !== undefined).join(" "),
      ...(state !== undefined && state !== "before" && { since: state }),
    };
  });
  return [{ kind: "diagnostics", items, more: problems.length - items.length }];
}

const lints = (output: unknown): ViewBlock[] => [
  ...diagnostics(listOf(output, "problems")),
  ...listOf(output, "tools")
    .filter((tool) => textOf(tool, "status") !== "ok")
    .map((tool) => {
      const said = `${textOf(tool, "tool") ?? ""} ${(textOf(tool, "status") ?? "").replace("_", " ")}: ${textOf(tool, "message") ?? ""}`;
      return { kind: "text", text: said, isWarning: true } as const;
    }),
];

const symbolOf = (input: unknown): string | undefined => textOf(input, "symbol", "name", "symbol_name");
const handled = (
  title: string,
  subject: NonNullable<Handler["subject"]>,
  outcome: NonNullable<Handler["outcome"]>,
  blocks: NonNullable<Handler["blocks"]>,
): Handler => ({ title, category, subject, outcome, preview: () => [], blocks });

/** How the tools of tools-code are shown. */
export const codeHandlers: Readonly<Record<string, Handler>> = {
  codebase_search: handled(
    "Search code",
    (input) => textOf(input, "query"),
    (output) => counted(listOf(output, "results").length, "file"),
    search,
  ),
  find_definition: handled(
    "Find definition",
    symbolOf,
    (output) => textOf(output, "external") ?? counted(listOf(output, "definitions").length, "definition"),
    definitions,
  ),
  find_references: handled(
    "Find references",
    symbolOf,
    (output) => counted(numberOf(output, "total"), "reference"),
    references,
  ),
  trace_calls: handled(
    "Trace calls",
    symbolOf,
    (output) => counted(Math.max(0, (numberOf(output, "nodes") ?? 0) - listOf(output, "roots").length), "function"),
    calls,
  ),
  analyze_code: handled(
    "Analyze code",
    (input) => textOf(input, "path"),
    (output) => counted(numberOf(output, "total"), "file"),
    analysis,
  ),
  read_lints: handled(
    "Read lints",
    (input) => textOf(input, "paths") ?? listOf(input, "paths").join(", "),
    (output) => (fieldOf(output, "clean") === true ? "clean" : counted(listOf(output, "problems").length, "problem")),
    lints,
  ),
};
