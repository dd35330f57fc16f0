import { ToolError } from "@holdall/tool-core";
import type { DataSource } from "../../source/data-source.ts";
import type { Losses } from "../../table/losses.ts";
import { isLegacyWorkbook } from "../formats.ts";
import { loadXlsx } from "../libraries.ts";
import { sheetRows } from "./sheet-rows.ts";

/** The rows of a sheet as JSON Lines; the first row has the names. Throws `not_found` for a sheet that is not there. */
export async function* readXlsx(
  source: DataSource,
  {
    sheet,
    header = true,
    losses,
  }: { readonly sheet?: string | undefined; readonly header?: boolean | undefined; readonly losses: Losses },
): AsyncGenerator<Uint8Array> {
  const bytes = await source.whole();
  checkInflated(bytes, source.name);
  const { readXlsx: readZip, readXls } = await loadXlsx();
  const read = isLegacyWorkbook(bytes) ? readXls : readZip;
  const { sheets } = await read(bytes, { readStyles: true }).catch((cause: unknown) => {
    throw new ToolError("parse_error", `${source.name} cannot be read as a workbook: ${String(cause)}`, {
      hint: "It may have a password, or be damaged. Save it again as .xlsx without a password, or as CSV.",
      cause,
    });
  });
  const wanted = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet);
  if (!wanted)
    throw new ToolError("not_found", `${source.name} has no sheet ${JSON.stringify(sheet ?? "")}.`, {
      hint: `Its sheets are ${sheets.map(({ name }) => JSON.stringify(name)).join(", ")}.`,
    });
  for (const { name } of sheets) if (name !== wanted.name) losses.add("other sheets", { example: name });
  const rows = sheetRows(wanted, losses);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const first = header ? (rows[0] ?? []) : [];
  const names = Array.from({ length: width }, (_, i) => {
    const name = first[i];
    return name === undefined || name === null || name === "" ? `c${i + 1}` : String(name);
  });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new ToolError("parse_error", `${source.name}: two columns have the name ${JSON.stringify(twice)}.`, {
      hint: "Read it with header: false, which names them c1, c2, …",
    });
  const encoder = new TextEncoder();
  for (let at = header ? 1 : 0; at < rows.length; at += 500) {
    const lines = rows
      .slice(at, at + 500)
      .map((row) => JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? null]))));
    yield encoder.encode(`${lines.join("\n")}\n`);
  }
}

const maxInflated = 256 * 1024 * 1024;
const maxRatio = 200;

/** Refuse an archive whose directory promises too much, before anything is inflated. */
export function checkInflated(bytes: Uint8Array, name: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  for (let at = bytes.indexOf(0x50); at >= 0 && at + 46 <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    total += view.getUint32(at + 24, true);
    if (total <= maxInflated && total <= maxRatio * Math.max(bytes.length, 100_000)) continue;
    throw new ToolError("too_large", `${name} would decompress to more than ${Math.round(total / 1024 / 1024)} MiB.`, {
      hint: "Save the sheet that you need as CSV.",
    });
  }
}
