import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath, launch, noChromium } from "../../../backends-opfs/src/_browser.fixture.ts";
import { flat, hostile, openDesk, pdfTexts, picture } from "../_docs.fixture.ts";
import type { DocsPage } from "../_page.fixture.ts";

declare const holdall: DocsPage;

const libertinus = "@expo-google-fonts/libertinus-serif";
const fontFiles = [
  `${libertinus}/400Regular/LibertinusSerif_400Regular.ttf`,
  `${libertinus}/700Bold/LibertinusSerif_700Bold.ttf`,
  "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf",
];
const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".wasm": "application/wasm" };

let folder: string;
let server: Server;
let close: () => Promise<void>;
let page: Page;

const call = async (tool: string, input: object) => {
  const made = await page.evaluate(([name, given]) => holdall.call(name, given), [tool, input] as const);
  return { ...made, bytes: new Uint8Array(Buffer.from(made.file, "base64")) };
};

if (!chromiumPath) {
  // Nothing to run it in.
  test.skip(`documents in a browser: ${noChromium}`, () => {});
} else {
  beforeAll(async () => {
    folder = mkdtempSync(join(import.meta.dirname, "../../node_modules/.page-"));
    writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="./page.ts"></script>');
    const imports = fontFiles.map((file, at) => `import font${at} from "${file}?url";`);
    const fonts = fontFiles.map((_, at) => `font${at}`).join(", ");
    writeFileSync(
      join(folder, "page.ts"),
      `${imports.join("\n")}\nimport { offerDocs } from "../../src/_page.fixture.ts";\nofferDocs([${fonts}]);\n`,
    );
    await build({
      root: folder,
      logLevel: "error",
      configFile: false,
      worker: { format: "es" },
      build: { target: "es2023", minify: false, outDir: "out", reportCompressedSize: false },
    });
    server = createServer(async ({ url = "/" }, response) => {
      const file = join(folder, "out", url === "/" ? "index.html" : url);
      const bytes = await readFile(file).catch(() => undefined);
      response.writeHead(bytes ? 200 : 404, { "content-type": types[extname(file)] ?? "text/html" });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const browser = await launch("in memory");
    close = browser.close;
    page = await browser.context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "holdall" in globalThis);
  }, 60_000);

  afterAll(async () => {
    await close?.();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const source = {
    title: "Report",
    blocks: [
      { page: "Sums" },
      { markdown: "- [x] done\n- **open** [there](#sums), *naïve* café\n\n> quoted\n\n```js\nlet a = 1;\n```" },
      { heading: "Sums" },
      { data: "sales.csv" },
    ],
    toc: true,
    output_path: "/a.pdf",
    overwrite: true,
  };
  /** How many there are of each kind in the tree of tags. */
  const tags = (bytes: Uint8Array): Record<string, number> => {
    const kinds = [
      ...Buffer.from(bytes)
        .toString("latin1")
        .matchAll(/\/S \/(\w+)\s/g),
    ].map(([, kind = ""]) => kind);
    return Object.fromEntries(
      Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, all]) => [kind, all?.length ?? 0]),
    );
  };

  test("a PDF has the text, the tags and the pages that it has on Node", async () => {
    const made = await call("generate_pdf", source);
    expect(made).toMatchObject({
      output: { pages: 1, tagged: true, pdf_ua: false, notes: [expect.stringContaining("Not PDF/UA-1")] },
    });
    const desk = openDesk({ "/sales.csv": "city,sum\nBerlin,10\nRiga,7\n" });
    await desk.session.call("generate_pdf", source);
    const onNode = await desk.bytesOf("/a.pdf");
    expect((await pdfTexts(made.bytes)).map(flat)).toEqual((await pdfTexts(onNode)).map(flat));
    expect(tags(made.bytes)).toEqual(tags(onNode));
    expect(tags(made.bytes)).toMatchObject({ Table: 1, TH: 2, TD: 4 });
    const again = await call("generate_pdf", { ...source, output_path: "/b.pdf" });
    expect(again.bytes).toEqual(made.bytes);
  });

  test("hostile texts are printed as they are", async () => {
    const blocks = [
      ...hostile.map((text) => ({ text })),
      { table: [hostile, hostile] },
      { markdown: hostile.join("\n\n") },
    ];
    const { bytes, output } = await call("generate_pdf", { ...source, blocks, output_path: "/c.pdf" });
    expect(output).toMatchObject({ tagged: true });
    const text = flat((await pdfTexts(bytes)).join("\n"));
    for (const each of hostile) expect(text).toContain(flat(each.replace("\0", "").trim().split(/\s/)[0] ?? ""));
    expect(await page.evaluate(() => document.body.childElementCount)).toBe(0);
  });

  test("what no font has is named, or written as numbers", async () => {
    const given = { markdown: "# T\n\n日 and e\u0301 and `本`", output_path: "/d.pdf" };
    expect(await call("generate_pdf", given)).toMatchObject({
      error: { code: "unsupported", message: "No font here has 日 (U+65E5, Han), 本 (U+672C, Han)." },
    });
    const { bytes } = await call("generate_pdf", { ...given, missing_glyphs: "code" });
    expect((await pdfTexts(bytes))[0]).toContain("[U+65E5] and");
  });

  test("a canceled job ends, and the next one is done", async () => {
    const code = await page.evaluate((input) => holdall.cancel("generate_pdf", input), {
      markdown: "word ".repeat(400_000),
      output_path: "/e.pdf",
    });
    expect(code).toBe("aborted");
    expect(await call("generate_pdf", { ...source, output_path: "/f.pdf" })).toMatchObject({ output: { pages: 1 } });
  });

  test("a Word document and slides have the bytes that they have on Node; an SVG is drawn by a canvas", async () => {
    const desk = openDesk({ "/sales.csv": "city,sum\nBerlin,10\nRiga,7\n" });
    for (const output_path of ["/a.docx", "/a.pptx"]) {
      const made = await call("generate_document", { ...source, output_path });
      expect(made).toMatchObject({ output: { notes: [] } });
      await desk.session.call("generate_document", { ...source, output_path });
      expect(made.bytes).toEqual(await desk.bytesOf(output_path));
      const image = `data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}`;
      const drawn = await call("generate_document", { ...source, blocks: [{ image, alt: "a bar" }], output_path });
      expect(drawn).toMatchObject({ output: { images: [{ ok: true }], notes: [] } });
      const media = Object.entries(unzipSync(drawn.bytes)).find(([name]) => name.endsWith("image1.png"))?.[1];
      expect(Buffer.from(media ?? []).readUInt32BE(16)).toBe(2 * 60);
    }
  });

  test("a diagram is checked by mermaid, and drawn as SVG, text and PNG; a wrong one is refused", async () => {
    const code = "flowchart LR\nA[one] -->|yes & no| B{two?}";
    const svg = await call("generate_diagram", { code, output_path: "/a.svg" });
    const { session, textOf } = openDesk();
    await session.call("generate_diagram", { code, output_path: "/a.svg" });
    expect(new TextDecoder().decode(svg.bytes)).toBe(await textOf("/a.svg"));
    const png = await call("generate_diagram", { code, output_path: "/a.png" });
    const { width } = png.output as { width: number };
    expect(Buffer.from(png.bytes).readUInt32BE(16)).toBe(width * 2);
    expect(await call("generate_diagram", { code })).toMatchObject({
      output: { text: expect.stringContaining("two?") },
    });
    expect(await call("generate_diagram", { code: "flowchart LR\nA --> B\nB[x --> C", format: "svg" })).toMatchObject({
      error: { code: "parse_error" },
    });
  });

  test.each(["bar", "line", "area", "scatter", "pie"])("a %s chart is drawn as on Node, and as a PNG", async (kind) => {
    const chart = { kind, x: "city", y: "sum", title: "<b>Sums</b>", data: "sales.csv" };
    const svg = await call("generate_diagram", { chart, output_path: `/${kind}.svg` });
    const { session, textOf } = openDesk({ "/sales.csv": "city,sum\nBerlin,10\nRiga,7\n" });
    await session.call("generate_diagram", { chart, output_path: `/${kind}.svg` });
    const text = new TextDecoder().decode(svg.bytes);
    // Letters are measured on a canvas here, so places of labels differ.
    const parts = (drawing: string) => drawing.match(/<[a-z]+|>[^<>]+</g)?.toSorted();
    expect(parts(text)).toEqual(parts(await textOf(`/${kind}.svg`)));
    expect(text).toContain("<title>&lt;b&gt;Sums&lt;/b&gt;</title>");
    const png = await call("generate_diagram", { chart, output_path: `/${kind}.png` });
    const { width, height } = png.output as { width: number; height: number };
    const file = Buffer.from(png.bytes);
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([width * 2, height * 2]);
  });

  test("a PDF takes a chart", async () => {
    const blocks = [{ chart: { kind: "bar", x: "city", y: "sum", data: "sales.csv" } }];
    const made = await call("generate_pdf", { blocks, output_path: "/chart.pdf" });
    expect(made).toMatchObject({ output: { pages: 1 } });
    expect((await pdfTexts(made.bytes))[0]).toContain("Riga");
  });
}
