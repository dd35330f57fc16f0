import { describe, expect, test } from "vitest";
import { flat, openDesk, pdfTexts } from "../_docs.fixture.ts";
import { charBoxes, misplaced } from "../engine/_char-boxes.fixture.ts";

/** Inputs after public reports about other tools: nothing leaves the page, and nothing is printed over something else. */
const hash = "0123456789abcdef".repeat(8);
const name = "anIdentifierThatNobodyWouldEverWrite".repeat(4);
const path = `/usr/share/${"some_very_long_folder_name.d/".repeat(8)}file.txt`;
const token = `eyJ${"hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9_".repeat(4)}.${"W".repeat(50)}`;
const runs: Readonly<Record<string, string>> = { hash, name, path, token };

const grid = (columns: number, cell: (column: number) => string): object => ({
  table: [
    Array.from({ length: columns }, (_, at) => `column ${at + 1}`),
    Array.from({ length: columns }, (_, at) => cell(at)),
    Array.from({ length: columns }, (_, at) => cell(at + columns)),
  ],
});

async function made(blocks: readonly object[], more: object = {}) {
  const { session, bytesOf } = openDesk();
  const result = await session.call("generate_pdf", { title: "T", blocks, output_path: "/a.pdf", ...more });
  if (!result.ok) throw result.error;
  expect(result).toMatchObject({ ok: true, output: { pdf_ua: true, notes: [] } });
  const bytes = await bytesOf("/a.pdf");
  // The header of a table is on each of its pages, and the number of the page at its end.
  const texts = (await pdfTexts(bytes)).map((page) => page.trimEnd().replace(/\d+$/, ""));
  const text = flat(texts.join("")).replaceAll("§", "");
  return { pages: await charBoxes(bytes), text };
}

const forms: Readonly<Record<string, (run: string) => object>> = {
  text: (run) => ({ text: `before ${run} behind` }),
  heading: (run) => ({ heading: `Of ${run}`, level: 2 }),
  code: (run) => ({ code: `let a = "${run}";\n  b = 1;`, language: "ts" }),
  "code in text": (run) => ({ markdown: `before \`${run}\` behind` }),
  "a long command in text": (run) => ({ markdown: `run \`tool --with ${run} --and something else that is long\`` }),
  "bold text": (run) => ({ markdown: `**${run}** and *${run}*` }),
  link: (run) => ({ markdown: `[${run}](https://example.com/)` }),
  list: (run) => ({ list: [run, { text: "a", items: [{ text: run, items: [run] }] }] }),
  quote: (run) => ({ quote: run }),
  table: (run) => ({
    table: [
      ["§", "§"],
      [run, "x"],
      ["y", `${run} z`],
    ],
  }),
  "header of a table": (run) => ({
    table: [
      [run, run],
      ["1", "2"],
    ],
  }),
  "code in a table": (run) => ({ markdown: `| § | § |\n|---|---|\n| \`${run}\` | § |` }),
  "table in a list": (run) => ({ markdown: `- a\n\n  | § | § |\n  |---|---|\n  | ${run} | § |` }),
};

describe.each(Object.keys(forms))("a run without a break in %s stays on the page", (form) => {
  test.each(["a4", "a5"])("%s", async (paper) => {
    const blocks = Object.values(runs).map((run) => forms[form]?.(run) ?? {});
    const { pages, text } = await made(blocks, { paper });
    expect(pages.flatMap(misplaced)).toEqual([]);
    for (const run of Object.values(runs)) expect(text).toContain(run);
  });
});

test.each(["text", "code", "code in text", "bold text", "table"])("a run of 5,000 characters in %s", async (form) => {
  const run = "0123456789ABCDEFGHIJ".repeat(250);
  const { pages, text } = await made([forms[form]?.(run) ?? {}]);
  expect(pages.flatMap(misplaced)).toEqual([]);
  expect(text).toContain(run);
});

test.each(["text", "code", "code in text"])("a run of 60,000 characters in %s is refused", async (form) => {
  await expect(made([forms[form]?.("0123456789".repeat(6_000)) ?? {}])).rejects.toMatchObject({ code: "too_large" });
});

describe("columns are side by side", () => {
  test.each([
    [3, "a4"],
    [9, "a5"],
    [12, "a4"],
    [18, "letter"],
    [25, "a4"],
    [25, "a3"],
  ])("%d on %s", async (columns, paper) => {
    const { pages, text } = await made(
      [{ text: "before" }, grid(columns, (at) => `value ${at} of it`), { text: "behind" }],
      { paper },
    );
    expect(pages.flatMap(misplaced)).toEqual([]);
    for (let at = 1; at <= columns; at++) expect(text).toContain(`${at}`);
    expect(text.match(/value/g) ?? []).toHaveLength(columns * 2);
    expect(text).toContain("before");
    expect(text).toContain("behind");
  });

  test("what has no room is refused", async () => {
    const { session } = openDesk();
    const blocks = [grid(80, (at) => `value ${at}`)];
    expect(await session.call("generate_pdf", { blocks, output_path: "/a.pdf" })).toMatchObject({
      error: { code: "too_large", message: "A table of 80 columns does not fit the page.", data: { columns: 80 } },
    });
  });
});

test("contents and references with long names stay on the page", async () => {
  const { pages, text } = await made([{ page: hash }, { heading: hash }], { toc: true });
  expect(pages.flatMap(misplaced)).toEqual([]);
  expect(text.split(hash)).toHaveLength(4);
});

test.each<[string, object]>([
  [
    "a long line among many short words",
    { code: `${"const a = b + c;\n".repeat(80)}${hash.repeat(4)}\n`, language: "ts" },
  ],
  ["a hundred long lines", { code: `${hash.repeat(2)}\n`.repeat(100) }],
  ["three hundred long words", { code: `${hash.repeat(2)} `.repeat(300) }],
  ["long commands in text", { markdown: `\`${"run --with short words ".repeat(20)}\` and `.repeat(30) }],
])("code with %s is set", async (_, block) => {
  const { pages, text } = await made([block]);
  expect(pages.flatMap(misplaced)).toEqual([]);
  expect(text.length).toBeGreaterThan(1_000);
});
