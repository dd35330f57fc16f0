import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { sizes } from "./_site.fixture.ts";

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** What axe finds on the page; of what is dark, colors alone can be asked about. */
export async function findings(page: Page, asked: "light" | "dark" = "light"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ content: axe.source });
  const { violations } = await page.evaluate((options) => (Reflect.get(globalThis, "axe") as Axe).run(options), {
    resultTypes: ["violations"],
    ...(asked === "dark" && { runOnly: ["color-contrast"] }),
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
  );
}

export type Area = "Files" | "Work" | "Calls";

/** Show an area; where all of them are in sight there is nothing to press. */
export async function show(page: Page, area: Area): Promise<void> {
  if (page.viewportSize()?.width === sizes.phone.width)
    await page.getByRole("navigation").getByRole("button", { name: area }).press("Enter");
}

/**
 * Nothing from axe on a desktop in light and on a phone in the dark, and nothing wider than the page on either. On the phone
 * `area` is looked at. The page is left as it was.
 */
export async function inspect(page: Page, name: string, area?: Area): Promise<void> {
  const before = page.viewportSize() ?? sizes.desktop;
  for (const [width, colorScheme] of [
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const) {
    await page.setViewportSize(sizes[width]);
    await page.emulateMedia({ colorScheme });
    if (area) await show(page, area);
    await look(page, `${name}-${width}`);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Nothing from axe in the two looks that `inspect` leaves out: once for a page is enough. */
export async function inspectOtherColors(page: Page): Promise<void> {
  const before = page.viewportSize() ?? sizes.desktop;
  for (const [width, colorScheme] of [
    ["phone", "light"],
    ["desktop", "dark"],
  ] as const) {
    await page.setViewportSize(sizes[width]);
    await page.emulateMedia({ colorScheme });
    expect(await findings(page, colorScheme)).toEqual([]);
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}

/** With HOLDALL_LOOK set to a folder, a picture of the page goes there, to be looked at. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env.HOLDALL_LOOK) await page.screenshot({ path: `${process.env.HOLDALL_LOOK}/${name}.png` });
}
