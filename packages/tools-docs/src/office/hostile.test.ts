import fc from "fast-check";
import { expect, test } from "vitest";
import { hostile, openDesk } from "../_docs.fixture.ts";
import { brokenRelations, partsOf, slidesOf, wordsOf } from "./_office.fixture.ts";

const signs = [
  ..."ab <>&\"'\n\t\r/=[]",
  ...[
    "]]>",
    "<!--",
    "&amp;",
    "\0",
    "\b",
    "\u001f",
    "\u0085",
    "\u202e",
    "\u2066",
    "\ufffe",
    "\ufeff",
    "\ud800",
    "\udc00",
    "😀",
  ],
  ...[
    "é",
    "שלום",
    "עולם",
    "日本",
    "नमस्ते",
    "\u00a0",
    "\u2028",
    "_x0041_",
    "</w:t>",
    "loooooooooooooooooooooooooooooong",
  ],
];
const text = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 30 });
const row = fc.tuple(text, text);
const block = fc.oneof(
  fc.record({ text }),
  fc.record({ heading: text, level: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ quote: text }),
  fc.record({ code: text }),
  fc.record({
    list: fc.array(fc.record({ text, items: fc.array(text, { maxLength: 2 }) }), { minLength: 1, maxLength: 4 }),
    ordered: fc.boolean(),
  }),
  fc.record({ table: fc.array(row, { minLength: 1, maxLength: 12 }) }),
);

/** All that a block says, in its order, as an office file can hold it. */
const saidBy = (value: unknown): string =>
  typeof value === "string"
    ? // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no XML file can hold.
      value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu, "\ufffd").replace(/\s+/g, "")
    : typeof value === "object" && value !== null
      ? Object.values(value).map(saidBy).join("")
      : "";

/** Each character of the one is in the other, in the same order. */
function isInOrder(wanted: string, found: string): boolean {
  let at = 0;
  for (const character of wanted) {
    at = found.indexOf(character, at) + character.length;
    if (at < character.length) return false;
  }
  return true;
}

test("any blocks are well-formed files with all of their words in order", async () => {
  const { session, bytesOf } = openDesk();
  const property = fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (blocks) => {
    const said = blocks.map(saidBy).join("");
    for (const path of ["/a.docx", "/a.pptx"]) {
      const made = await session.call("generate_document", { blocks, output_path: path, overwrite: true });
      expect(made).toMatchObject({ ok: true });
      const { notes } = (made as { output: { notes: string[] } }).output;
      expect(notes.some((note) => note.includes("cannot hold U+"))).toBe(said.includes("\ufffd"));
      const parts = partsOf(await bytesOf(path));
      expect(brokenRelations(parts)).toEqual([]);
      const body = parts.get("word/document.xml");
      if (body === undefined) expect(isInOrder(said, slidesOf(parts).map(wordsOf).join(""))).toBe(true);
      else expect(wordsOf(body)).toBe(said);
    }
  });
  await fc.assert(property, { seed: 11, numRuns: process.env.HOLDALL_STRESS ? 3_000 : 60 });
});

test("no text is markup, a link or a relation", async () => {
  const { session, bytesOf } = openDesk();
  const blocks = [
    ...hostile.map((each) => ({ text: each })),
    { table: [hostile, hostile] },
    { heading: hostile.join(" ") },
  ];
  for (const path of ["/a.docx", "/a.pptx"]) {
    expect(
      await session.call("generate_document", { title: hostile[0], author: hostile[10], blocks, output_path: path }),
    ).toMatchObject({ ok: true });
    const parts = partsOf(await bytesOf(path));
    expect([...parts.values()].join("")).not.toContain('TargetMode="External"');
    expect(brokenRelations(parts)).toEqual([]);
  }
});

