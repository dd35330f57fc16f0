import type { Format } from "../formats/formats.ts";
import type { OutColumn } from "../formats/tables/row-writer.ts";
import { jsonTable, profile } from "./data-table.ts";
import type { Losses } from "./losses.ts";
import { writeTable } from "./write-table.ts";

/** Objects as rows of a format. */
export async function* writeObjects(rows: readonly object[], to: Format, losses: Losses): AsyncGenerator<Uint8Array> {
  const lines = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const chunks = async function* () {
    yield lines;
  };
  const table = jsonTable({ name: "The rows", chunks }, {});
  const { types } = await profile(table);
  const columns = table.columns.map((name, index): OutColumn => ({ name, index, type: types[index] ?? "empty" }));
  yield* writeTable(table, { to, columns, isTyped: true, losses });
}
