import sharp from "sharp";
import { expect, test } from "vitest";
import { extractPdf } from "../../extract-pdf.ts";
import { imageFacts } from "../../read/image.ts";
import { makePdf, openFiles } from "./_notebooks.fixture.ts";

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a02040" } })
    .png()
    .toBuffer();

const noResize = async () => undefined;

function shownAs(content: readonly { type: string }[]) {
  const file = content.find((part) => part.type === "file") as { mediaType: string; data: Uint8Array } | undefined;
  return file && { mediaType: file.mediaType, facts: imageFacts(file.data) };
}

test("claude-code#55338: an image goes by what it is, not by its name", async () => {
  const { read } = openFiles({ "/a.jpg": await png(40, 30) });
  const { output, content } = await read({ path: "/a.jpg" });
  expect(output).toMatchObject({ kind: "image", facts: expect.stringContaining("image/png, 40×30 pixels") });
  expect(shownAs(content)).toMatchObject({ mediaType: "image/png", facts: { width: 40 } });
});

test("claude-code#29969: an image beyond the limits is made smaller, and the answer says so", async () => {
  const { read } = openFiles({ "/a.png": await png(2_500, 1_000) });
  const { output, content } = await read({ path: "/a.png" });
  expect(output.notes).toEqual([expect.stringContaining("2000×800")]);
  expect(shownAs(content)?.facts).toMatchObject({ width: 2_000, height: 800 });
});

test("what cannot be made smaller is shown up to the limits of one image, and only described beyond", async () => {
  const { read } = openFiles(
    { "/a.png": await png(2_500, 100), "/b.png": await png(8_001, 10) },
    { resizeImage: noResize },
  );
  expect(shownAs((await read({ path: "/a.png" })).content)?.facts?.width).toBe(2_500);
  const { output, content } = await read({ path: "/b.png" });
  expect(shownAs(content)).toBeUndefined();
  expect(output).toMatchObject({
    kind: "image",
    facts: expect.stringContaining("8001×10"),
    notes: [expect.stringContaining("8000")],
  });
});

test("llxprt-code#3216: a conversation never holds many images with a large one among them", async () => {
  const files = { "/small.png": await png(10, 10), "/large.png": await png(2_500, 10) };
  const options = { resizeImage: noResize, imageLimits: { many: 3 } };
  const isShown = async (session: ReturnType<typeof openFiles>, path: string) =>
    shownAs((await session.read({ path })).content) !== undefined;
  const early = openFiles(files, options);
  const answers = [];
  for (const path of ["/large.png", "/small.png", "/small.png", "/small.png"]) answers.push(await isShown(early, path));
  expect(answers).toEqual([true, true, true, false]);
  const late = openFiles(files, options);
  for (let i = 0; i < 5; i++) expect(await isShown(late, "/small.png")).toBe(true);
  expect(await isShown(late, "/large.png")).toBe(false);
});

test("an image that is cut off, or that models do not take, is described", async () => {
  const whole = await png(40, 30);
  const tiff = await sharp(whole).tiff().toBuffer();
  const { read } = openFiles({ "/cut.png": whole.subarray(0, -20), "/a.tiff": tiff }, { resizeImage: noResize });
  expect(await read({ path: "/cut.png" })).toMatchObject({
    output: { notes: [expect.stringContaining("truncated")] },
    content: [{ type: "text" }],
  });
  expect((await read({ path: "/a.tiff" })).output.notes).toEqual([expect.stringContaining("do not accept image/tiff")]);
  const sharpened = openFiles({ "/a.tiff": tiff });
  expect(shownAs((await sharpened.read({ path: "/a.tiff" })).content)).toMatchObject({ mediaType: "image/png" });
});

test("a resizer that gives nonsense is not believed", async () => {
  const { read } = openFiles({ "/a.png": await png(9_000, 10) }, { resizeImage: async () => new Uint8Array(100) });
  expect(shownAs((await read({ path: "/a.png" })).content)).toBeUndefined();
});

