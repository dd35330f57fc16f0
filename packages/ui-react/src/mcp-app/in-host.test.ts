import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { memoryBackend } from "@holdall/backends-memory";
import { serveHttp } from "@holdall/mcp/http";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { dataTools } from "@holdall/tools-data";
import { docsTools } from "@holdall/tools-docs";
import { fsTools } from "@holdall/tools-fs";
import { todoTools } from "@holdall/tools-todos";
import axe from "axe-core";
import type { Frame } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { buildCallPage } from "../../../../scripts/_call-page.ts";
import { chromiumPath, noChromium, openSite } from "../../../backends-opfs/src/_browser.fixture.ts";
import { documentFiles } from "./_documents.fixture.ts";
import type { AppHost } from "./_host.fixture.ts";
import { callApp } from "./call-app.ts";

declare const holdall: AppHost;

const picture = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

if (chromiumPath === undefined) {
  // There is nothing to run it in.
  test.skip(`calls are shown in a host of MCP Apps (${noChromium})`, () => {});
} else {
  const backend = memoryBackend({
    files: {
      "/shop.ts": "export const limit = 10;\nexport const name = 'shop';\n",
      "/found.ts": "export const needed = 1;\n",
      "/sales.csv": "region,amount\nnorth,10\nsouth,30\nnorth,5\n",
      "/evil.md": "<img src=x onerror=alert(1)><script>alert(2)</script> needle\n",
    },
  });
  const files = { "/dot.png": picture, ...(await documentFiles()) };
  for (const [path, bytes] of Object.entries(files)) await backend.write(path as never, bytes);
  const html = await buildCallPage(join(import.meta.dirname, "../.."));
  const app = { ...callApp(), html: async () => html };
  const shows = (tool: string) => app.shows(tool) || tool === "read_file";
  const site = await openSite(join(import.meta.dirname, "_host.fixture.ts"), "in memory");
  const server = await serveHttp(
    () =>
      openSession(
        createRegistry([
          ...fsTools({ backend }),
          ...dataTools({ backend }),
          ...todoTools(),
          ...docsTools({ backend, chromium: false }),
        ]),
        {
          policy: allow(),
        },
      ),
    { app: { ...app, shows }, allowedOrigins: [site.origin], onError: () => {} },
  );
  const page = await site.open();
  page.setDefaultTimeout(20_000);
  afterAll(async () => {
    await site.close();
    await server.close();
  });
  const listed = await page.evaluate((url) => holdall.connect(url, true), server.url);

  const shown = async (
    name: string,
    args: object,
    theme: "light" | "dark" = "light",
    changed?: object,
  ): Promise<Frame> => {
    await page.evaluate(([...given]) => holdall.show(...given), [
      name,
      args as Record<string, unknown>,
      theme,
      changed,
    ] as const);
    // The frame of the element that is there now: the list of frames may still hold the one before.
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    if (!frame) throw new Error("no frame");
    return frame;
  };

  test("tools whose result is worth seeing name their page, and only for clients that show pages", async () => {
    expect(Object.fromEntries(listed)).toMatchObject({
      edit_file: app.uri,
      aggregate_data: app.uri,
      todo_write: app.uri,
      grep_files: app.uri,
      file_info: null,
    });
    const other = await site.open();
    const plain = await other.evaluate((url) => holdall.connect(url, false), server.url);
    expect(plain.filter(([, uri]) => uri !== null)).toEqual([]);
    const answer = await other.evaluate(() => holdall.call("file_info", { path: "/shop.ts" }));
    expect(answer._meta).toBeUndefined();
    await other.close();
  });

  test("the page is small, and allows nothing but itself", () => {
    expect(gzipSync(html).length).toBeLessThan(120_000);
    expect(html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1]).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data: blob:; base-uri 'none'; form-action 'none'$/,
    );
    expect(html).not.toMatch(/(?:src|href)="https?:/);
  });

  const views: readonly [what: string, tool: string, args: object, text: RegExp][] = [
    ["the diff of an edit", "edit_file", { path: "/shop.ts", old_string: "10", new_string: "20" }, /limit = 20/],
    [
      "a table",
      "aggregate_data",
      { path: "/sales.csv", group_by: ["region"], aggregates: { total: "sum(amount)" } },
      /north/,
    ],
    [
      "a todo list",
      "todo_write",
      { todos: [{ content: "Sweep the floor", status: "in_progress" }] },
      /Sweep the floor/,
    ],
    ["search results", "grep_files", { pattern: "needed" }, /found/],
    ["a picture", "read_file", { path: "/dot.png" }, /dot\.png/],
    ["a PDF by pages", "read_file", { path: "/letter.pdf" }, /And this is page two\./],
    ["slides", "read_file", { path: "/talk.pptx" }, /Second point/],
    ["sheets as tables", "read_file", { path: "/costs.xlsx" }, /south/],
    [
      "a report, in which nothing becomes a part of the page",
      "read_file",
      { path: "/report.docx" },
      /<img src=x onerror/,
    ],
    [
      "a PDF that was made, by the text that it was made of",
      "generate_pdf",
      { output_path: "/made.pdf", markdown: "# Letter\n\nDear **reader**,\n\n- one\n- two\n", overwrite: true },
      /Dear/,
    ],
  ];
  test.each(views)(
    "%s is shown, light and dark, without anything that axe objects to",
    { timeout: 60_000 },
    async (_, tool, args, text) => {
      for (const theme of ["light", "dark"] as const) {
        // Again what was done, where it can be done once.
        if (tool === "edit_file")
          await backend.write("/shop.ts" as never, new TextEncoder().encode("export const limit = 10;\n"));
        if (tool === "edit_file") await page.evaluate(() => holdall.call("read_file", { path: "/shop.ts" }));
        const frame = await shown(tool, args, theme);
        await frame.getByText(text).first().waitFor();
        expect(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme);
        await page.waitForFunction(() => document.querySelector("iframe")!.clientHeight > 40);
        await frame.evaluate(`${axe.source}; undefined`);
        const { violations } = (await frame.evaluate(
          "axe.run(document, { rules: { region: { enabled: false } } })",
        )) as axe.AxeResults;
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
        const taken = await page.locator("iframe").screenshot();
        const name = `app-${tool}-${String(Object.values(args)[0]).replace(/\W+/g, "-").slice(0, 20)}-${theme}.png`;
        if (process.env.HOLDALL_LOOK) writeFileSync(join(process.env.HOLDALL_LOOK, name), taken);
        if (tool !== "edit_file" || theme !== "dark") continue;
        // With HOLDALL_SCREENSHOTS set it goes to the docs; without, the one there must have its width.
        const kept = join(import.meta.dirname, "../../../../docs/images/mcp-app.png");
        if (process.env.HOLDALL_SCREENSHOTS) writeFileSync(kept, taken);
        expect(readFileSync(kept).readUInt32BE(16)).toBe(taken.readUInt32BE(16));
      }
    },
  );

  test("documents are divided as they are, and a file of text stays one line until it is opened", async () => {
    const pages = await shown("read_file", { path: "/letter.pdf" });
    await pages.getByText("Page 2", { exact: true }).waitFor();
    const sheets = await shown("read_file", { path: "/costs.xlsx" });
    await sheets.getByText("Sheet 1: Costs", { exact: true }).waitFor();
    await sheets.getByText("Sheet 2: Empty: empty", { exact: true }).waitFor();
    expect(await sheets.getByRole("cell", { name: "30" }).count()).toBe(1);
    const report = await shown("read_file", { path: "/report.docx" });
    await report.getByText("a tenth").waitFor();
    expect(await report.evaluate(() => document.querySelectorAll("img").length)).toBe(0);
    const text = await shown("read_file", { path: "/found.ts" });
    await text.getByText("Read file", { exact: true }).first().waitFor();
    expect(await text.getByText("needed = 1").count()).toBe(0);
    await text.locator("summary").press("Enter");
    await text.getByText("needed").first().waitFor();
  });

  test("a failure, a denial and a cancellation are said in their words", async () => {
    const missing = await shown("edit_file", { path: "/none.ts", old_string: "a", new_string: "b" });
    await missing.getByText("not found").first().waitFor();
    await page.evaluate(() => holdall.cancel("The person said stop."));
    await missing.getByText("The person said stop.").waitFor();
  });

  test("the page says how high it is, and takes the width that it gets", async () => {
    await page.evaluate(() => void holdall.sizes.splice(0));
    await shown("grep_files", { pattern: "needed" });
    await page.waitForFunction(() => document.querySelector("iframe")!.clientHeight > 40);
    const sizes = await page.evaluate(() => holdall.sizes);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.filter(({ width }) => width !== undefined)).toEqual([]);
  });

  test("a result without our data is shown by its text", async () => {
    const frame = await shown("grep_files", { pattern: "x" }, "light", {
      content: [{ type: "text", text: "plain words" }],
    });
    await frame.getByText("plain words").waitFor();
  });

  test("attack: text of a file becomes no part of the page, and the page reaches no network", async () => {
    const frame = await shown("grep_files", { pattern: "needle" });
    await frame.getByText("onerror").first().waitFor();
    expect(await frame.evaluate(() => document.querySelectorAll("img, script[src]").length)).toBe(0);
    const reached = await frame.evaluate(async (url) => {
      const image = new Promise((resolve) => {
        const tried = new Image();
        tried.onload = () => resolve("loaded");
        tried.onerror = () => resolve("refused");
        tried.src = `${url}/pixel.png`;
      });
      return [
        await fetch(url).then(
          () => "fetched",
          () => "refused",
        ),
        await image,
      ];
    }, site.origin);
    expect(reached).toEqual(["refused", "refused"]);
  });

  test("attack: messages of another window are not the host's", async () => {
    const frame = await shown("grep_files", { pattern: "needed" });
    await frame.getByText(/found/).first().waitFor();
    await frame.evaluate(() => {
      const other = document.createElement("iframe");
      document.body.append(other);
      const result = { content: [{ type: "text", text: "forged" }] };
      const message = { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: result };
      window.dispatchEvent(new MessageEvent("message", { data: message, source: other.contentWindow }));
      other.remove();
    });
    await page.evaluate(() => holdall.theme("dark"));
    await expect.poll(() => frame.evaluate(() => document.documentElement.style.colorScheme)).toBe("dark");
    expect(await frame.getByText("forged").count()).toBe(0);
  });
}
