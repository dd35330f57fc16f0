import { isBuiltin } from "node:module";
import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { connect } from "../../../../packages/backends-opfs/src/_browser.fixture.ts";
import { chromiumPath, noChromium } from "../fixtures/_site.fixture.ts";

const origin = "http://localhost:1";

/** Modules of Node that some module of the page imports. */
const askedOfNode: string[] = [];
let built: ReturnType<typeof makePage> | undefined;

/** The chunks of the page as Vite builds it for a browser, by their path. */
const buildPage = () => (built ??= makePage());

async function makePage(): Promise<Map<string, string>> {
  const made = await build({
    configFile: false,
    root: join(import.meta.dirname, "../fixtures"),
    logLevel: "silent",
    plugins: [
      {
        name: "watch-for-node",
        enforce: "pre",
        resolveId(source, importer) {
          if (isBuiltin(source)) askedOfNode.push(`${importer}: ${source}`);
        },
      },
    ],
    build: {
      write: false,
      target: "es2022",
      rollupOptions: {
        input: join(import.meta.dirname, "../fixtures/_preset-page.fixture.ts"),
        output: { entryFileNames: "main.js" },
      },
    },
  });
  const outputs = Array.isArray(made) ? made : "output" in made ? [made] : [];
  const chunks = outputs.flatMap(({ output }) => output).flatMap((file) => (file.type === "chunk" ? [file] : []));
  return new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]));
}

test("a Vite page with a preset on memory needs no module of Node", { timeout: 60_000 }, async () => {
  const files = await buildPage();
  expect(files.get("/main.js")).toContain("document.title");
  expect(askedOfNode).toEqual([]);
});

// A browser is not part of an installation.
test.skipIf(chromiumPath === undefined)(
  chromiumPath === undefined ? noChromium : "and its tools work in Chromium",
  { timeout: 60_000 },
  async () => {
    const files = await buildPage();
    const browser = await connect();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.route(`${origin}/**`, (route) => {
        const code = files.get(new URL(route.request().url()).pathname);
        const html = '<!doctype html><title>wait</title><script type="module" src="/main.js"></script>';
        return route.fulfill({
          contentType: code === undefined ? "text/html" : "text/javascript",
          body: code ?? html,
        });
      });
      await page.goto(origin);
      await expect.poll(() => [page.title(), ...errors][0], { timeout: 20_000 }).not.toBe("wait");
      expect(errors).toEqual([]);
      const [found, hasWrittenToGit] = JSON.parse(await page.title()) as [object, boolean];
      expect(JSON.stringify(found)).toContain("/a.txt");
      expect(hasWrittenToGit).toBe(false);
    } finally {
      await browser.close();
    }
  },
);
