import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openData } from "../_data.fixture.ts";

const formats = ["csv", "tsv", "json", "jsonl", "yaml", "toml", "xml", "xlsx", "parquet"] as const;
const columns = ["t", "n", "b"];

/** Cells that some format or some reader of it takes for something else. */
const text = fc.oneof(
  fc.constantFrom("", "00501", "1.20", "true", "null", "~", "NO", "1e5", "0x1F", "2024-01-05", "12:30:45", "=1+1", "-"),
  fc.constantFrom(
    "a: b",
    "# x",
    "- x",
    "&x *y",
    "'",
    '"',
    "a,b",
    "a\tb",
    "a|b",
    "a;b",
    "\\n",
    "]]>",
    "<b>&amp;",
    "{}",
    "[1]",
  ),
  fc.constantFrom(" lead", "trail ", "two\nlines", "\n", "é😀", "京都", "\u2028", "\u0085", "x\u0000y"),
  fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "'", "é", " ", "<", "&", "\\", "#", ":") }),
);
const number = fc.oneof(fc.integer(), fc.constantFrom(0.1, -2.5, 1e-7, 123456789.123, 99999999999999));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });
const row = fc.record({ t: orNull(text), n: orNull(number), b: orNull(fc.boolean()) });
/** The first row says that there are three columns, and of what, also where nothing is left out. */
const rows = fc.array(row, { maxLength: 6 }).map((more) => [{ t: "x", n: 0.5, b: true }, ...more]);

function openPlace() {
  const data = openData();
  const convert = (path: string, output_path: string, more: object = {}) =>
    data.convert({ path, output_path, overwrite: true, ...more });
  const cells = async (path: string): Promise<string> => {
    await convert(path, "/cells.csv", { columns });
    return data.text("/cells.csv");
  };
  return { ...data, convert, cells };
}

/** Rows as values: a key that is not there has none, and in CSV no text is empty text. */
function values(lines: string, isCsv: boolean): unknown[] {
  const none = { t: isCsv ? "" : null, n: null, b: null };
  const filled = (each: Record<string, unknown>) => Object.entries(each).filter(([, value]) => value !== null);
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => ({ ...none, ...Object.fromEntries(filled(JSON.parse(line))) }));
}

describe.each(formats)("rows of %s", (from) => {
  test("have the same cells in every other format, and the same values where no loss is told", async () => {
    const { backend, convert, cells, text: read } = openPlace();
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const lines = given.map((each) => `${JSON.stringify(each)}\n`).join("");
        await backend.write("/rows.jsonl" as never, new TextEncoder().encode(lines));
        await convert("/rows.jsonl", `/a.${from}`);
        const before = await cells(`/a.${from}`);
        await convert(`/a.${from}`, "/before.jsonl", { columns });
        for (const to of formats) {
          const pair = `${from} to ${to}`;
          // XML as a document is another one: one row is no list there.
          const { losses } = await convert(`/a.${from}`, `/b.${to}`, from === "xml" ? { columns } : {});
          const isHeld = !losses.some(({ what }) => /U\+FFFD|trailing rows/.test(what));
          if (isHeld) expect(await cells(`/b.${to}`), pair).toBe(before);
          if (losses.length > 0) continue;
          await convert(`/b.${to}`, "/after.jsonl", { columns });
          const isCsv = to === "csv" || to === "tsv";
          expect(values(await read("/after.jsonl"), isCsv), `${pair}, without a loss`).toEqual(
            values(await read("/before.jsonl"), isCsv),
          );
        }
      }),
      { numRuns: 8, seed: 7 },
    );
  });
});
