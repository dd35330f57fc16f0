import { type Path, ToolError } from "@holdall/tool-core";
import { changedRange } from "../edit/diff.ts";
import type { TextSplice } from "../text/lines.ts";
import { type CellDraft, cellText, draftOf, handOf, quote, sourceJson, withMember } from "./cell.ts";
import type { Span } from "./json-spans.ts";
import { freeId, type Notebook, type NotebookCell } from "./notebook.ts";

export type CellType = "code" | "markdown" | "raw";

export interface NotebookChange {
  readonly mode: "replace" | "insert" | "delete";
  /** Whose source is replaced, which cell is deleted, or next to which one the new cell is put. */
  readonly cell: NotebookCell | undefined;
  readonly source: string | undefined;
  readonly type: CellType | undefined;
  readonly position: "before" | "after" | "start" | "end" | undefined;
  /** Makes the id of a new cell another one than in other notebooks. */
  readonly seed: string;
}

/** A change of a notebook, worked out. */
export interface NotebookPlan {
  readonly splice: TextSplice;
  /** What must stand as the caller knows it. */
  readonly touched: readonly Span[];
  readonly id: string;
  readonly number: number;
  readonly type: string;
  /** What else the change did, as sentences. */
  readonly notes: readonly string[];
}

/** Work out a change of one cell. Throws `no_op` when it changes nothing, `invalid_input` when it says too little. */
export function planNotebook(notebook: Notebook, change: NotebookChange, path: Path): NotebookPlan {
  const { mode, cell } = change;
  if (mode === "insert") return planInsert(notebook, change);
  if (!cell) {
    throw new ToolError("invalid_input", `cell_id is missing: it says which cell to ${mode}.`, {
      hint: "Take it from {read_file}. To add a cell, set edit_mode to insert.",
    });
  }
  return mode === "delete" ? planDelete(notebook, cell) : planReplace(notebook, cell, change, path);
}

function planReplace(notebook: Notebook, cell: NotebookCell, change: NotebookChange, path: Path): NotebookPlan {
  const { source, type = cell.type } = change;
  if (source === cell.source && type === cell.type) throw unchanged(path, cell);
  if (source === undefined && type === cell.type) {
    throw new ToolError("invalid_input", "new_source is missing: it is the whole new source of the cell.", {
      hint: "Send it, or set edit_mode to delete to remove the cell.",
    });
  }
  const notes: string[] = [];
  let draft = draftOf(notebook, cell);
  const old = cell.members.findLast(({ key }) => key === "source");
  const wanted = source ?? cell.source;
  if (!old || wanted !== cell.source) {
    draft = withMember(draft, "source", sourceJson(wanted, draft.hand, old && notebook.text.slice(old.start, old.end)));
  }
  if (type !== cell.type) draft = withMember(draft, "cell_type", quote(type, true));
  draft = withoutResults(draft, cell, type, notes);
  if (!cell.ownId && notebook.minor >= 5) {
    draft = withMember(draft, "id", quote(cell.id, true));
    notes.push(`The cell had no id of its own, which nbformat 4.5 requires; it now has the id ${cell.id}.`);
  }
  const touched = old ? [{ start: old.start, end: old.end }] : [cell];
  const splice = trimmed(notebook.text, cell, cellText(draft));
  return { splice, touched, id: cell.id, number: cell.number, type, notes };
}

/** Outputs belong to the code that made them, and to code cells only. */
function withoutResults(draft: CellDraft, cell: NotebookCell, type: string, notes: string[]): CellDraft {
  const { outputs = [], execution_count = null, attachments } = cell.value;
  let out = draft;
  if (outputs.length > 0 || execution_count !== null) notes.push("Its outputs and execution_count were cleared.");
  if (type === "code") {
    if (execution_count !== null || cell.type !== "code") out = withMember(out, "execution_count", "null");
    if (outputs.length > 0 || cell.type !== "code") out = withMember(out, "outputs", "[]");
    if (attachments) {
      out = withMember(out, "attachments", undefined);
      notes.push(`Its attachments (${Object.keys(attachments).join(", ")}) were removed: code cells cannot have any.`);
    }
    return out;
  }
  return cell.type === "code" ? withMember(withMember(out, "outputs", undefined), "execution_count", undefined) : out;
}

