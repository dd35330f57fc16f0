import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { sizes } from "./_site.fixture.ts";

const require = createRequire(import.meta.url);

/** Half of what the module itself holds as text, which each page would have to read. */
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    within: Document | string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** What axe finds on the page, or in a part of it; colors alone can be asked about. */
export async function findings(page: Page, asked: "all" | "colors" = "all", part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ content: axe });
  const options = {
    resultTypes: ["violations"],
    // No rule that runs wants the style sheets loaded once more.
    preload: false,
    ...(asked === "colors" && { runOnly: ["color-contrast"] }),
  };
  const { violations } = await page.evaluate(
    ([within, given]) => (Reflect.get(globalThis, "axe") as Axe).run(within ?? document, given),
    [part, options] as const,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
  );
}

export type Area = "Files" | "Chat" | "Panels";

/** Show an area; where all of them are in sight there is nothing to press. */
export async function show(page: Page, area: Area): Promise<void> {
  if (page.viewportSize()?.width === sizes.phone.width)
    await page.getByRole("navigation").getByRole("button", { name: area }).press("Enter");
}

/**
 * Nothing from axe on a desktop in light and on a phone in the dark, and nothing wider than the page on either. With an `area`
 * that one is shown on the phone, and axe looks at it, or at a `part` of it: the rest is what it was when the whole page was
 * looked at. The page is left as it was.
 */
export async function inspect(
  page: Page,
  name: string,
  area?: Area,
  part = area && `section[aria-label="${area}"]`,
): Promise<void> {
  const before = page.viewportSize() ?? sizes.desktop;
  for (const [width, colorScheme] of [
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const) {
    await page.setViewportSize(sizes[width]);
    await page.emulateMedia({ colorScheme });
    if (area) await show(page, area);
    await look(page, `${name}-${width}`);
    expect(await findings(page, "all", part)).toEqual([]);
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
    expect(await findings(page, colorScheme === "dark" ? "colors" : "all")).toEqual([]);
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}

/** With HOLDALL_LOOK set to a folder, a picture of the page goes there, to be looked at. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env.HOLDALL_LOOK) await page.screenshot({ path: `${process.env.HOLDALL_LOOK}/${name}.png` });
}
