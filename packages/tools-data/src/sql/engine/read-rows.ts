import { ToolError } from "@holdall/tool-core";
import type { RowStream } from "./engine.ts";

/** Rows that are read from a result: those of one page, and how many there are. */
export interface ResultPage {
  readonly rows: readonly Record<string, unknown>[];
  readonly total: number;
}

interface PageOptions {
  readonly limit: number;
  readonly offset: number;
  /** Characters of the rows of an answer. */
  readonly maxText: number;
  readonly maxRows: number;
}

/** The rows of a page. Those of other pages are counted, not read. */
export async function readPage(
  stream: RowStream,
  { limit, offset, maxText, maxRows }: PageOptions,
): Promise<ResultPage> {
  const rows: Record<string, unknown>[] = [];
  let total = 0;
  let text = 0;
  let isFull = false;
  for (let chunk = await stream.next(); chunk; chunk = await stream.next()) {
    const first = total;
    total += chunk.count;
    if (total > maxRows) throw tooManyRows(maxRows);
    if (isFull || total <= offset) continue;
    for (const row of chunk.rows().slice(Math.max(0, offset - first))) {
      text += JSON.stringify(row).length;
      isFull = rows.length === limit || (rows.length > 0 && text > maxText);
      if (isFull) break;
      rows.push(row);
    }
  }
  return { rows, total };
}

/** The rows of a result as JSON Lines. */
export async function* jsonLines(
  stream: RowStream,
  { maxRows, onRows }: { readonly maxRows: number; onRows(count: number): void },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let total = 0;
  for (let chunk = await stream.next(); chunk; chunk = await stream.next()) {
    total += chunk.count;
    if (total > maxRows) throw tooManyRows(maxRows);
    onRows(chunk.count);
    yield encoder.encode(
      chunk
        .rows()
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    );
  }
}

const tooManyRows = (max: number): ToolError =>
  new ToolError("too_large", `The result has more than ${max} rows.`, {
    hint: "Aggregate or filter in the query, or add LIMIT.",
    data: { max },
  });
