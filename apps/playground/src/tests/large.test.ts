import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { choose, comesTo, openPanel, runTool } from "../fixtures/_steps.fixture.ts";

/** Rows that a page may hold for one list, however long it is. */
const maxRows = 200;
/** Milliseconds that an interaction may block the page. Generous: the machine may be busy with other tests. */
const maxBlocked = 1_000;

const watchTasks = () => {
  const tasks: number[] = [];
  Object.assign(globalThis, { tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
  });
};

/** The longest time that what is done blocks the page. */
async function blockedBy(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => Reflect.get(globalThis, "tasks").splice(0));
  await work();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return page.evaluate(() => Math.max(0, ...Reflect.get(globalThis, "tasks")));
}

/** Look through a long list: open it, jump to its end and back, and check what is drawn. */
async function lookThrough(page: Page, call: ReturnType<Page["locator"]>, lastRow: string, opens: boolean) {
  const rows = call.locator(".holdall-row");
  const list = call.locator(".holdall-rows");
  const scroll = (top: number) => list.evaluate((box, to) => box.scrollTo({ top: to }), top);
  if (opens) expect(await blockedBy(page, () => call.locator("summary").press("Enter"))).toBeLessThan(maxBlocked);
  await rows.first().waitFor();
  const height = await list.evaluate(({ scrollHeight }) => scrollHeight);
  expect(await blockedBy(page, () => scroll(height))).toBeLessThan(maxBlocked);
  await rows.last().getByText(lastRow).waitFor();
  expect(await rows.count()).toBeLessThanOrEqual(maxRows);
  expect(await blockedBy(page, () => scroll(height / 2))).toBeLessThan(maxBlocked);
  expect(await rows.count()).toBeLessThanOrEqual(maxRows);
  const isInSight = await list.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const drawn = [...box.querySelectorAll(".holdall-row")].map((row) => row.getBoundingClientRect());
    return (drawn[0]?.top ?? Infinity) <= top && (drawn.at(-1)?.bottom ?? 0) >= bottom;
  });
  expect(isInSight).toBe(true);
}

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`long results stay responsive (${noChromium})`, () => {});
} else {
  await openSite();

  test("2,000 matches and a diff of 2,000 lines stay responsive", async () => {
    const page = await openTab({ prepare: watchTasks });
    await choose(page, "Permissions", "Never ask");
    const long = Array.from({ length: 10_000 }, (_, at) => `needle ${at + 1}`).join("\n");
    const half = Array.from({ length: 1_000 }, (_, at) => `old ${at + 1}`).join("\n");
    await page.getByLabel("Files to upload").setInputFiles([
      { name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(long) },
      { name: "half.txt", mimeType: "text/plain", buffer: Buffer.from(half) },
    ]);
    await page.getByText("2 files added").waitFor();
    await openPanel(page, "Tools");
    await page.getByText(/^\d+ more parameters$/).click();
    await page.getByRole("spinbutton", { name: "limit" }).fill("2000");
    const found = await runTool(page, "grep_files", { pattern: "needle" });
    await comesTo(found, "success");
    await lookThrough(page, found, "needle 2000", true);

    await runTool(page, "read_file", { path: "/half.txt" });
    const changed = await runTool(page, "write_file", { path: "/half.txt", content: half.replaceAll("old", "new") });
    await comesTo(changed, "success");
    await lookThrough(page, changed, "new 1000", false);
  });

  test("a file over a megabyte opens for reading, and says why it cannot be edited", async () => {
    const page = await openTab();
    const lines = Array.from({ length: 12_000 }, (_, at) => `${at + 1} `.padEnd(110, "."));
    const buffer = Buffer.from(`${lines.join("\n")}\n`);
    await page.getByLabel("Files to upload").setInputFiles([{ name: "huge.log", mimeType: "text/plain", buffer }]);
    await page.getByRole("button", { name: /huge\.log/ }).click();
    const text = page.getByLabel("Text of /huge.log");
    await page.getByText("Only the first of its 1.3 MB is shown").waitFor();
    const shown = await text.inputValue();
    expect(buffer.toString().startsWith(shown)).toBe(true);
    expect(shown.length).toBeGreaterThan(900_000);
    expect(shown.at(-1)).toBe("\n");
    expect(await text.getAttribute("readonly")).not.toBeNull();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  });
}
