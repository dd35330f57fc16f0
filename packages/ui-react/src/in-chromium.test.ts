import { join } from "node:path";
import type { CallView, ViewBlock } from "@holdall/call-view";
import axe from "axe-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { chromiumPath, noChromium, openSite } from "../../backends-opfs/src/_browser.fixture.ts";
import type { Stage } from "./_page.fixture.tsx";

declare const holdall: Stage;

const call = (fields: Partial<CallView> = {}): CallView => ({
  id: "1",
  tool: "read_file",
  title: "Read file",
  category: "filesystem",
  state: "success",
  subject: "a.ts",
  outcome: "1 line",
  blocks: [],
  ...fields,
});

/** As small as a PDF can be. */
const onePage = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj
trailer<</Root 1 0 R>>`;

const codeOf = (count: number): ViewBlock => ({
  kind: "code",
  path: "a.ts",
  lines: Array.from({ length: count }, (_, at) => ({ number: at + 1, text: `line ${at + 1}` })),
  more: 0,
});

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`components behave in a page (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_page.fixture.tsx"), "in memory");
  const page = await site.open();
  await page.addStyleTag({ path: join(import.meta.dirname, "styles.css") });
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on("console", (line) => void (line.type() === "log" || problems.push(line.text())));
  page.on("pageerror", (error) => problems.push(error.message));

  const showCalls = (...calls: CallView[]) => page.evaluate((shown) => holdall.showCalls(shown), calls);
  const showPart = (part: object) =>
    page.evaluate((shown) => holdall.showParts([{ type: "tool-write_file", toolCallId: "1", ...shown }]), part);

  beforeEach(() => page.evaluate(() => holdall.clear()));
  // React warns on the console: about keys, about effects, about markup that cannot be.
  afterEach(() => expect(problems.splice(0)).toEqual([]));
  afterAll(() => site.close());

  test("a renderer that throws breaks its own call, and has another chance when the call changes", async () => {
    const fragile = call({ id: "2", tool: "fragile", outcome: "broken" });
    const [before, after] = [call({ subject: "before" }), call({ id: "3", subject: "after" })];
    await showCalls(before, fragile, after);
    await page.getByText("Read file").first().waitFor();
    const articles = page.getByRole("listitem");
    expect(await articles.count()).toBe(3);
    const line = articles.nth(1);
    await line.getByText("fragile: this call cannot be shown.").waitFor();
    expect(await articles.allTextContents()).toEqual([
      expect.stringContaining("before"),
      expect.stringContaining("cannot be shown"),
      expect.stringContaining("after"),
    ]);
    expect(await page.evaluate(() => holdall.caught)).toContain("Error: I break.");
    await showCalls(before, { ...fragile, subject: "changed, and still broken" }, after);
    await showCalls(before, { ...fragile, outcome: "fine" }, after);
    await line.locator("summary").click();
    await line.getByText("whole again").waitFor();
  });

  const streams = "an input that streams in 200 pieces keeps what is open, where the focus is and how far one has read";
  test(streams, { timeout: 90_000 }, async () => {
    const text = Array.from({ length: 300 }, (_, at) => `line ${at}`).join("\n");
    const piece = (share: number) =>
      showPart({ state: "input-streaming", input: { path: "a.txt", content: text.slice(0, text.length * share) } });
    await piece(0.2);
    const details = page.locator("details");
    await details.locator("summary").click();
    const rows = page.locator(".holdall-rows");
    await rows.evaluate((box) => box.scrollTo({ top: 400 }));
    const element = await rows.elementHandle();
    for (let at = 41; at <= 240; at += 1) await piece(at / 240);
    expect(await details.getAttribute("open")).not.toBeNull();
    expect(await rows.evaluate(({ scrollTop }) => scrollTop)).toBe(400);
    expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
    await details.locator("summary").click();
    await showPart({ state: "output-error", input: { path: "a.txt", content: text }, errorText: "No space." });
    await page.locator("[data-state=error]").waitFor();
    expect(await details.getAttribute("open")).toBeNull();
    await details.locator("summary").press("Enter");
    await page.getByText("No space.").waitFor();
  });

  test("of 10,000 rows those in sight are drawn, by wheel and by key, when the box grows, and when rows go", async () => {
    await showCalls(call({ blocks: [codeOf(10_000)] }));
    const rows = page.locator(".holdall-rows");
    const first = () => rows.locator(".holdall-number").first().textContent();
    const isFilled = () =>
      page.waitForFunction(() => {
        const box = document.querySelector(".holdall-rows");
        const drawn = [...document.querySelectorAll(".holdall-row")].map((row) => row.getBoundingClientRect());
        const { top, bottom } = box?.getBoundingClientRect() ?? { top: 0, bottom: 1 };
        return (drawn[0]?.top ?? Infinity) <= top + 1 && (drawn.at(-1)?.bottom ?? 0) >= bottom - 1;
      });
    const drawn = () => rows.locator(".holdall-row").count();
    await rows.hover();
    await page.mouse.wheel(0, 50_000);
    await page.waitForFunction(() => (document.querySelector(".holdall-rows")?.scrollTop ?? 0) > 40_000);
    await isFilled();
    expect(Number(await first())).toBeGreaterThan(2_000);
    expect(await drawn()).toBeLessThanOrEqual(100);
    await rows.focus();
    await page.keyboard.press("End");
    await page.getByText("line 10000", { exact: true }).waitFor();
    await isFilled();
    await page.evaluate(() => document.body.style.setProperty("--holdall-height", "3000px"));
    await isFilled();
    expect(await drawn()).toBeGreaterThan(140);
    await page.evaluate(() => document.body.style.removeProperty("--holdall-height"));
    await showCalls(call({ blocks: [codeOf(300)] }));
    await page.getByText("line 300", { exact: true }).waitFor();
    await isFilled();
    await showCalls(call({ blocks: [codeOf(50)] }));
    expect(await drawn()).toBe(50);
    await showCalls(call({ blocks: [codeOf(5_000)] }));
    await isFilled();
    expect(await drawn()).toBeLessThanOrEqual(200);
  });

  test("copying copies all of it, says so until one goes on, and says when it did not work", async () => {
    const copy = page.getByRole("button", { name: "Copy a.ts" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await showCalls(call({ blocks: [codeOf(1_000)] }));
    await copy.click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split("\n")).toEqual(Array.from({ length: 1_000 }, (_, at) => `line ${at + 1}`));
    await page.keyboard.press("Tab");
    await page.getByText("Copy", { exact: true }).waitFor();
    await page.evaluate(() =>
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new Error("not allowed")) },
      }),
    );
    await copy.click();
    await page.getByText("Not copied", { exact: true }).waitFor();
  });

  test("a question is answered with what was pressed, and is gone when the call goes on", async () => {
    const approval = { id: "1", prompt: "Really?", access: [{ action: "write", target: "/a" }] };
    await showCalls(call({ state: "asking", approval }));
    const names = ["Allow once", "Allow in this session", "Always allow", "Deny"];
    for (const name of names) await page.getByRole("group").getByRole("button", { name }).press("Enter");
    const given = await page.evaluate(() => holdall.answers);
    expect(given).toEqual(["once", "session", "always", "deny"].map((answer) => ["1", answer]));
    await showCalls(call({ state: "running" }));
    expect(await page.getByRole("group").count()).toBe(0);
  });

  test("addresses of pictures are given back", async () => {
    await page.evaluate(() => holdall.showImage());
    const size = () => page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1);
    await page.evaluate(() => holdall.showImage());
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1);
    expect(await size()).toBe(1);
    await page.evaluate(() => holdall.clear());
    const { made, revoked } = await page.evaluate(() => ({ made: holdall.made, revoked: holdall.revoked }));
    expect(made.length).toBeGreaterThan(1);
    expect(revoked.toSorted()).toEqual(made.toSorted());
  });

  test("a PDF is shown in a frame of its own, can be opened and kept, and leaves nothing behind", async () => {
    const isAllGiven = () =>
      page.waitForFunction(() => holdall.made.toSorted().join() === holdall.revoked.toSorted().join());
    await page.evaluate((text) => holdall.showFile("application/pdf", text), onePage);
    const download = page.getByRole("link", { name: "Download a.file" });
    expect(await download.getAttribute("download")).toBe("a.file");
    const open = page.getByRole("link", { name: "Open a.file" });
    expect(await open.getAttribute("href")).toBe(await download.getAttribute("href"));
    const canShow = await page.evaluate(() => navigator.pdfViewerEnabled);
    expect(await page.getByTitle("Preview of a.file").count()).toBe(canShow ? 1 : 0);
    await download.focus();
    if (canShow) {
      const tab = async () => {
        await page.keyboard.press("Tab");
        return page.evaluate(() => document.activeElement?.tagName);
      };
      // The viewer can be entered once it has started.
      await expect.poll(tab, { timeout: 20_000 }).toBe("IFRAME");
    }
    await page.addScriptTag({ content: axe.source });
    const violations = await page.evaluate(async () => {
      const found = await (Reflect.get(globalThis, "axe") as typeof axe).run(".holdall-document", { iframes: false });
      return found.violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
    await page.evaluate(() => holdall.clear());
    await isAllGiven();
    await page.evaluate(() => holdall.showFile("application/pdf", "<script>parent.isBroken = true</script>"));
    await page.getByText("No preview: It is not a PDF now.").waitFor();
    await page.evaluate(() => holdall.showFile("application/pdf", ""));
    await page.getByText("No preview: It is gone.").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  });

  test("an SVG is a picture, and nothing in it runs, even on its own", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3" onload="parent.isBroken = true"><script>isBroken = true</script></svg>';
    await page.evaluate((text) => holdall.showFile("image/svg+xml", text), svg);
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 7);
    const address = await page.getByRole("link", { name: "Download a.file" }).getAttribute("href");
    expect(await page.evaluate(async (url) => (await fetch(url ?? "")).headers.get("content-type"), address)).toBe(
      "application/octet-stream",
    );
    expect(await page.getByRole("link").count()).toBe(1);
    expect(await page.evaluate(() => "isBroken" in globalThis)).toBe(false);
  });
}
