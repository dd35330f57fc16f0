import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { inspect, inspectOtherColors, show } from "../fixtures/_looks.fixture.ts";
import { picture } from "../fixtures/_picture.fixture.ts";
import { chromiumPath, noChromium, openBuilt, openSite, openTab, sizes } from "../fixtures/_site.fixture.ts";
import { choose, openFile, openPanel, runTool, startTour } from "../fixtures/_steps.fixture.ts";

const maxFirstLoad = 260_000;

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground looks right (${noChromium})`, () => {});
} else {
  await openSite();

  test("axe finds nothing in light or dark, nothing is wider than the page, and the docs have its picture", async () => {
    const page = await openTab({ isChecked: true });
    await startTour(page, "Repair the shop");
    await page.locator(".holdall-approval").waitFor();
    await picture(page, "playground-approval.png");
    await inspect(page, "approval");
    await choose(page, "Permissions", "Accept edits");
    await page.locator("[data-answer=once]").press("Enter");
    await page.getByText("Done: one character in the rule").waitFor({ state: "attached" });
    await page.setViewportSize(sizes.phone);
    await picture(page, "playground-phone.png");
    await show(page, "Files");
    await openFile(page, "/src/rules.js");
    await inspect(page, "file", "Files");
    await page.setViewportSize(sizes.desktop);
    await picture(page, "playground-desktop-light.png");
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "playground-desktop-dark.png");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByText("Use a model of yours").click();
    await inspect(page, "model", "Chat");
    await openPanel(page, "Tools");
    await page.getByText(/^\d+ more parameters$/).click();
    await inspect(page, "tools", "Panels");
    await openPanel(page, "Prompt");
    await inspect(page, "prompt", "Panels");
    await openPanel(page, "Events");
    await page.getByText("permission-request").first().click();
    await inspect(page, "events", "Panels");
    await inspectOtherColors(page);
  });

  test("every tool has a form, and its example of JSON is valid", async () => {
    const page = await openTab({ isChecked: true });
    await openPanel(page, "Tools");
    const list = page.getByRole("combobox", { name: "Tool", exact: true });
    const tools = await list.locator("option").allTextContents();
    expect(tools.length).toBeGreaterThan(15);
    for (const tool of tools) {
      await list.selectOption(tool);
      expect(await page.getByRole("button", { name: /^Run\b/ }).isVisible()).toBe(true);
    }
    const plan = await runTool(page, "todo_write", {});
    expect(await plan.locator(".holdall-outcome").textContent()).toContain("invalid input");
    await page.locator(".field-json textarea").fill("{");
    await page.getByRole("button", { name: /^Run\b/ }).press("Enter");
    await page.getByRole("alert").getByText("todos is not JSON").waitFor();
  });

  test("the built page works, keeps the chosen colors, and its first load is at most 260 kB, compressed", async () => {
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
