import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { type BlockInput, kindOf } from "./blocks.ts";
import { type Block, type Inline, plain, plainText } from "./node.ts";
import { type ReadTable, readTable as smallReader } from "./read-table.ts";

/** Rows of a table that a document takes from a file, unless a block says how many. */
const defaultRows = 500;

interface DocumentPlace {
  readonly backend: Backend;
  readonly cwd: Path;
  readonly signal: AbortSignal;
  readonly readTable?: ReadTable | undefined;
  /** Draws a chart; without it a document has none. */
  readonly drawChart?: ((chart: object) => Promise<{ readonly src: string; readonly alt: string }>) | undefined;
  /** There are slides with notes for the speaker; elsewhere they are a quotation. */
  readonly hasSpeaker?: boolean;
}

/** The blocks of a model as parts of a document. Their texts are text; only `markdown` has markup. */
export async function toDocument(
  blocks: readonly BlockInput[],
  place: DocumentPlace,
): Promise<{ document: Block[]; notes: string[] }> {
  const notes: string[] = [];
  const document: Block[] = [];
  for (const block of blocks) document.push(...(await toBlocks(block, place, notes)));
  checkReferences(document);
  return { document, notes };
}

async function toBlocks(block: BlockInput, place: DocumentPlace, notes: string[]): Promise<Block[]> {
  const kind = kindOf(block);
  if (kind === "text") return paragraphs(block.text ?? "");
  return [await toBlock(kind, block, place, notes)];
}

async function toBlock(
  kind: Exclude<ReturnType<typeof kindOf>, "text">,
  block: BlockInput,
  place: DocumentPlace,
  notes: string[],
): Promise<Block> {
  const value = (block[kind] ?? "") as string;
  switch (kind) {
    case "heading":
      return { t: "heading", level: block.level ?? 2, c: plain(value.replace(/\s*[\r\n]\s*/g, " ").trim()) };
    case "list":
      return listOf(block.list ?? [], block.ordered ?? false, block.start);
    case "code":
      return { t: "code", lang: block.language ?? "", v: value };
    case "quote":
      return { t: "quote", c: paragraphs(value) };
    case "table":
      return given(block.table ?? [], block.at ?? 1);
    case "data":
      return fromFile(block, value, place, notes);
    case "image":
      return { t: "text", c: [{ t: "image", src: value, alt: block.alt ?? "" }] };
    case "chart":
      return { t: "text", c: [{ t: "image", ...(await drawn(block, place)) }] };
    case "page":
      return { t: "page", to: value };
    case "notes":
      return place.hasSpeaker ? { t: "notes", v: value } : { t: "quote", c: paragraphs(`Notes: ${value}`) };
    case "markdown":
      return { t: "markdown", v: value };
  }
}

function drawn({ chart = {}, at = 1 }: BlockInput, { drawChart }: DocumentPlace) {
  if (drawChart) return drawChart(chart);
  throw new ToolError("unsupported", `Block ${at} is a chart, and Markdown has only links to pictures.`, {
    hint: "Set output_path: then the picture is a file beside the Markdown. generate_pdf and generate_document take charts too.",
  });
}

/** Texts with their line breaks; empty lines stand between paragraphs. */
const paragraphs = (text: string): Block[] =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n\s*/)
    .map((part) => ({ t: "text", c: lines(part.trim()) }));

const lines = (text: string): Inline[] =>
  text.split("\n").flatMap((line, at): Inline[] => [...(at > 0 ? [{ t: "break" } as const] : []), ...plain(line)]);

type Items = readonly NonNullable<BlockInput["list"]>[number][];

const listOf = (items: Items, ordered: boolean, start = 1): Block & { t: "list" } => ({
  t: "list",
  ordered,
  start,
  items: items.map(({ text, checked, items: inside = [] }) => ({
    ...(checked !== undefined && { checked }),
    c: [...paragraphs(text), ...(inside.length > 0 ? [listOf(inside, ordered)] : [])],
  })),
});

function given([head = [], ...rows]: readonly (readonly string[])[], at: number): Block {
  const uneven = rows.findIndex((row) => row.length !== head.length);
  if (head.length === 0 || uneven >= 0)
    throw new ToolError(
      "invalid_input",
      head.length === 0
        ? `The table of block ${at} has no columns.`
        : `Row ${uneven + 2} of the table of block ${at} has ${rows[uneven]?.length} cells, its header ${head.length}.`,
      { hint: "Give every row as many cells as the header." },
    );
  return table(head, rows);
}

async function fromFile(block: BlockInput, file: string, place: DocumentPlace, notes: string[]): Promise<Block> {
  const { backend, cwd, signal, readTable = smallReader } = place;
  const limit = block.limit ?? defaultRows;
  const path = toPath(file, cwd);
  const { columns, rows, total } = await readTable({ backend, path, columns: block.columns, limit, signal });
  if (rows.length < total) notes.push(`${file}: the table has ${rows.length} of ${total} rows.`);
  return table(columns, rows);
}

/** Columns of numbers stand to the right. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  t: "table",
  align: head.map((_, column) => (rows.length > 0 && rows.every((row) => isNumber(row[column])) ? "right" : null)),
  head: head.map(lines),
  rows: rows.map((row) => row.map(lines)),
});

const isNumber = (cell = ""): boolean => /^-?[\d.,\u00a0]*\d%?$/.test(cell.trim());

/** A page that is referred to must be there. */
function checkReferences(document: readonly Block[]): void {
  if (document.some(({ t }) => t === "markdown")) return;
  const headings = document.flatMap((block) => (block.t === "heading" ? [plainText(block.c)] : []));
  for (const block of document) {
    if (block.t !== "page" || headings.includes(block.to)) continue;
    throw new ToolError("no_match", `There is no heading ${JSON.stringify(block.to)} to refer to.`, {
      hint: `The headings are ${headings.map((each) => JSON.stringify(each)).join(", ") || "none"}.`,
    });
  }
}
