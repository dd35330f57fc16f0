import { budgetText, type DiffRow, type ViewBlock } from "@holdall/call-view";
import type { Screen } from "../screen.ts";
import { styleFor } from "../style.ts";
import { counted, oneLine, wrap } from "../text.ts";
import { citationRows, messageRows, quoteRows } from "./records.ts";

type Of<K extends ViewBlock["kind"]> = Extract<ViewBlock, { kind: K }>;

/** Rows of one block before the rest is counted. */
const most: Readonly<Record<ViewBlock["kind"], number>> = {
  diff: 20,
  code: 8,
  terminal: 10,
  text: 4,
  links: 10,
  tasks: 8,
  todos: 40,
  ...{ agent: 8, table: 12, diagnostics: 12, steps: 20 },
  // Each row of these is something to decide by.
  ...{ citations: Infinity, quotes: Infinity, message: Infinity },
  ...{ markdown: 0, matches: 0, paths: 0, image: 0, file: 0, document: 0, cells: 0, fields: 0 },
};

/** What a terminal shows of a block: what changed, what came out, what is planned. What was only read stays out. */
export function renderBlock(block: ViewBlock, screen: Screen): string[] {
  const { dim } = styleFor(screen);
  const rows = rowsOf(block, screen);
  if (rows.length === 0) return [];
  const room = most[block.kind];
  const hidden = Math.max(0, rows.length - room) + ("more" in block ? block.more : 0);
  if (hidden === 0 || (block.kind === "text" && block.isWarning)) return rows;
  // The end of what a command prints says how it went.
  if (block.kind === "terminal") return [dim(`… ${counted(hidden, "row")} before`), ...rows.slice(-room)];
  return [...rows.slice(0, room), dim(`… ${counted(hidden, "more row")}`)];
}

function rowsOf(block: ViewBlock, screen: Screen): string[] {
  const { dim, yellow } = styleFor(screen);
  switch (block.kind) {
    case "diff":
      return diffRows(block, screen);
    case "todos":
      return todoRows(block, screen);
    case "code":
      return codeRows(block, screen);
    case "terminal":
      return block.output === "" ? [] : linesOf(block.output).map((line) => dim(oneLine(line, screen.width)));
    case "text":
      if (block.isWarning) return wrap(block.text, screen.width, "broken").map(yellow);
      return linesOf(block.text).map((line) => dim(oneLine(line, screen.width)));
    case "links":
      return block.links.map(
        ({ title, url }) => `${oneLine(title, screen.width)}\n${dim(`  ${oneLine(url, screen.width - 2)}`)}`,
      );
    case "agent":
      return agentRows(block, screen);
    case "table":
      return tableRows(block, screen);
    case "diagnostics":
      return block.items.map((item) => diagnosticRow(item, screen));
    case "steps":
      return block.steps.map((step) => stepRow(step, screen));
    case "tasks":
      return block.tasks.map(({ state, title, id }) => oneLine(`${state.padEnd(9)} ${title}  ${id}`, screen.width));
    case "citations":
      return citationRows(block, screen);
    case "quotes":
      return quoteRows(block, screen);
    case "message":
      return messageRows(block, screen);
    default:
      return [];
  }
}

/** Columns of one width under their names and types; numbers to the right. */
function tableRows({ columns, rows, moreColumns }: Of<"table">, screen: Screen): string[] {
  const { dim, bold } = styleFor(screen);
  const widths = columns.map(({ name, type = "" }, at) =>
    Math.max(name.length, type.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) => {
    const padded = columns.map(({ isNumber }, at) =>
      isNumber ? (cells[at] ?? "").padStart(widths[at] ?? 0) : (cells[at] ?? "").padEnd(widths[at] ?? 0),
    );
    return oneLine(padded.join("  ").trimEnd(), screen.width);
  };
  const left = moreColumns > 0 ? [dim(counted(moreColumns, "more column"))] : [];
  const types = columns.some(({ type }) => type !== undefined) ? [dim(line(columns.map(({ type = "" }) => type)))] : [];
  return [bold(line(columns.map(({ name }) => name))), ...types, ...left, ...rows.map(line)];
}

function diagnosticRow(item: Of<"diagnostics">["items"][number], screen: Screen): string {
  const { red, yellow, dim } = styleFor(screen);
  const { severity, path, line, column, message, source, since } = item;
  const place = [path, line, column].filter((part) => part !== undefined).join(":");
  const told = `${severity} ${place} ${since === undefined ? "" : `${since}: `}${message} (${source})`;
  const color = severity === "error" ? red : severity === "warning" ? yellow : dim;
  return color(oneLine(told, screen.width));
}

function stepRow({ id, tool, status, detail }: Of<"steps">["steps"][number], screen: Screen): string {
  const { red } = styleFor(screen);
  const row = oneLine(`${status.padEnd(9)} ${id} (${tool})${detail === undefined ? "" : `: ${detail}`}`, screen.width);
  return status === "failed" ? red(row) : row;
}

/** Why an agent stopped, and what it has used of what it was granted. */
function agentRows({ reason, budget }: Of<"agent">, screen: Screen): string[] {
  const { dim, yellow } = styleFor(screen);
  const used = budget.map(budgetText).join(", ");
  return [
    ...(reason === undefined ? [] : wrap(reason, screen.width, "broken").map(yellow)),
    ...(used === "" ? [] : [dim(oneLine(used, screen.width))]),
  ];
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

const markers: Readonly<Record<DiffRow["kind"], string>> = { same: " ", added: "+", removed: "-", gap: " " };

function codeRows({ lines }: Of<"code">, screen: Screen): string[] {
  const { dim } = styleFor(screen);
  const width = String(lines.at(-1)?.number ?? lines.length).length;
  return lines.map(({ number, text }, at) => {
    const margin = `${String(number ?? at + 1).padStart(width)}  `;
    return `${dim(margin)}${oneLine(text, screen.width - margin.length)}`;
  });
}

/** Number, sign, text; removed and added rows coloured. */
function diffRows({ rows }: Of<"diff">, screen: Screen): string[] {
  const { red, green, dim } = styleFor(screen);
  const width = Math.max(...rows.map(({ before, after }) => String(after ?? before ?? "").length));
  return rows.map((row) => {
    const number = String((row.kind === "removed" ? row.before : row.after) ?? "").padStart(width);
    const line = oneLine(`${number} ${markers[row.kind]} ${row.text}`.trimEnd(), screen.width);
    return row.kind === "removed" ? red(line) : row.kind === "added" ? green(line) : dim(line);
  });
}

/** All of a new list, later only what has moved on. */
function todoRows({ items }: Of<"todos">, screen: Screen): string[] {
  const { dim, bold, green } = styleFor(screen);
  const moved = items.filter(({ hasMoved }) => hasMoved);
  return (moved.length > 0 ? moved : items).map(({ text, status }) => {
    const line = oneLine(text, screen.width - 2);
    if (screen.spoken) return oneLine(`${status.replace("_", " ")}: ${text}`, screen.width);
    if (status === "completed") return `${green("✓")} ${dim(line)}`;
    if (status === "in_progress") return `${bold("▸")} ${bold(line)}`;
    return status === "cancelled" ? dim(`– ${line}`) : `○ ${line}`;
  });
}
