import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { show } from "../fixtures/_looks.fixture.ts";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { openFile, openPanel, orderOf, startTour } from "../fixtures/_steps.fixture.ts";

const minTarget = 44;

/** What can be pressed and is smaller than a fingertip. A link in a sentence, and what has a label around it, may be. */
const smallTargets = (page: Page): Promise<string[]> =>
  page
    .locator("button, select, summary, textarea, input, a[href], [role=tab]")
    .filter({ visible: true })
    .evaluateAll(
      (all, min) =>
        all.flatMap((element) => {
          const target = element.matches("[type=checkbox], [type=radio]") ? element.closest("label, .field") : element;
          if (!target || getComputedStyle(target).display === "inline") return [];
          const { width, height } = target.getBoundingClientRect();
          if (width >= min && height >= min) return [];
          return [`${element.outerHTML.slice(0, 120)}: ${Math.round(width)} × ${Math.round(height)}`];
        }),
      minTarget,
    );

/** Rows of the page's frame whose parts do not stand side by side, and buttons whose text takes several lines. */
const wrapped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const rows = [".top", ".chat > .head", ".ask", ".choices", '[role="tablist"]', ".areas-nav", ".add", ".actions"];
    const broken = rows.filter((row) => {
      const parts = [...(document.querySelector(row)?.children ?? [])].filter(isShown);
      const places = parts.map((part) => part.getBoundingClientRect());
      return Math.max(...places.map(({ top }) => top)) >= Math.min(...places.map(({ bottom }) => bottom));
    });
    const tall = [...document.querySelectorAll("button")].filter((button) => {
      if (!isShown(button) || button.closest(".tours, .log")) return false;
      const text = document.createRange();
      text.selectNodeContents(button);
      return text.getBoundingClientRect().height > 30;
    });
    return [...broken, ...tall.map(({ outerHTML }) => outerHTML)];
  });

const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground's layout holds (${noChromium})`, () => {});
} else {
  await openSite();

  test("on a phone everything that is pressed is at least 44 px high and wide", async () => {
    const page = await openTab({ width: "phone" });
    expect(await smallTargets(page)).toEqual([]);
    await startTour(page, "Repair the shop");
    await page.locator(".holdall-approval").waitFor();
    await page.getByText("Use a model of yours").press("Enter");
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop" }).press("Enter");
    await page.getByRole("button", { name: "Tours" }).press("Enter");
    expect(await smallTargets(page)).toEqual([]);
    await show(page, "Files");
    expect(await smallTargets(page)).toEqual([]);
    await openFile(page, "/src/rules.js");
    expect(await smallTargets(page)).toEqual([]);
    await show(page, "Panels");
    for (const panel of await page.locator(".tab-choice option").allTextContents()) {
      await openPanel(page, panel);
      expect([panel, ...(await smallTargets(page))]).toEqual([panel]);
    }
  });

  test("from a phone to a desktop nothing scrolls sideways, and from 800 px on nothing wraps, with or without a file", async () => {
    const page = await openTab();
    await startTour(page, "Repair the shop");
    await page.locator(".holdall-approval").waitFor();
    for (const file of [undefined, "/src/rules.js"]) {
      if (file) await openFile(page, file);
      for (const width of [390, 800, 959, 960, 1024, 1099, 1100, 1239, 1240, 1300, 1340, 1360]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, await excess(page)]).toEqual([width, 0]);
        if (width >= 800) expect([width, ...(await wrapped(page))]).toEqual([width]);
        const choices = page.locator('.tab-choice, [role="tablist"]').filter({ visible: true });
        if (width >= 960) expect(await choices.count()).toBe(1);
      }
    }
    await page.setViewportSize({ width: 800, height: 800 });
    await page.getByRole("navigation").getByRole("button", { name: "Panels" }).press("Enter");
    expect(await wrapped(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await openPanel(page, "Rewind");
    await page.getByText("Files as they were").or(page.getByText("Nothing to go back to yet")).waitFor();
    expect(await excess(page)).toBe(0);
  });

  test("the transcript has the task, words, reasoning and calls in order; tours fold once one has begun", async () => {
    const page = await openTab();
    const tours = page.getByRole("list", { name: "Tours" });
    await tours.waitFor();
    await startTour(page, "Repair the shop");
    for (const at of [1, 2])
      await page.locator('[data-tool="edit_file"]').nth(at).locator("[data-answer=once]").press("Enter");
    await page.getByText("Done: one character in the rule").waitFor();
    expect(await tours.count()).toBe(0);
    const order = await orderOf(page);
    const kinds = order.map((entry) => entry.slice(0, entry.indexOf(":")));
    expect(kinds.join(" ")).toBe(
      "task said calls said calls said calls reasoning said calls said calls said calls said",
    );
    expect(order[0]).toBe("task: Repair the shop");
    expect(order[2]).toBe("calls: todo_write, grep_files, list_files");
    // What was thought is there to be unfolded.
    const reasoning = page.locator(".reasoning");
    expect(await reasoning.getByText("10 itself must count").isVisible()).toBe(false);
    await reasoning.locator("summary").press("Enter");
    expect(await reasoning.getByText("10 itself must count").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Tours" }).press("Enter");
    await tours.getByRole("button", { name: "Search the code" }).press("Enter");
    await page.locator(".task").getByText("Search the code").waitFor();
    expect(await tours.count()).toBe(0);
  });
}
