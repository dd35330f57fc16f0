import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath, noChromium, openSite, openTab } from "./_site.fixture.ts";
import { choose, openFile, openPanel, runTool } from "./_steps.fixture.ts";

const images = join(import.meta.dirname, "../../../docs/images");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const mostImageBytes = 150_000;
const mostFirstLoad = 300_000;

/** Take a picture of the page. With HOLDALL_SCREENSHOTS set it goes to the docs; without, the one there must have its size. */
async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const taken = await page.screenshot();
  const file = join(images, name);
  if (process.env.HOLDALL_SCREENSHOTS) {
    mkdirSync(images, { recursive: true });
    writeFileSync(file, taken);
  }
  const kept = readFileSync(file);
  // A PNG begins with its signature and the header's length and name; then come width and height.
  const size = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
  expect(size(kept)).toEqual(size(taken));
  expect(kept.length).toBeLessThan(mostImageBytes);
}

interface Axe {
  run(options: {
    resultTypes: string[];
  }): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** What axe finds on the page that is serious or critical. */
async function findings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
    );
}

const looks = (["light", "dark"] as const).flatMap((scheme) =>
  (["desktop", "phone"] as const).map((width) => ({ scheme, width })),
);

if (chromiumPath === undefined) {
  test.skip(`the playground looks right (${noChromium})`, () => {});
} else {
  describe.each(looks)("$scheme, $width", ({ scheme, width }) => {
    test("axe finds nothing serious, and nothing is wider than the page", async () => {
      const page = await openTab({ scheme, width });
      const show = (area: string) =>
        width === "phone" ? page.getByRole("navigation").getByRole("button", { name: area }).click() : undefined;
      const check = async () => {
        expect(await findings(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      };
      await page.getByText("Use a model of yours").click();
      if (width === "phone") await check();
      await page.getByRole("button", { name: "Let the demo agent repair the shop" }).click();
      await page.locator(".holdall-approval").waitFor();
      await check();
      await choose(page, "Permissions", "Accept edits");
      await page.locator("[data-answer=once]").click();
      await page.locator('[data-tool="todo_write"]').nth(4).waitFor({ state: "attached" });
      await show("Files");
      await openFile(page, "/src/rules.js");
      if (width === "phone") await check();
      await show("Work");
      await openPanel(page, "Tools");
      await page.getByText("15 more parameters").click();
      await check();
      await openPanel(page, "Prompt");
      await check();
      await openPanel(page, "Events");
      await page.getByText("permission-request").first().click();
      await check();
    });

    test("pictures for the docs", async () => {
      const page = await openTab({ scheme, width, isBuilt: true });
      if (width === "desktop") await page.setViewportSize({ width: 1200, height: 700 });
      await page.getByRole("button", { name: "Let the demo agent repair the shop" }).click();
      await page.locator(".holdall-approval").waitFor();
      if (width === "desktop" && scheme === "light") await picture(page, "playground-approval.png");
      await choose(page, "Permissions", "Accept edits");
      await page.locator("[data-answer=once]").click();
      await page.getByText("Done: one character in the rule").waitFor({ state: "attached" });
      if (width === "desktop") {
        await openFile(page, "/src/rules.js");
        await page.getByText("pieces >= 10").first().waitFor();
        await picture(page, `playground-desktop-${scheme}.png`);
      } else if (scheme === "light") await picture(page, "playground-phone.png");
    });
  });

  test("every tool has a form, and its example of JSON is valid", async () => {
    const page = await openTab();
    await openPanel(page, "Tools");
    const list = page.getByRole("combobox", { name: "Tool", exact: true });
    const tools = await list.locator("option").allTextContents();
    expect(tools.length).toBeGreaterThan(15);
    for (const tool of tools) {
      await list.selectOption(tool);
      expect(await page.getByRole("button", { name: "Run" }).isVisible()).toBe(true);
    }
    const plan = await runTool(page, "todo_write", {});
    expect(await plan.locator(".holdall-outcome").textContent()).toContain("invalid input");
    await page.locator(".field-json textarea").fill("{");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("alert").getByText("todos is no JSON").waitFor();
  });

  test("colours can be chosen and are remembered", async () => {
    const page = await openTab({ scheme: "light" });
    const paper = () => page.locator(".top").evaluate((bar) => getComputedStyle(bar).backgroundColor);
    const light = await paper();
    const button = page.getByRole("button", { name: /Colours/ });
    await button.click();
    expect(await paper()).toBe(light);
    await button.click();
    expect(await paper()).not.toBe(light);
    await page.reload();
    expect(await button.textContent()).toBe("Colours: Dark");
  });

  test("the built page works, and its first load is at most 300 kB, compressed", async () => {
    const page = await openTab({ isBuilt: true });
    const found = await runTool(page, "grep_files", { pattern: "10 pieces" });
    expect(await found.locator(".holdall-outcome").textContent()).toContain("2 matches");
    const { built } = await openSite();
    const html = String(built.get("index.html"));
    const first = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file = ""]) => file);
    expect(first.length).toBeGreaterThan(1);
    const bytes = ["index.html", ...first].reduce((sum, file) => sum + gzipSync(built.get(file) ?? "").length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(mostFirstLoad);
  });
}
