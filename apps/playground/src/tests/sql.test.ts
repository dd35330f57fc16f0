import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { comesTo, runTool, stateOf } from "../fixtures/_steps.fixture.ts";

/** What the page's session answers: the text for a model. */
async function query(page: Page, input: Readonly<Record<string, string>>) {
  const call = await runTool(page, "query_data", input);
  return { state: await stateOf(call), text: (await call.textContent()) ?? "" };
}

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`SQL runs in the playground (${noChromium})`, () => {});
} else {
  await openSite();

  test("files are joined and grouped in the page, nothing is asked of another place, and the next query works", async () => {
    const page = await openTab();
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    const call = await runTool(page, "query_data", {
      sql: "SELECT city, sum(pieces) AS pieces FROM 'data/orders.csv' GROUP BY ALL ORDER BY ALL",
    });
    page.on("console", (m) => console.log("CONSOLE", m.text()));
    console.log(await stateOf(call));
    console.log(await call.textContent());
    console.log(asked.join("\n"));
  });
}
