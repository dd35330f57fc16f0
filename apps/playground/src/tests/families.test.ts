import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAskingRuns } from "../../../cli/src/runs-server/asking-runs.fixture.ts";
import { openRunsServer } from "../../../cli/src/runs-server/open-runs-server.ts";
import { inspect, show } from "../fixtures/_looks.fixture.ts";
import { chromiumPath, noChromium, openSite, openTab, sizes } from "../fixtures/_site.fixture.ts";
import { comesTo, enter, openPanel, runTool, startTour } from "../fixtures/_steps.fixture.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`families work offline in the playground (${noChromium})`, () => {});
} else {
  const { origin } = await openSite();

  test("research, a mail with its outbox, prices, and on a phone a run, all without a network", async () => {
    const page = await openTab();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin) asked.push(request.url());
    });

    await startTour(page, "Research local pages");
    await page.locator(".said").getByText("The verdict is conflicting").waitFor({ state: "attached" });
    const research = page.locator('[data-tool="research_topic"]');
    await research.locator("summary").first().press("Enter");
    await research
      .getByRole("link", { name: /^Source 1: / })
      .first()
      .press("Enter");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BLOCKQUOTE");
    await research.getByText("1 sentence was dropped").press("Enter");
    await research.getByText("won a prize for its design").waitFor();
    await page.locator('[data-tool="fact_check"] summary').first().press("Enter");
    await page.getByText("sources conflict", { exact: true }).waitFor();
    await inspect(page, "research");

    const composed = await runTool(page, "compose_email", {
      to: "ann@example.com\nnobody@example.invalid",
      subject: "Bridge",
      body: "It was opened in 1931.\n",
    });
    await composed.locator("summary").press("Enter");
    const id = /d_\w+/.exec((await composed.getByText(/^d_/).textContent()) ?? "")?.[0] ?? "";
    const sent = await runTool(page, "send_email", { draft_id: id });
    for (const shown of ["ann@example.com", "nobody@example.invalid", "Bridge", "It was opened in 1931."])
      expect(await sent.locator(".holdall-approval").textContent()).toContain(shown);
    await inspect(page, "mail", "Chat", '[data-tool="compose_email"], [data-tool="send_email"]');
    await sent.locator("[data-answer=once]").press("Enter");
    await comesTo(sent, "success");
    const message = await runTool(page, "send_message", { text: "The mail is out." });
    await message.locator("[data-answer=once]").press("Enter");
    await comesTo(message, "success");
    await openPanel(page, "Outbox");
    const outbox = page.getByRole("tabpanel");
    await outbox.getByText("sent in part").waitFor();
    await outbox.getByText("The mail is out.").waitFor();
    await inspect(page, "outbox", "Panels");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      button(page, `Download ${id}.eml`).press("Enter"),
    ]);
    expect(saved.suggestedFilename()).toBe(`${id}.eml`);

    const prices = await runTool(page, "stock_quote", { symbols: "AAPL" });
    await prices.locator("summary").press("Enter");
    await prices.getByText("Not market prices").waitFor();
    await inspect(page, "prices", "Chat", '[data-tool="stock_quote"]');

    await page.setViewportSize(sizes.phone);
    await show(page, "Panels");

    await openPanel(page, "Runs");
    await button(page, "Start the sample run").press("Enter");
    const run = page.getByRole("article", { name: "Run weekly report: waiting for you" });
    await run.getByText("write_file wants your permission").waitFor();
    await inspect(page, "run", "Panels");
    await run.getByRole("button", { name: "Allow once" }).press("Enter");
    await page.getByRole("article", { name: "Run weekly report: completed" }).waitFor();
    await show(page, "Files");
    await page.getByTitle("/weekly-report.md").waitFor();
    expect(asked).toEqual([]);
  });

  test("a workflow is asked about once with its steps, and shows up as a run; the outbox is there after a reload", async () => {
    const page = await openTab();
    await enter(page, "This browser");
    const steps = [
      { id: "a", tool: "write_file", input: { path: "/a.txt", content: "a" } },
      { id: "b", tool: "send_message", input: { text: "Written." }, needs: ["a"] },
    ];
    const call = await runTool(page, "workflow_execute", { steps: JSON.stringify(steps) });
    expect(await call.locator(".holdall-approval").first().textContent()).toMatch(/Run these 2 steps:[\s\S]*a\.txt/);
    await page.locator("[data-answer=once]").first().press("Enter");
    await comesTo(call, "success");
    await openPanel(page, "Runs");
    await page.getByRole("article", { name: "Run workflow: completed" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "This browser", exact: true }).waitFor();
    await openPanel(page, "Outbox");
    await page.getByRole("tabpanel").getByText("Written.").waitFor();
  });

  test("runs of a server are attached with its token, answered and canceled; what cannot be reached is said", async () => {
    await using runs = await openAskingRuns();
    const token = "a-token-of-the-test";
    await using server = await openRunsServer(runs.engine, { token, allowedOrigins: [origin] });
    await runs.start("unwanted");
    await runs.start("wanted");
    // In a context of its own, whose clock can be turned.
    const page = await openTab({ mayComplain: /^Failed to load resource: /, prepare: () => {} });
    await page.clock.install();
    await openPanel(page, "Runs");
    await page.getByText("Attach a server").press("Enter");
    await page.getByLabel("Address", { exact: true }).fill(server.url);
    await page.getByLabel("Token, kept in memory only", { exact: true }).fill("another");
    await page.getByLabel("Token, kept in memory only", { exact: true }).press("Enter");
    await page.getByRole("alert").getByText("does not accept this token. Copy the token").waitFor();
    await page.getByLabel("Token, kept in memory only", { exact: true }).fill(token);
    await page.getByLabel("Token, kept in memory only", { exact: true }).press("Enter");
    const attached = page.getByRole("region", { name: `Runs of ${server.url}` });
    await attached.getByText(`2 runs of ${server.url}, 2 waiting for you.`).waitFor();
    await inspect(page, "attached-runs", "Panels");

    const article = (label: string) => attached.getByRole("article", { name: `Run send a note: ${label}` });
    await article("waiting for you").first().getByText("note:wanted", { exact: true }).waitFor();
    await article("waiting for you").first().getByRole("button", { name: "Allow once" }).press("Enter");
    await article("completed").waitFor();
    await article("waiting for you").getByRole("button", { name: "Cancel run send a note" }).press("Enter");
    await article("canceled").waitFor();
    expect(runs.sent).toEqual(["wanted"]);
    expect(
      await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, document.cookie])),
    ).not.toContain(token);

    // Nothing is asked while nobody sees it, and at once when somebody does.
    const requests: string[] = [];
    page.on("request", (request) => void requests.push(request.url()));
    await page.clock.fastForward(60_000);
    await page.waitForRequest(`${server.url}/runs?*`);
    await openPanel(page, "Todos");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    requests.length = 0;
    await page.clock.fastForward(60_000);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(requests).toEqual([]);
    await Promise.all([page.waitForRequest(`${server.url}/runs?*`), openPanel(page, "Runs")]);

    await server[Symbol.asyncDispose]();
    await attached.getByRole("alert").getByText(`was started with --allow-origin ${origin}.`).waitFor();
    await attached.getByRole("button", { name: "Detach" }).press("Enter");
    expect(await page.getByLabel("Token, kept in memory only", { exact: true }).inputValue()).toBe("");
  });
}
