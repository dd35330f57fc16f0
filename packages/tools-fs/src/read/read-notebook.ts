import { type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { fromBase64, toBase64 } from "@holdall/tool-kit";
import { readTracker } from "../history/read-tracker.ts";
import type { ImageOptions } from "../image-options.ts";
import {
  type CellValue,
  joined,
  type Notebook,
  type NotebookCell,
  type OutputValue,
  parseNotebook,
} from "../notebook/notebook.ts";
import { countBreaksBefore, group, lineEnd, lineStart, listNumbers, plural, sizeText } from "../text/lines.ts";
import { imageFacts } from "./image.ts";
import { prepareImage } from "./media.ts";
import { fromEnd } from "./read-text.ts";
import { fillParts, type TextPart } from "./rows.ts";

export interface NotebookWindow extends ImageOptions {
  /** First cell, from 1, and how many. */
  readonly offset: number;
  readonly limit: number;
  readonly column: number | undefined;
  readonly maxChars: number;
}

/** Images and characters of output in one answer; a cell asked for alone is shown whole. */
const maxImages = 8;
const OUTPUT_CHARS = 2_000;
const maxOutputImages = 20;

/** The notebook, or why it is shown as text. */
export function notebookOrReason(text: string, path: Path): Notebook | string {
  try {
    return parseNotebook(text, path);
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    return `Shown as plain text: ${error.message}`;
  }
}

/** The cells of a notebook: a line with number, type and id, the source as it is, and the outputs indented below it. */
export async function readNotebook(
  notebook: Notebook,
  path: Path,
  version: string,
  window: NotebookWindow,
  ctx: ToolContext,
) {
  const { cells, minor, language } = notebook;
  const total = cells.length;
  const notes: string[] = [];
  const past = window.offset > total && total > 0;
  if (past)
    notes.push(
      `offset ${window.offset} is past the end: the notebook has ${plural(total, "cell")}. This is the last one.`,
    );
  const first = past ? total : fromEnd(window.offset, total);
  const last = Math.min(total, first + window.limit - 1);
  const alone = first === last && window.limit === 1;

  const rendered = new Map<number, RenderedCell>();
  const shown = fillParts({ first, last, column: window.column, maxChars: window.maxChars }, (number) => {
    const cell = renderCell(cells[number - 1]!, alone);
    rendered.set(number, cell);
    return cell;
  });
  const next = shown.next ?? (shown.last < total ? { part: shown.last + 1 } : undefined);
  const inside = [...rendered].filter(([number]) => number <= shown.last).map(([, cell]) => cell);
  const cut = inside.find((cell) => cell.cut);
  if (cut) notes.push(`Long outputs are shortened; for all of a cell: offset=${cut.number}, limit=1.`);
  if (cells.some(({ ownId }) => !ownId))
    notes.push("Cells without an id of their own have one made from their source here; it changes with the source.");
  const images = await prepareImages(
    inside.flatMap((cell) => cell.images),
    window,
    ctx,
    notes,
  );
  if (images.length > 0)
    notes.push(`The images below are from cell ${listNumbers(images.map(({ cell }) => cell))}, in this order.`);
  remember(notebook, path, version, { first, last: shown.last, whole: first === 1 && !next }, ctx);
  return {
    kind: "notebook" as const,
    path,
    version,
    content: total === 0 ? "The notebook has no cells." : shown.text,
    part: { unit: "cell" as const, first, last: shown.last, total },
    ...(next && { next_offset: next.part }),
    ...(next?.column !== undefined && { next_column: next.column }),
    facts: [language, `nbformat 4.${minor}`, plural(total, "cell"), `version ${version}`].filter(Boolean).join(" · "),
    notes,
    ...(images.length > 0 && { images }),
  };
}

interface RenderedCell extends TextPart {
  readonly number: number;
  readonly images: readonly CellImage[];
  readonly cut: boolean;
}

interface CellImage {
  readonly cell: number;
  readonly bytes: Uint8Array;
}

function renderCell({ number, id, type, source, value }: NotebookCell, alone: boolean): RenderedCell {
  const images: CellImage[] = [];
  const { text, cut } = renderOutputs(value, {
    maxChars: alone ? Infinity : OUTPUT_CHARS,
    maxOutputs: alone ? Infinity : maxOutputImages,
    image(bytes) {
      images.push({ cell: number, bytes });
      const facts = imageFacts(bytes);
      return facts ? `${facts.mediaType}, ${facts.width}×${facts.height} pixels` : "an image that cannot be recognized";
    },
  });
  const run = value.execution_count ? ` run ${value.execution_count}` : "";
  const body = [source, text].filter(Boolean).join("\n");
  return { number, head: `[${number}] ${type} id=${id}${run}`, body, images, cut };
}

async function prepareImages(all: readonly CellImage[], options: ImageOptions, ctx: ToolContext, notes: string[]) {
  const files: { cell: number; media_type: string; base64: string }[] = [];
  for (const { cell, bytes } of all.slice(0, maxImages)) {
    const facts = imageFacts(bytes);
    if (!facts) continue;
    const { notes: remarks, file } = await prepareImage(bytes, facts, options, ctx);
    notes.push(...remarks.map((remark) => `Cell ${cell}: ${remark}`));
    if (file) files.push({ cell, media_type: file.mediaType, base64: toBase64(file.bytes) });
  }
  if (all.length > maxImages) {
    const rest = all.at(maxImages)?.cell;
    const next = rest === all[0]?.cell ? "" : `; for others: offset=${rest}, limit=1`;
    notes.push(`Only the first ${maxImages} of ${all.length} images are shown${next}.`);
  }
  return files;
}

interface Extent {
  readonly first: number;
  readonly last: number;
  readonly whole: boolean;
}

/** Tell the read tracker which lines of the file the shown cells are made of. */
function remember(
  { text, cells }: Notebook,
  path: Path,
  version: string,
  { first, last, whole }: Extent,
  ctx: ToolContext,
): void {
  const [from, to] = [cells[first - 1], cells[last - 1]];
  const tracker = ctx.state(readTracker);
  if (!from || !to) {
    tracker.saw(path, version, undefined, whole);
    return;
  }
  const start = lineStart(text, from.start);
  const seen = { text: text.slice(start, lineEnd(text, to.end)), firstLine: countBreaksBefore(text, start) + 1 };
  tracker.saw(path, version, seen, whole);
}

export interface OutputBounds {
  /** Characters shown of one output, and outputs shown of one cell. */
  readonly maxChars: number;
  readonly maxOutputs: number;
  /** Takes an image and gives the words that stand for it. */
  readonly image: (bytes: Uint8Array) => string;
}

/** A cell's outputs as indented text below labels; for HTML and other rich formats, only the kind and size. */
function renderOutputs(
  { outputs = [], attachments = {} }: CellValue,
  bounds: OutputBounds,
): { text: string; cut: boolean } {
  const rows = Object.entries(attachments).map(([name, data]) => `  attachment ${name}: ${kindsOf(data).join(", ")}`);
  let cut = outputs.length > bounds.maxOutputs;
  for (const output of outputs.slice(0, bounds.maxOutputs)) {
    const { label, body, more = [] } = describe(output, bounds);
    const shown = shorten(body, bounds.maxChars);
    cut ||= shown !== body;
    const lines = shown === "" ? [] : shown.replace(/\n+$/, "").split("\n");
    rows.push(`  ${label}:${lines.length === 0 ? "" : `\n${lines.map((line) => `    ${line}`).join("\n")}`}`);
    rows.push(...more.map((kind) => `  ${kind}`));
  }
  if (outputs.length > bounds.maxOutputs) rows.push(`  … and ${outputs.length - bounds.maxOutputs} more outputs`);
  return { text: rows.join("\n"), cut };
}

interface Described {
  readonly label: string;
  readonly body: string;
  readonly more?: readonly string[];
}

function describe(output: OutputValue, { image }: OutputBounds): Described {
  if (output.output_type === "stream") return { label: output.name ?? "stream", body: asPrinted(joined(output.text)) };
  if (output.output_type === "error") {
    const body = asPrinted((output.traceback ?? []).join("\n"));
    return { label: `error ${output.ename}`, body: body || (output.evalue ?? "") };
  }
  const data = output.data ?? {};
  const more: string[] = [];
  for (const [type, value] of Object.entries(data)) {
    if (type === "text/plain") continue;
    const bytes = /^image\/(?!svg)/.test(type) ? decode(joined(value)) : undefined;
    more.push(bytes ? image(bytes) : `${type}, ${sizeText(lengthOf(value))}, not shown`);
  }
  return {
    label: output.output_type === "execute_result" ? "result" : "display",
    body: asPrinted(joined(data["text/plain"])),
    more,
  };
}

const kindsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(data).map(([type, value]) => `${type}, ${sizeText(Math.floor(lengthOf(value) * 0.75))}`);

const lengthOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) ? joined(value).length : (JSON.stringify(value)?.length ?? 0);

function decode(base64: string): Uint8Array | undefined {
  try {
    return fromBase64(base64);
  } catch {
    return undefined;
  }
}

const ESC = String.fromCharCode(27);
const colours = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${ESC}]{0,2000}?(?:\\x07|${ESC}\\\\)|[@-Z_])`, "g");

/** What a terminal would show: no colours, and of a line that was written over only its last state. */
function asPrinted(text: string): string {
  const plain = text.includes(ESC) ? text.replace(colours, "") : text;
  if (!plain.includes("\r")) return plain;
  const lines = plain.replaceAll("\r\n", "\n").split("\n");
  return lines
    .map((line) => line.replace(/\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}

/** The head and the tail of a long text, with the number of characters between them. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor(max / 3);
  const tail = text.length - (max - head);
  return `${text.slice(0, head).toWellFormed()}\n… ${group(tail - head)} characters left out …\n${text.slice(tail).toWellFormed()}`;
}
