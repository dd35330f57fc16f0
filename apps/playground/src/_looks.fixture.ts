import axe from "axe-core";
import type { Page } from "playwright-core";

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** What axe finds on the page; in the dark only colors can differ. */
export async function findings(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ content: axe.source });
  const rules = scheme === "dark" ? { runOnly: ["color-contrast"] } : {};
  const { violations } = await page.evaluate((options) => (Reflect.get(globalThis, "axe") as Axe).run(options), {
    resultTypes: ["violations"],
    ...rules,
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
  );
}

/** With HOLDALL_LOOK set to a folder, a picture of the page goes there, to be looked at. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env.HOLDALL_LOOK) await page.screenshot({ path: `${process.env.HOLDALL_LOOK}/${name}.png` });
}
