import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
// By path, as packages must not need each other in a circle.
import { chromiumPath, connect, noChromium } from "../../../backends-opfs/src/_browser.fixture.ts";
import type { ProgramOutput } from "../index.ts";

const kinds: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".html": "text/html",
};

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;

declare const holdall: { run(code: string): Promise<{ output: ProgramOutput; error?: string; ms: number }> };

const run = (code: string) => page.evaluate((text) => holdall.run(text), code);

if (!chromiumPath) {
  // There is no browser here.
  test.skip(`programs in a browser: ${noChromium}`, () => {});
} else {
  beforeAll(async () => {
    folder = mkdtempSync(join(import.meta.dirname, "../../node_modules/.page-"));
    writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="./page.ts"></script>');
    writeFileSync(
      join(folder, "page.ts"),
      `import { offerPrograms } from "../../src/tests/_page.fixture.ts";\nofferPrograms();\n`,
    );
    await build({
      root: folder,
      logLevel: "error",
      configFile: false,
      build: { target: "es2023", minify: false, outDir: "out", reportCompressedSize: false },
    });
    server = createServer(async ({ url = "/" }, response) => {
      const file = join(folder, "out", url === "/" ? "index.html" : url);
      const bytes = await readFile(file).catch(() => undefined);
      response.setHeader("content-type", kinds[extname(file)] ?? "text/plain");
      response.statusCode = bytes ? 200 : 404;
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await connect();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "holdall" in globalThis);
  }, 30_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a program calls tools, TypeScript included, and leaves what it writes", async () => {
    const { output, error } = await run(
      "const n: number = JSON.parse((await tools.read_file({ path: '/a.json' })).content).n;\nawait tools.write_file({ path: '/new', content: String(n) });\nreturn n + (await tools.read_file.text({ path: '/new' })).length",
    );
    expect(error).toBeUndefined();
    expect(output.value).toBeGreaterThan(42);
  });

  test("it sees nothing of the page or its worker", async () => {
    const { output } = await run(
      "return ['window', 'self', 'document', 'fetch', 'indexedDB', 'importScripts', 'postMessage'].filter((name) => name in globalThis)",
    );
    expect(output.value).toEqual([]);
  });

  test.each([
    ["an endless loop", "for (;;);"],
    ["endless microtasks", "const again = () => Promise.resolve().then(again); await again()"],
    ["typed arrays", "const all = []; for (;;) all.push(new Uint8Array(4e6).fill(1))"],
    ["recursion", "const again = () => again() + 1; return again()"],
    ["the parser", "return eval('('.repeat(5e4))"],
    ["nested JSON", "let all = []; for (let i = 0; i < 1e5; i++) all = [all]; return all"],
    ["a promise that never settles", "await new Promise(() => {})"],
  ])("%s ends, and the next program works", async (_, code) => {
    const { output } = await run(code);
    expect(output.status).not.toBe("done");
    expect((await run("return 'still here'")).output.value).toBe("still here");
  });
}
