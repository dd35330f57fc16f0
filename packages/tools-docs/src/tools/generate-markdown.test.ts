import fc from "fast-check";
import { lexer, type Token } from "marked";
import { expect, test } from "vitest";
import { openDesk } from "../_docs.fixture.ts";
import { type Block, type Inline, plainText } from "../document/node.ts";
import { parseMarkdown } from "../document/parse-markdown.ts";
import { writeMarkdown } from "../document/write-markdown.ts";

const hostile = [
  "<script>alert(1)</script>",
  "[click](javascript:alert(1))",
  "![x](http://evil.example/?q=1)",
  "# heading",
  "- item",
  "1. item",
  "1) item",
  "> quote",
  "---",
  "===",
  "```\ncode",
  "~~~",
  "| a | b |",
  "a | b\n--|--",
  "**bold** _em_ `code` ~~del~~",
  "    indented code",
  "[ref]: http://evil.example",
  "<!-- hidden -->",
  "&lt;b&gt; &#60;",
  "$x$ $$y$$",
  "{{ template }} {% x %}",
  "[^1]: note",
  "+++\ntoml = 1",
  "a\\",
  "a  \nb",
];

const kindsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => [
    ...(token.type === "space" ? [] : [token.type]),
    ...("tokens" in token && token.tokens ? kindsOf(token.tokens) : []),
  ]);

test.each(hostile)("%j stays text in a paragraph", async (text) => {
  const { session } = openDesk();
  const made = await session.call("generate_markdown", { blocks: [{ text }] });
  const { markdown } = (made as { output: { markdown: string } }).output;
  expect(new Set(kindsOf(lexer(markdown)))).toSatisfy((kinds: Set<string>) =>
    [...kinds].every((kind) => ["paragraph", "text", "escape", "br"].includes(kind)),
  );
});

test("hostile cells, headings, items, quotes and code keep their words and the shape of the document", async () => {
  const { session, textOf } = openDesk();
  const blocks = [
    { table: [["a", "b"], ...hostile.map((text) => [text, text])] },
    { list: hostile },
    ...hostile.map((heading) => ({ heading })),
    { code: hostile.join("\n"), language: "js\n```\n# out" },
    { quote: hostile.join("\n\n") },
    { image: "a) b <c>.png", alt: "x](y)" },
  ];
  await session.call("generate_markdown", {
    title: "T",
    blocks,
    output_path: "/a.md",
    front_matter: { x: "---\n# out" },
  });
  const document = parseMarkdown(await textOf("/a.md"));
  expect(document.map(({ t }) => t)).toEqual([
    ...["heading", "table", "list", ...hostile.map(() => "heading"), "code", "quote", "text"],
  ]);
  const [, table, list] = document as [Block, Block & { t: "table" }, Block & { t: "list" }];
  const words = (text: string): string => text.replace(/\s+/g, "");
  for (const [at, text] of hostile.entries()) {
    expect(words(plainText(table.rows[at]?.[0] ?? []))).toBe(words(text));
    expect(
      words(plainText((list.items[at]?.c ?? []).flatMap((block) => ("c" in block ? (block.c as Inline[]) : [])))),
    ).toBe(words(text));
  }
});

test("any texts come back from the Markdown that was written of them", () => {
  const text = fc
    .string({ unit: fc.constantFrom(..."ab \\`*_[]<>|~{}$&#+-=1.)!:/\"'é日".split("")), maxLength: 24 })
    .map((each) => each.trim());
  const nonEmpty = text.filter((each) => each !== "");
  const run = nonEmpty.map((v): Inline[] => [{ t: "text", v }]);
  const block = fc.oneof(
    run.map((c): Block => ({ t: "text", c })),
    fc.tuple(fc.integer({ min: 1, max: 6 }), run).map(([level, c]): Block => ({ t: "heading", level, c })),
    fc.array(run, { minLength: 1, maxLength: 3 }).map(
      (rows): Block => ({
        t: "table",
        align: [null],
        head: [[{ t: "text", v: "h" }]],
        rows: rows.map((cell) => [cell]),
      }),
    ),
    nonEmpty.map((v): Block => ({ t: "code", lang: "", v })),
  );
  const words = (blocks: readonly Block[]): string[] =>
    blocks.map((each) =>
      each.t === "code"
        ? each.v
        : each.t === "table"
          ? each.rows.map(([cell]) => plainText(cell ?? [])).join("\n")
          : "c" in each
            ? plainText(each.c as Inline[])
            : "",
    );
  const property = fc.property(fc.array(block, { maxLength: 4 }), (document) => {
    const read = parseMarkdown(writeMarkdown(document));
    expect(words(read).map((each) => each.replace(/ +/g, " "))).toEqual(
      words(document).map((each) => each.replace(/ +/g, " ")),
    );
  });
  fc.assert(property, { seed: 7, numRuns: process.env.HOLDALL_STRESS ? 20_000 : 300 });
});

test("tables come from CSV and JSON with every digit, and rows that are left out are told", async () => {
  const { session, textOf } = openDesk({
    "/a.csv": 'zip,name\n00501,"a|b, ""c"""\n00502,"two\nlines"\n',
    "/b.json": '[{"id":9007199254740993,"x":1.10},{"id":2}]',
    "/ragged.csv": "a,b\n1\n",
    "/quotes.csv": 'a,b\n1,"x"y\n',
  });
  const blocks = [{ data: "a.csv" }, { data: "b.json", limit: 1 }];
  const made = await session.call("generate_markdown", { blocks, output_path: "/o.md" });
  expect(made).toMatchObject({ ok: true, output: { notes: ["b.json: the table has 1 of 2 rows."] } });
  const text = await textOf("/o.md");
  expect(text).toContain('| 00501 | a\\|b, "c" |\n| 00502 | two<br>lines |');
  expect(text).toContain("| 9007199254740993 | 1.10 |");
  expect(await session.call("generate_markdown", { blocks: [{ data: "ragged.csv" }] })).toMatchObject({
    error: { code: "parse_error", message: "/ragged.csv: row 2 has 1 cells, the header 2." },
  });
  expect(await session.call("generate_markdown", { blocks: [{ data: "quotes.csv" }] })).toMatchObject({
    error: { code: "parse_error", message: "/quotes.csv: text follows the closing quote of a cell in row 2." },
  });
  expect(await session.call("generate_markdown", { blocks: [{ data: "a.csv", columns: ["city"] }] })).toMatchObject({
    error: { code: "no_match", hint: 'Its columns are "zip", "name".' },
  });
});

test("contents, references and front matter", async () => {
  const { session } = openDesk();
  const blocks = [{ heading: "One & two" }, { heading: "One & two" }, { page: "One & two" }];
  const made = await session.call("generate_markdown", {
    title: "T",
    toc: true,
    blocks,
    front_matter: { date: "2026-11-23" },
  });
  expect((made as { output: { markdown: string } }).output.markdown).toBe(
    '---\ndate: "2026-11-23"\n---\n\n# T\n\n- [One & two](#one--two)\n- [One & two](#one--two-1)\n\n## One & two\n\n## One & two\n\nSee [One & two](#one--two).\n',
  );
  expect(await session.call("generate_markdown", { blocks: [{ page: "Three" }] })).toMatchObject({
    error: { code: "no_match" },
  });
});
