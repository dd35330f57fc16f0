import type { DiffRow, ViewBlock } from "@holdall/view-core";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { counted, oneLine } from "./text.ts";

type Of<K extends ViewBlock["kind"]> = Extract<ViewBlock, { kind: K }>;

/** Rows of one block before the rest is counted. */
const most: Partial<Record<ViewBlock["kind"], number>> = { diff: 20, terminal: 8, links: 5 };

/** What a terminal shows of a block: what changed, what came out, what is planned. What was only read stays out. */
export function renderBlock(block: ViewBlock, screen: Screen): string[] {
  const rows = rowsOf(block, screen);
  const shown = rows.slice(0, most[block.kind]);
  const hidden = rows.length - shown.length;
  return hidden > 0 ? [...shown, styleFor(screen).dim(`… ${counted(hidden, "more row")}`)] : shown;
}

function rowsOf(block: ViewBlock, screen: Screen): string[] {
  const { dim } = styleFor(screen);
  switch (block.kind) {
    case "diff":
      return diffRows(block, screen);
    case "todos":
      return todoRows(block, screen);
    case "terminal":
      return block.output === "" ? [] : linesOf(block.output).map((line) => dim(oneLine(line, screen.width)));
    case "links":
      return block.links.map(({ title, host }) => oneLine(`${title}  ${host}`, screen.width));
    default:
      return [];
  }
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

const signs: Readonly<Record<DiffRow["kind"], string>> = { same: " ", added: "+", removed: "-", gap: " " };

/** Number, sign, text; removed and added rows coloured. */
function diffRows({ rows }: Of<"diff">, screen: Screen): string[] {
  const { red, green, dim } = styleFor(screen);
  const width = Math.max(...rows.map(({ before, after }) => String(after ?? before ?? "").length));
  return rows.map((row) => {
    const number = String((row.kind === "removed" ? row.before : row.after) ?? "").padStart(width);
    const line = oneLine(`${number} ${signs[row.kind]} ${row.text}`.trimEnd(), screen.width);
    return row.kind === "removed" ? red(line) : row.kind === "added" ? green(line) : dim(line);
  });
}

/** All of a new list, later only what has moved on. */
function todoRows({ items }: Of<"todos">, screen: Screen): string[] {
  const { dim, bold, green } = styleFor(screen);
  const moved = items.filter(({ hasMoved }) => hasMoved);
  return (moved.length > 0 ? moved : items).map(({ text, status }) => {
    const line = oneLine(text, screen.width - 2);
    if (status === "completed") return `${green("✓")} ${dim(line)}`;
    if (status === "in_progress") return `${bold("▸")} ${bold(line)}`;
    return status === "cancelled" ? dim(`– ${line}`) : `○ ${line}`;
  });
}
