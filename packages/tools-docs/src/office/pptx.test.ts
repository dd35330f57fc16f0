import { expect, test } from "vitest";
import { openDesk, picture } from "../_docs.fixture.ts";
import { brokenRelations, partsOf, slidesOf, wordsOf } from "./_office.fixture.ts";

const rows = Array.from({ length: 60 }, (_, at) => ["Riga", String(at)]);

/** Boxes of shapes that are placed on a slide, in points. */
const boxesOf = (slide: string): number[][] =>
  [...slide.matchAll(/<a:off x="(-?\d+)" y="(-?\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"/g)].map(([, ...numbers]) =>
    numbers.map((each) => Number(each) / 12_700),
  );

test("a title slide, a slide for each heading, and notes for the speaker", async () => {
  const { session, bytesOf } = openDesk({ "/p.svg": picture });
  const made = await session.call("generate_document", {
    title: "Plan",
    author: "Ada",
    blocks: [
      { text: "For the board" },
      { heading: "One" },
      { list: ["a", { text: "b", items: ["c"] }] },
      { notes: "Speak slowly.\n\nPause." },
      { heading: "Part" },
      { heading: "Two", level: 3 },
      { markdown: "See [the site](https://example.com) and [one](#one)." },
      { image: "p.svg", alt: "a bar" },
      { page: "One" },
    ],
    output_path: "/a.pptx",
  });
  expect(made).toMatchObject({ ok: true, output: { format: "pptx", slides: 4, notes: [] } });
  const parts = partsOf(await bytesOf("/a.pptx"));
  expect(brokenRelations(parts)).toEqual([]);
  const slides = slidesOf(parts);
  expect(slides.map(wordsOf)).toEqual(["PlanFortheboardAda", "Oneabc2", "Part3", "TwoSeethesiteandone.One,slide24"]);
  expect(slides[0]).toMatch(/type="ctrTitle".*type="subTitle"/);
  expect(slides[1]).toMatch(/type="title".*<p:ph idx="1"\/>/);
  expect(slides[1]?.match(/<a:buChar /g)).toHaveLength(3);
  expect(slides[3]).toContain('descr="a bar"');
  expect(slides[3]?.match(/ppaction:\/\/hlinksldjump/g)).toHaveLength(2);
  expect(parts.get("ppt/slides/_rels/slide4.xml.rels")).toContain(
    'Target="https://example.com/" TargetMode="External"',
  );
  expect(wordsOf(parts.get("ppt/notesSlides/notesSlide2.xml") ?? "")).toBe("Speakslowly.Pause.");
  expect([...parts.keys()].filter((name) => /notesSlide\d+\.xml$/.test(name))).toHaveLength(1);
});

test("long lists and tables go on on further slides, with the header again, and the result says so", async () => {
  const { session, bytesOf } = openDesk();
  const items = Array.from({ length: 40 }, (_, at) => `item ${at + 1} ends`);
  const made = await session.call("generate_document", {
    blocks: [
      { heading: "Steps" },
      { list: items, ordered: true },
      { heading: "Data" },
      { table: [["city", "sum"], ...rows] },
    ],
    output_path: "/a.pptx",
  });
  const { notes, slides: count } = (made as { output: { notes: string[]; slides: number } }).output;
  expect(notes).toEqual([
    expect.stringMatching(/^“Steps” is on \d slides\.$/),
    expect.stringMatching(/^“Data” is on \d slides\.$/),
  ]);
  const slides = slidesOf(partsOf(await bytesOf("/a.pptx")));
  expect(slides).toHaveLength(count);
  const steps = slides.filter((slide) => wordsOf(slide).startsWith("Steps"));
  const data = slides.filter((slide) => wordsOf(slide).startsWith("Data"));
  expect(wordsOf(steps[1] ?? "")).toMatch(/^Steps\(2\/\d\)item/);
  // Numbers go on where the slide before ended.
  const [, first = ""] = /item (\d+) ends/.exec(steps[1] ?? "") ?? [];
  expect(steps[1]).toContain(`startAt="${first}"`);
  for (const slide of data) expect(wordsOf(slide)).toContain("citysum");
  const cells = data.flatMap((slide) =>
    [...slide.matchAll(/<a:t>(\d+)<\/a:t><\/a:r><\/a:p><\/a:txBody><a:tcPr/g)].map(([, each]) => Number(each)),
  );
  expect(cells).toEqual(rows.map((_, at) => at));
});

