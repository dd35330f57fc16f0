import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findings, look } from "../fixtures/_looks.fixture.ts";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { choose, runTool, startTour, stateOf } from "../fixtures/_steps.fixture.ts";

/** A query by the form of the page: how it ended, and what is shown of it. */
async function query(page: Page, input: Readonly<Record<string, string>>) {
  const call = await runTool(page, "query_data", input);
  return { state: await stateOf(call), shown: (await call.textContent()) ?? "" };
}

/** Each reaches for an extension, another place or a file that no policy was asked about. */
const attacks = [
  "SELECT date_trunc('month', now())",
  "SELECT to_json({a: 1})",
  "FROM read_parquet('https://example.com/a.parquet')",
  "SELECT * FROM read_text('/README.md')",
  "SELECT (SELECT count(*) FROM 'https://example.com/a.csv')",
  "SELECT 1) AS x; INSTALL json; SELECT * FROM (SELECT 2",
  "ATTACH 'https://example.com/a.db'",
];

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`SQL runs in the playground (${noChromium})`, () => {});
} else {
  await openSite();

  test("rows become SQL, a chart and slides in the page, without another place", async () => {
    const page = await openTab();
    const { origin } = new URL(page.url());
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    await choose(page, "Permissions", "Accept edits");
    await startTour(page, "Sales to slides");
    await page.getByText("Done: /data/orders.pptx has 3 slides").waitFor({ state: "attached" });
    const made = page.locator('[data-tool="query_data"]');
    await made.nth(1).locator("summary").first().press("Enter");
    await made.nth(1).getByRole("cell", { name: "Berlin" }).waitFor();
    const drawn = page.locator('[data-tool="generate_diagram"] img');
    await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    await look(page, "sales-desktop");
    expect(await findings(page)).toEqual([]);
    expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(origin))).toEqual([]);
  });

  test("no query reaches another place, an extension or a file, and the next one works", async () => {
    const page = await openTab();
    const { origin } = new URL(page.url());
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    const sql = "SELECT city, count(*) AS n FROM '/data/orders.csv' GROUP BY ALL ORDER BY ALL";
    expect(await query(page, { sql })).toMatchObject({ state: "success", shown: expect.stringContaining("4 rows") });
    for (const attack of attacks) {
      const { state, shown } = await query(page, { sql: attack });
      expect([attack, state], shown).toEqual([attack, expect.stringMatching(/^(error|denied)$/)]);
    }
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(await query(page, { sql })).toMatchObject({ state: "success" });
  });

  test("where the engine is not served, the error says what is missing, and the next query tries again", async () => {
    const page = await openTab();
    const sql = "SELECT 1 AS one";
    await page.context().route("**/duckdb-eh-*.wasm", (route) => route.abort());
    const failed = await query(page, { sql });
    expect(failed).toMatchObject({ state: "error", shown: expect.stringContaining("DuckDB cannot be loaded") });
    await page.context().unroute("**/duckdb-eh-*.wasm");
    expect(await query(page, { sql })).toMatchObject({ state: "success", shown: expect.stringContaining("1 row") });
  });
}