function planDelete({ list, cells }: Notebook, cell: NotebookCell): NotebookPlan {
  const [before, next] = [cells[cell.number - 2], cells[cell.number]];
  const start = next ? cell.start : (before?.end ?? list.start + 1);
  const end = next ? next.start : before ? cell.end : list.end - 1;
  const source = cell.members.findLast(({ key }) => key === "source") ?? cell;
  const { id, number, type } = cell;
  return { splice: { start, end, text: "" }, touched: [source], id, number, type, notes: [] };
}

function planInsert(
  notebook: Notebook,
  { cell, source = "", type = "code", position, seed }: NotebookChange,
): NotebookPlan {
  const { text, cells, list, minor } = notebook;
  const index = insertAt(cells, cell, position);
  const [before, next] = [cells[index - 1], cells[index]];
  const sample = cell ?? before ?? next;
  const id = freeId(`${seed}\n${index}\n${source}`, new Set(cells.map((one) => one.id)));
  const fresh = newCell(text, sample, { id: minor >= 5 ? id : undefined, type, source });
  const isTop = !cell && !position && cells.length > 0;
  const notes = isTop ? ["No cell was named, so the new one is at the top."] : [];
  const at = { id, number: index + 1, type, notes, touched: [] };
  if (next) return { ...at, splice: { start: next.start, end: next.start, text: `${fresh},${gapOf(notebook)}` } };
  if (before) return { ...at, splice: { start: before.end, end: before.end, text: `,${gapOf(notebook)}${fresh}` } };
  const { first, close, item } = handOf(text, undefined);
  const outer = item === undefined ? "" : close.slice(0, close.length - (first.length - close.length));
  return { ...at, splice: { start: list.start + 1, end: list.end - 1, text: close + fresh + outer } };
}

/** The white space between the comma behind a cell and the next cell, in a notebook that has cells. */
function gapOf({ text, list, cells: [one, two] }: Notebook): string {
  if (!one) return "";
  if (two) return text.slice(text.indexOf(",", one.end) + 1, two.start);
  const lead = text.slice(list.start + 1, one.start);
  return lead.includes("\n") ? lead : handOf(text, one).next;
}

function insertAt(
  cells: readonly NotebookCell[],
  cell: NotebookCell | undefined,
  position: NotebookChange["position"],
): number {
  if (position === "end") return cells.length;
  if (!cell || position === "start") return 0;
  return position === "before" ? cell.number - 1 : cell.number;
}

interface NewCell {
  readonly id: string | undefined;
  readonly type: CellType;
  readonly source: string;
}

/** A cell in the hand of its neighbor, with its order of keys. */
function newCell(text: string, sample: NotebookCell | undefined, { id, type, source }: NewCell): string {
  const hand = handOf(text, sample);
  const values: Record<string, string | undefined> = {
    cell_type: quote(type, true),
    execution_count: type === "code" ? "null" : undefined,
    id: id && quote(id, true),
    metadata: "{}",
    outputs: type === "code" ? "[]" : undefined,
    source: sourceJson(source, hand),
  };
  const known = sample?.members.map(({ key }) => key).filter((key) => values[key] !== undefined) ?? [];
  const base = known.includes("source") ? [...new Set(known)] : Object.keys(values);
  let draft: CellDraft = { entries: [], close: hand.close, hand };
  for (const key of new Set([...base, ...Object.keys(values)]))
    if (values[key]) draft = withMember(draft, key, values[key]);
  return cellText(draft);
}

/** The least splice that turns a cell into another text; never in the middle of a surrogate pair. */
function trimmed(text: string, { start: from, end: to }: Span, after: string): TextSplice {
  const before = text.slice(from, to);
  let { start, oldEnd, newEnd } = changedRange(before, after);
  if (start > 0 && /[\ud800-\udbff]/.test(before[start - 1]!)) start--;
  if (/[\udc00-\udfff]/.test(before[oldEnd] ?? "")) {
    oldEnd++;
    newEnd++;
  }
  return { start: from + start, end: from + oldEnd, text: after.slice(start, newEnd) };
}

function unchanged(path: Path, { id, number }: NotebookCell): ToolError {
  return new ToolError(
    "no_op",
    `Cell ${number} (${id}) of ${path} already has exactly this source. Nothing was written.`,
    {
      hint: "Continue with the next step, or send the source you meant.",
      data: { path, cell_id: id },
    },
  );
}
