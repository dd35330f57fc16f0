import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findings } from "./_looks.fixture.ts";
import { picture } from "./_picture.fixture.ts";
import { chromiumPath, noChromium, openBuilt, openSite, openTab } from "./_site.fixture.ts";
import { choose, openFile, openPanel, runTool } from "./_steps.fixture.ts";

const maxFirstLoad = 300_000;

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground looks right (${noChromium})`, () => {});
} else {
  await openSite();

  test.each(["desktop", "phone"] as const)(
    "%s: axe finds nothing in light or dark, nothing is wider than the page, and the docs have its picture",
    async (width) => {
      const page = await openTab({ width, isChecked: true });
      const show = (area: string) =>
        width === "phone" ? page.getByRole("navigation").getByRole("button", { name: area }).press("Enter") : undefined;
      const check = async () => {
        expect(await findings(page, "light")).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await findings(page, "dark")).toEqual([]);
        await page.emulateMedia({ colorScheme: "light" });
      };
      await page.getByRole("button", { name: "Repair the shop" }).press("Enter");
      await page.locator(".holdall-approval").waitFor();
      if (width === "desktop") await picture(page, "playground-approval.png");
      await check();
      await choose(page, "Permissions", "Accept edits");
      await page.locator("[data-answer=once]").press("Enter");
      await page.getByText("Done: one character in the rule").waitFor({ state: "attached" });
      if (width === "phone") await picture(page, "playground-phone.png");
      await show("Files");
      await openFile(page, "/src/rules.js");
      if (width === "phone") await check();
      else {
        await picture(page, "playground-desktop-light.png");
        await page.emulateMedia({ colorScheme: "dark" });
        await picture(page, "playground-desktop-dark.png");
        await page.emulateMedia({ colorScheme: "light" });
      }
      await show("Work");
      await page.getByText("Use a model of yours").click();
      await check();
      await openPanel(page, "Tools");
      await page.getByText("15 more parameters").click();
      await check();
      await openPanel(page, "Prompt");
      await check();
      await openPanel(page, "Events");
      await page.getByText("permission-request").first().click();
      await check();
    },
  );

  test("every tool has a form, and its example of JSON is valid", async () => {
    const page = await openTab({ isChecked: true });
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
    await page.getByRole("button", { name: "Run" }).press("Enter");
    await page.getByRole("alert").getByText("todos is no JSON").waitFor();
  });

  test("the built page works, keeps the chosen colors, and its first load is at most 300 kB, compressed", async () => {
    const page = await openTab();
    const paper = () => page.locator(".top").evaluate((bar) => getComputedStyle(bar).backgroundColor);
    const light = await paper();
    const colors = page.getByRole("button", { name: /Colors/ });
    await colors.click();
    expect(await paper()).toBe(light);
    await colors.click();
    await colors.getByText("Dark").waitFor();
    expect(await paper()).not.toBe(light);
    await page.reload();
    expect(await colors.textContent()).toBe("Colors: Dark");
    const found = await runTool(page, "grep_files", { pattern: "10 pieces" });
    expect(await found.locator(".holdall-outcome").textContent()).toContain("2 matches");
    const built = await openBuilt("production");
    const read = (file: string) => readFileSync(join(built, file));
    const html = String(read("index.html"));
    const first = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file = ""]) => file);
    expect(first.length).toBeGreaterThan(1);
    const bytes = ["index.html", ...first].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(maxFirstLoad);
  });
}
