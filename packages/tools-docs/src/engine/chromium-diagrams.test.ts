import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDesk, testFonts } from "../_docs.fixture.ts";
import { drawInPage, type PageDrawing } from "../diagram/chromium/draw-in-page.ts";
import { findChromium } from "../diagram/chromium/find-chromium.ts";
import { openPage, type Page } from "../diagram/chromium/open-page.ts";

const chromium = findChromium() ?? "";
const wordsOf = (svg: string): string => svg.replace(/<[^>]*>/g, "").replace(/\s+/g, "");

// Without Chromium there is nothing to draw in.
describe.skipIf(chromium === "")("what the smaller engine does not know is drawn by mermaid in a browser", () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(chromium);
    const mermaid = createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js");
    await page.evaluate(`${await readFile(mermaid, "utf8")};0`);
  });
  afterAll(() => page?.[Symbol.asyncDispose]());
  const drawn = async (code: string): Promise<PageDrawing> =>
    (await page.evaluate(`(${drawInPage})(${JSON.stringify(code)}, "DejaVu Sans, sans-serif")`)) as PageDrawing;

  test.each([
    [
      "a Gantt chart",
      "gantt\ntitle G\nsection Sec\nTask: a, 2026-01-01, 3d\nNext: after a, 2d",
      ["G", "Sec", "Task", "Next"],
    ],
    ["a pie", 'pie title Parts\n"one" : 1\n"two" : 3', ["Parts", "one", "two", "75%"]],
    ["a mind map", "mindmap\n  root((Root))\n    a[Left]\n    b", ["Root", "Left", "b"]],
    [
      "a theme, ends of links, a hidden link and an address",
      '%%{init: {"theme": "dark"}}%%\nflowchart LR\nA["<i>x</i> #quot;y#quot;"] --o B\nclick A href "https://example.org"\nA ~~~ C',
      ['x"y"', "B", "C"],
    ],
    [
      "a namespace and a note",
      'classDiagram\nnamespace Shop {\nclass A\n}\nnote for A "here"\nA --> B : uses',
      ["Shop", "here", "uses"],
    ],
    ["a journey", "journey\ntitle Day\nsection Go\nMake tea: 5: Me", ["Day", "Go", "Make tea", "Me"]],
    ["a Kanban board", "kanban\n  Todo\n    [Create docs]", ["Todo", "Create docs"]],
  ])("%s, whole and without styles", async (_, code, texts) => {
    const { svg, width, height } = await drawn(code);
    for (const text of texts) expect(wordsOf(svg)).toContain(text.replaceAll(" ", ""));
    expect(svg).not.toMatch(/<style|foreignObject|<a[ >]|<image|https:\/\/example|class=|var\(/);
    expect(svg.slice(0, svg.indexOf(">"))).toContain(` width="${width}"`);
    expect(svg.slice(0, svg.indexOf(">"))).toContain(` height="${height}"`);
  });

  test("the same bytes each time, where mermaid has names at random", async () => {
    const code = "gitGraph\ncommit\nbranch dev\ncommit";
    expect((await drawn(code)).svg).toBe((await drawn(code)).svg);
  });

  test("nothing is loaded, and markup does nothing", async () => {
    const { svg } = await drawn('flowchart LR\nB["<img src=x onerror=alert(1)> b"] --> A');
    expect(svg).not.toContain("onerror");
    await expect(drawn('flowchart LR\nA@{ img: "http://127.0.0.1:9/a.png", label: "Pic" }')).rejects.toThrow();
    const load = `new Promise((done) => { const i = new Image(); i.onload = () => done("loaded"); i.onerror = () => done("refused"); i.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw="; })`;
    expect(await page.evaluate(load)).toBe("refused");
  });

  test("the tool makes a PNG at twice the size, in given fonts", async () => {
    const { session, bytesOf } = openDesk({}, { chromium, fonts: testFonts });
    const made = await session.call("generate_diagram", { code: 'pie title P\n"a": 3', output_path: "/a.png" });
    expect(made).toMatchObject({ output: { kind: "pie", notes: [] } });
    const { width, height } = (made as { output: { width: number; height: number } }).output;
    const bytes = Buffer.from(await bytesOf("/a.png"));
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width * 2, height * 2]);
  });
});

test("a browser that does not start is named, and what can be drawn without is", async () => {
  const { session } = openDesk({}, { chromium: "/nowhere/chromium" });
  const pie = await session.call("generate_diagram", { code: 'pie\n"a": 3', format: "svg" });
  expect(pie).toMatchObject({ error: { code: "unsupported", hint: expect.stringContaining("the browser ended") } });
  const code = "flowchart LR\nA --o B";
  expect(await session.call("generate_diagram", { code, format: "svg" })).toMatchObject({
    output: { notes: [expect.stringContaining("circle"), expect.stringContaining("could not draw it")] },
  });
});