test("SVG is text", async () => {
  const { read } = openFiles({ "/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n' });
  expect((await read({ path: "/a.svg" })).output).toMatchObject({
    kind: "text",
    content: expect.stringContaining("<svg"),
  });
});

const pages = Array.from({ length: 25 }, (_, i) => `Text of page ${i + 1}`);

test("a PDF is read by pages, ten at first, with the exact next call to its end", async () => {
  const { read } = openFiles({ "/a.pdf": makePdf(pages) });
  const first = await read({ path: "/a.pdf" });
  expect(first.output).toMatchObject({ kind: "pdf", part: { first: 1, last: 10, total: 25 }, next_pages: "11-20" });
  expect(first.output.content).toContain("[page 10]\nText of page 10");
  expect(first.content[0]).toMatchObject({
    text: expect.stringMatching(/\[pages 1-10 · PDF · 25 pages.*\]\nNext: pages="11-20"$/),
  });
  expect((await read({ path: "/a.pdf", pages: "11-20" })).output.next_pages).toBe("21-25");
  expect((await read({ path: "/a.pdf", offset: 11, limit: 2 })).output).toMatchObject({
    part: { first: 11, last: 12 },
    next_pages: "13-22",
  });
  const { output } = await read({ path: "/a.pdf", pages: "21-99" });
  expect(output.part).toMatchObject({ first: 21, last: 25 });
  expect(output.next_pages).toBeUndefined();
  expect((await read({ path: "/a.pdf", pages: "3" })).output.content).toBe("[page 3]\nText of page 3");
});

test("pages that exceed an answer are continued, by page and inside a page", async () => {
  const long = ["short", "x".repeat(250), "end"];
  const { read } = openFiles({ "/a.pdf": makePdf(long) }, { maxChars: 100 });
  const shown: string[] = [];
  let next: Record<string, unknown> | undefined = { pages: "1-3" };
  for (let calls = 0; next && calls < 10; calls++) {
    const { output } = await read({ path: "/a.pdf", ...next });
    shown.push(output.content.replace(/\[page \d+\]\n/g, "").replaceAll("\n", ""));
    next =
      output.next_pages === undefined
        ? undefined
        : { pages: output.next_pages, ...(output.next_column && { column: output.next_column }) };
  }
  expect(shown.join("")).toBe(long.join(""));
});

test.each([
  [
    "encrypted",
    makePdf(
      ["secret"],
      "/Encrypt << /Filter /Standard /V 1 /R 2 /O (01234567890123456789012345678901) /U (01234567890123456789012345678901) /P -4 >> /ID [(a) (b)]",
    ),
    {},
    "unsupported",
    "encrypted",
  ],
  [
    "claude-code#25323: broken",
    new TextEncoder().encode("%PDF-1.4\nnothing that follows"),
    {},
    "parse_error",
    "broken",
  ],
  ["no such page", makePdf(["one"]), { pages: "2" }, "invalid_input", "has 1 page"],
  ["no pages at all", makePdf(["one"]), { pages: "last" }, "invalid_input", "is not a page range"],
])("refused with its reason: %s", async (_, bytes, input, code, reason) => {
  const { session } = openFiles({ "/a.pdf": bytes });
  const result = await session.call("read_file", { path: "/a.pdf", ...input });
  expect(result).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(reason) } });
});

test("the extractor can be another one, and leaves the bytes to their owner", async () => {
  const bytes = makePdf(["one", "two"]);
  const { read } = openFiles({ "/a.pdf": bytes }, { pdf: async () => ({ pages: 7, texts: ["other"] }) });
  expect((await read({ path: "/a.pdf" })).output).toMatchObject({
    content: "[page 1]\nother",
    part: { total: 7 },
    next_pages: "2-7",
  });
  expect(await extractPdf(bytes, { first: 2 })).toEqual({ pages: 2, texts: ["two"] });
  const buffer = Buffer.from(new Uint8Array(bytes).buffer);
  expect(await extractPdf(buffer, { first: 2 })).toEqual({ pages: 2, texts: ["two"] });
  expect(new Uint8Array(buffer), "the bytes stay with their owner").toEqual(new Uint8Array(bytes));
  expect(bytes.length).toBeGreaterThan(0);
  await expect(extractPdf(bytes, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
});

test("WeasyPrint#2841: glyphs that a font maps to nothing are no text", async () => {
  const letters = { "41": "0633", "42": "", "43": "0645" };
  expect(await extractPdf(makePdf(["CBA"], "", letters))).toEqual({ pages: 1, texts: ["سم"] });
});

test("pdfminer.six#850: the form of two letters is spelled out in their order", async () => {
  const letters = { "41": "0633", "42": "fefb", "43": "0645" };
  expect((await extractPdf(makePdf(["CBA"], "", letters))).texts).toEqual(["سلام"]);
  expect((await extractPdf(makePdf(["BAC"], "", { "41": "00a0", "42": "fb01", "43": "0078" }))).texts).toEqual([
    "fi x",
  ]);
});
