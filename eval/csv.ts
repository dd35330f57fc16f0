import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpus, type EvalRows, tally } from "./lib/corpus.ts";
import { openData, rfc4180 } from "./lib/data-tools.ts";

export const about = "CSV: csv-spectrum and the cases of RFC 4180, each read as the rows that it means";

export async function* rows(): EvalRows {
  const { convert } = openData();
  const folder = corpus("csv-spectrum");
  const spectrum = tally();
  for (const file of readdirSync(join(folder, "csvs")).filter((name) => name.endsWith(".csv"))) {
    const text = readFileSync(join(folder, "csvs", file), "utf8");
    const expected = JSON.parse(readFileSync(join(folder, "json", file.replace(/csv$/, "json")), "utf8")) as unknown;
    const found = await convert({ text, from: "csv", to: "json", types: "text" });
    spectrum.add(found !== undefined && sameRows(JSON.parse(found), expected), file);
  }
  yield {
    what: "csv-spectrum: files read as their JSON",
    value: spectrum.right,
    of: spectrum.all,
    least: spectrum.all,
  };
  const cases = tally();
  for (const [text, expected] of rfc4180) {
    const found = await convert({ text, from: "csv", to: "json", types: "text", header: false });
    const rows = found && (JSON.parse(found) as Record<string, string>[]).map((row) => Object.values(row));
    cases.add(expected === "refused" ? found === undefined : sameRows(rows, expected), JSON.stringify(text));
  }
  yield {
    what: "RFC 4180: cases read or refused as they must be",
    value: cases.right,
    of: cases.all,
    least: cases.all,
  };
}

const sameRows = (found: unknown, expected: unknown): boolean => JSON.stringify(found) === JSON.stringify(expected);