test("links lead to the web, to mail and to headings; one that no program takes is text", async () => {
  const { session, bytesOf } = openDesk();
  const markdown =
    "[a](https://a.example/x%20y) [b](javascript:alert(1)) [c](file:///etc/passwd) [d](http://[) [e](<https://e.example/a b>) [f](mailto:a@b.c) [g](#none)";
  for (const path of ["/a.docx", "/a.pptx"]) {
    await session.call("generate_document", { markdown, output_path: path });
    const parts = partsOf(await bytesOf(path));
    const targets = [...[...parts.values()].join("").matchAll(/Target="([^"]*)" TargetMode="External"/g)].map(
      ([, target]) => target,
    );
    expect(targets).toEqual(["https://a.example/x%20y", "https://e.example/a%20b", "mailto:a@b.c"]);
    expect(wordsOf(parts.get("word/document.xml") ?? parts.get("ppt/slides/slide1.xml") ?? "")).toMatch(/^abcdefg/);
  }
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`;

test.each<[string, Uint8Array | string, RegExp | undefined]>([
  ["whole.png", png, undefined],
  ["cut.png", png.subarray(0, 40), /the file is broken/],
  ["cut.jpg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /the file is broken/],
  ["empty.png", "", /not a PNG/],
  ["a.webp", "RIFF\0\0\0\0WEBP", /WebP, which office programs do not show/],
  ["reads.svg", svg('<image href="/etc/hostname" width="9" height="9"/>'), /an SVG that loads other files/],
  ["hides.svg", `<!DOCTYPE svg [<!ENTITY a "/etc/x">]>${svg("&a;")}`, /an SVG that loads other files|not a PNG/],
  ["styles.svg", svg("<style>@import 'x.css';</style>"), /an SVG that loads other files/],
  ["broken.svg", "<svg ", /.+/],
])("picture %s", async (name, content, why) => {
  const { session, bytesOf } = openDesk({ [`/${name}`]: content });
  for (const output_path of ["/a.docx", "/a.pptx"]) {
    const made = await session.call("generate_document", {
      blocks: [{ heading: "H" }, { image: name, alt: "the alt" }],
      output_path,
    });
    const image = why ? { src: name, ok: false, why: expect.stringMatching(why) } : { src: name, ok: true };
    expect(made).toMatchObject({
      ok: true,
      output: { images: [image], notes: why ? [expect.stringMatching(why)] : [] },
    });
    const parts = partsOf(await bytesOf(output_path));
    const text = parts.get("word/document.xml") ?? parts.get("ppt/slides/slide1.xml") ?? "";
    if (why) expect(wordsOf(text)).toContain("[picture:thealt]");
    else expect(text).toContain('descr="the alt"');
  }
});

test.each([
  [{ markdown: "a", output_path: "/a.odt" }, "unsupported", ".odt is not written here"],
  [{ markdown: "a", output_path: "/a" }, "unsupported", "/a is not written here"],
  [
    { markdown: "a", output_path: "/a.pptx", format: "docx" },
    "invalid_input",
    "/a.pptx is not the name of a docx file",
  ],
  [{ markdown: "a", output_path: "/a.docx", format: "rtf" }, "unsupported", "rtf is not written here"],
  [{ output_path: "/a.docx" }, "invalid_input", "Exactly one of path, markdown and blocks"],
  [{ markdown: "a", output_path: "/a.docx", lang: "#x" }, "invalid_input", "is not a language code"],
  [{ markdown: `${"> ".repeat(40)}deep`, output_path: "/a.pptx" }, "unsupported", "nested more than 30 deep"],
  [
    { blocks: [{ table: [Array(300).fill("wide cell")] }], output_path: "/a.docx" },
    "too_large",
    "300 columns does not fit",
  ],
  [
    { blocks: [{ table: [Array(300).fill("wide cell")] }], output_path: "/a.pptx" },
    "too_large",
    "300 columns does not fit a slide",
  ],
  [{ markdown: "# A\n\n".repeat(1_200), output_path: "/a.pptx" }, "too_large", "more than 1000 slides"],
])("%j is refused", async (call, code, message) => {
  const { session, backend } = openDesk();
  const refused = await session.call("generate_document", call);
  expect(refused).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(message) } });
  expect(await Array.fromAsync(backend.list("/" as never))).toEqual([]);
});

test.each([
  ["one word", [{ text: "x".repeat(3_500_000) }]],
  ["one cell", [{ table: [["a"], ["word ".repeat(800_000)]] }]],
  ["line breaks", [{ text: "x\n".repeat(25_000) }]],
  ["code", [{ code: "x\n".repeat(25_000) }]],
  ["a list", [{ list: Array(20_000).fill("x") }]],
])(
  "%s without end is refused as slides in a moment, and is a Word document",
  { timeout: 60_000 },
  async (_, blocks) => {
    const { session } = openDesk();
    expect(await session.call("generate_document", { blocks, output_path: "/a.pptx" })).toMatchObject({
      error: { code: "too_large" },
    });
    expect(await session.call("generate_document", { blocks, output_path: "/a.docx" })).toMatchObject({ ok: true });
  },
);

test("a table of ten thousand rows", async () => {
  const { session, bytesOf } = openDesk();
  const rows = Array.from({ length: 10_000 }, (_, at) => ["Riga", String(at)]);
  const blocks = [{ table: [["city", "sum"], ...rows] }];
  expect(await session.call("generate_document", { blocks, output_path: "/a.docx" })).toMatchObject({ ok: true });
  const text = partsOf(await bytesOf("/a.docx")).get("word/document.xml") ?? "";
  expect(text.match(/<w:tr>/g)).toHaveLength(10_001);
  const made = await session.call("generate_document", { blocks, output_path: "/a.pptx" });
  expect(made).toMatchObject({
    ok: true,
    output: { notes: expect.arrayContaining([expect.stringMatching(/is on \d+ slides/)]) },
  });
  const cells = slidesOf(partsOf(await bytesOf("/a.pptx"))).flatMap((slide) => [
    ...slide.matchAll(/<a:t>(\d+)<\/a:t><\/a:r><\/a:p><\/a:txBody><a:tcPr/g),
  ]);
  expect(cells).toHaveLength(10_000);
});