test("nothing leaves its slide, and no two boxes are over each other", async () => {
  const { session, bytesOf } = openDesk({ "/p.svg": picture.replace(/60/g, "900").replace(/20/g, "500") });
  const long = "A sentence that goes on and on. ".repeat(40);
  const image = { image: "p.svg", alt: "a" };
  const blocks = [
    { heading: "Much" },
    ...[
      { text: long },
      image,
      { code: "line\n".repeat(60) },
      {
        table: [
          ["a", "b"],
          [long, long],
          ["c", "d"],
        ],
      },
      { quote: long.repeat(5) },
    ],
    { heading: long },
    ...[{ list: [long, { text: "x", items: [long] }] }, image, { text: "end" }],
    { heading: "Beside" },
    ...[{ text: "short" }, image],
  ];
  expect(await session.call("generate_document", { blocks, output_path: "/a.pptx" })).toMatchObject({ ok: true });
  for (const slide of slidesOf(partsOf(await bytesOf("/a.pptx")))) {
    const boxes = boxesOf(slide).slice(1); // the first is the group of all
    for (const [at, [x = 0, y = 0, width = 0, height = 0]] of boxes.entries()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(96);
      expect(x + width).toBeLessThanOrEqual(960);
      expect(y + height).toBeLessThanOrEqual(500);
      for (const [left = 0, top = 0, across = 0, down = 0] of boxes.slice(at + 1)) {
        const isApart =
          left >= x + width - 0.1 || x >= left + across - 0.1 || top >= y + height - 0.1 || y >= top + down - 0.1;
        expect(isApart).toBe(true);
      }
    }
  }
});

test("slides as other tools have them", async () => {
  const { session, bytesOf } = openDesk();
  const slides = [
    { layout: "title", title: "Deck", subtitle: "2026" },
    { title: "Bullets", bullets: ["a", "b"], notes: "say a" },
    { title: "Words", content: "Some **bold** text" },
    { title: "List", content: ["c", "d"] },
    { title: "Grid", table: { headers: ["h"], rows: [["r"]] } },
  ];
  const made = await session.call("create_presentation", { path: "a.pptx", slides });
  expect(made).toMatchObject({ ok: true, output: { path: "/a.pptx", slides: 5 } });
  expect(slidesOf(partsOf(await bytesOf("/a.pptx"))).map(wordsOf)).toEqual([
    "Deck2026",
    "Bulletsab2",
    "WordsSomeboldtext3",
    "Listcd4",
    "Gridhr5",
  ]);
});

test("a chart is a picture with its description", async () => {
  const { session, bytesOf } = openDesk();
  const chart = { kind: "bar", title: "Sums", x: "city", y: "sum", rows: [{ city: "Riga", sum: 7 }] };
  for (const output_path of ["/a.pptx", "/a.docx"]) {
    const made = await session.call("generate_document", { blocks: [{ heading: "H" }, { chart }], output_path });
    expect(made).toMatchObject({ ok: true, output: { images: [{ src: "chart 1", ok: true }], notes: [] } });
    const parts = partsOf(await bytesOf(output_path));
    const text = parts.get("ppt/slides/slide1.xml") ?? parts.get("word/document.xml");
    expect(text).toMatch(/descr="Sums Bar chart of sum by city\. 1 value from 7 to 7\."/);
    expect([...parts.keys()].filter((name) => name.endsWith("image1.png"))).toHaveLength(1);
  }
});

test("contents come after the title slide; pictures in tables are words, which the result says", async () => {
  const { session, bytesOf } = openDesk({ "/p.svg": picture });
  const markdown = "# T\n\n- x\n\n## A\n\n| a |\n|---|\n| ![p](p.svg) |\n\n## B\n\n0. zero\n1. one";
  const made = await session.call("generate_document", { markdown, toc: true, output_path: "/a.pptx" });
  expect(made).toMatchObject({
    ok: true,
    output: { notes: ["Pictures in tables and headings are words on slides: p.svg"] },
  });
  const slides = slidesOf(partsOf(await bytesOf("/a.pptx")));
  expect(slides.map(wordsOf)).toEqual(["T", "ContentsA,slide4B,slide52", "Tx3", "Aa[picture:p]4", "B0.zero1.one5"]);
});
