import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallView } from "@holdall/call-view";
import axe from "axe-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { chromiumPath, noChromium, openSite } from "../../../backends-opfs/src/_browser.fixture.ts";
import type { Forms, Stage } from "../_page.fixture.tsx";
import { messages, prices, research, runs } from "../call/_records.fixture.ts";
import { results } from "../call/_results.fixture.ts";
import { agent, checkpoints, child, plan, questions, restore } from "./_forms.fixture.ts";

declare const holdall: Stage;

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`forms behave in a page (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "../_page.fixture.tsx"), "in memory");
  const page = await site.open();
  await page.addStyleTag({ path: join(import.meta.dirname, "../styles.css") });
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on("console", (line) => void (line.type() === "log" || problems.push(line.text())));
  page.on("pageerror", (error) => problems.push(error.message));
  const show = (forms: Forms) => page.evaluate((shown) => holdall.showForms(shown), forms);
  const replies = () => page.evaluate(() => holdall.replies.splice(0));
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  beforeEach(() => page.evaluate(() => holdall.clear()));
  afterEach(() => expect(problems.splice(0)).toEqual([]));
  afterAll(() => site.close());

  test("questions by keyboard: an empty form is not sent, own words stand for an option or beside them", async () => {
    await show({ questions });
    await button("Answer").press("Enter");
    await page.getByRole("alert").getByText("Choose an option").waitFor();
    expect(await replies()).toEqual([]);
    await page.getByRole("radio", { name: "red" }).press("ArrowDown");
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByRole("checkbox", { name: "door" }).press("Space");
    await page.getByRole("textbox").nth(1).fill("garden");
    await page.getByRole("textbox").nth(1).press("Control+Enter");
    const parts = { question: "Which parts?", chosen: ["door"], other: "garden" };
    expect(await replies()).toEqual([
      { outcome: "answered", answers: [{ question: "Which one?", chosen: ["blue"] }, parts] },
    ]);
    const own = page.getByRole("textbox").first();
    await own.fill("green");
    expect(await page.getByRole("radio", { name: "Something else" }).isChecked()).toBe(true);
    await button("Answer").press("Enter");
    expect(await replies()).toMatchObject([{ answers: [{ chosen: [], other: "green" }, parts] }]);
    await page.getByRole("radio", { name: "red" }).press("Space");
    expect(await own.inputValue()).toBe("");
    await button("I do not want to answer").press("Enter");
    await button("Dismiss").press("Enter");
    expect(await replies()).toEqual([{ outcome: "declined" }, { outcome: "cancelled" }]);
  });

  test("a plan is approved by its button alone; what was written goes back with the planning", async () => {
    await show({ plan });
    expect(await page.getByRole("region", { name: "Plan" }).textContent()).toBe(plan.plan);
    const feedback = page.getByRole("textbox", { name: "What to change" });
    await feedback.fill("Not the roof.");
    await feedback.press("Control+Enter");
    await button("Keep planning").press("Enter");
    await button("Approve").press("Enter");
    await button("Decline").press("Enter");
    const changes = { outcome: "changes", feedback: "Not the roof." };
    expect(await replies()).toEqual([
      changes,
      changes,
      { outcome: "approved", planId: "abc" },
      { outcome: "declined" },
    ]);
  });

  test("a checkpoint is chosen, its plan is shown, and conflicts stay unless they are named", async () => {
    await show({ checkpoints, restore });
    expect(await page.locator(".holdall-checkpoints .holdall-title").allTextContents()).toEqual(["Paint", "Start"]);
    await page.getByRole("button", { name: "Paint" }).press("Enter");
    await button("Restore").press("Enter");
    await page.getByRole("checkbox", { name: "/b" }).press("Space");
    await page.getByRole("radio", { name: "Conversation" }).press("Space");
    await button("Restore").press("Enter");
    await button("Cancel").press("Enter");
    expect(await replies()).toEqual([
      "c2",
      { outcome: "restore", parts: "files", include: [] },
      { outcome: "restore", parts: "conversation", include: ["/b"] },
      { outcome: "cancelled" },
    ]);
  });

  test("calls of an agent fold away, but for those that wait for a person", async () => {
    const showCalls = (...calls: CallView[]) => page.evaluate((shown) => holdall.showCalls(shown), calls);
    await showCalls(agent, child);
    expect(await page.getByText("Read file").count()).toBe(0);
    await page.getByText("1 call of this agent").press("Enter");
    await page.getByText("Read file").waitFor();
    await page.evaluate(() => holdall.clear());
    await showCalls(agent, { ...child, state: "asking", approval: { id: "2", prompt: "Really?", access: [] } });
    await page.getByText("Really?").waitFor();
    const bars = page.getByRole("progressbar");
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute("aria-label")))).toEqual([
      "Turns: 3 of 3 turns",
    ]);
  });

  const whole = { screenshot: () => page.screenshot({ fullPage: true }) };
  const shown = page.locator("body > div");

  /** Take a picture of the page. With HOLDALL_SCREENSHOTS set it goes to the docs; without, the one there must have its width. */
  const picture = async (name: string, of: { screenshot(): Promise<Buffer> } = whole) => {
    const taken = await of.screenshot();
    const file = join(import.meta.dirname, "../../../../docs/images", name);
    if (process.env.HOLDALL_SCREENSHOTS) writeFileSync(file, taken);
    // A PNG begins with its signature and the header's length and name; then comes the width.
    expect(readFileSync(file).readUInt32BE(16)).toBe(taken.readUInt32BE(16));
  };

  /** With HOLDALL_LOOK set to a folder, a picture of the page goes there, to be looked at. */
  const look = async (name: string) => {
    if (process.env.HOLDALL_LOOK)
      await page.screenshot({ path: `${process.env.HOLDALL_LOOK}/${name}.png`, fullPage: true });
  };

  test("a table can be read by its columns, a problem by its severity, a run by its steps", async () => {
    await page.evaluate((calls) => holdall.showCalls(calls), results);
    const table = page.getByRole("group", { name: "Table" });
    expect(await table.getByRole("columnheader").allTextContents()).toEqual(["city", "orders", "sum_price"]);
    expect(await table.getByRole("row").nth(3).getByRole("cell").allTextContents()).toEqual([
      "Lima",
      "140",
      "20310.25",
    ]);
    expect(await page.locator(".holdall-diagnostics li").first().textContent()).toMatch(
      /error[\s\S]*new Argument of type[\s\S]*src\/cart\.ts:12:7 · tsc TS2345/,
    );
    expect(await page.locator(".holdall-steps li").allInnerTexts()).toEqual([
      "done read read_file",
      expect.stringMatching(/^failed mail send_email\s+The server refused the recipient\.$/),
    ]);
  });

  test("the number of a source leads to its passage and leaves the address alone; what was dropped is folded", async () => {
    await page.evaluate((calls) => holdall.showCalls(calls), research);
    const address = page.url();
    await page.getByRole("link", { name: "Source 2: The city in 1931" }).first().press("Enter");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^On the day it was opened/);
    expect(page.url()).toBe(address);
    const dropped = page.getByText("The bridge was always green.");
    expect(await dropped.isVisible()).toBe(false);
    await page.getByText("1 sentence was dropped").press("Enter");
    await dropped.waitFor();
    expect(await page.locator(".holdall-badge").getByText("sources conflict").count()).toBe(1);
  });

  test("a price says what is unknown about it; a mail shows every recipient with its warnings, and its state in words", async () => {
    await page.evaluate((calls) => holdall.showCalls(calls), [...prices, ...messages]);
    const quotes = page.getByRole("list", { name: "Prices" }).first().getByRole("listitem");
    expect(await quotes.allInnerTexts()).toEqual([
      expect.stringMatching(/AAPL[\s\S]*271\.49 USD[\s\S]*20 minutes old[\s\S]*not for trading/),
      expect.stringMatching(/88\.02 currency unknown[\s\S]*old[\s\S]*7 days old[\s\S]*end of day/),
      expect.stringContaining("time unknown"),
    ]);
    await page.getByText("It may be: alpha-coin (Alpha), abacus (Abacus).").waitFor();
    const recipients = page.getByRole("list", { name: "Recipients" }).first().getByRole("listitem");
    expect((await recipients.allInnerTexts()).at(2)).toMatch(/bcc[\s\S]*xn--[\s\S]*Not named[\s\S]*Mixes scripts/);
    for (const state of ["draft, not sent", "sent in part", "unknown whether it arrived"])
      expect(await page.locator(".holdall-badge").getByText(state, { exact: true }).count()).toBe(1);
  });

  test("a run is answered by its form and canceled by its button; one that has ended has neither", async () => {
    await show({ runs });
    const article = (name: string) => page.getByRole("article", { name });
    await article("workflow: waiting for you").getByRole("button", { name: "Deny" }).press("Enter");
    await article("report").getByRole("radio", { name: "Q3" }).press("Space");
    await button("Answer").press("Enter");
    await button("Cancel run nightly").press("Enter");
    const answered = { outcome: "answered", answers: [{ question: "Which quarter?", chosen: ["Q3"] }] };
    expect(await replies()).toEqual([
      ["run_1", "approval a1", false],
      ["run_2", "question q1", answered],
      ["run_3", "cancel"],
    ]);
    expect(await button("Cancel run import").count()).toBe(0);
    await article("import: failed").getByText("did not end within").waitFor();
  });

  test("axe finds nothing, in light and dark, wide and narrow", async () => {
    await page.evaluate(() => {
      document.documentElement.lang = "en";
      document.title = "Forms";
      document.documentElement.style.colorScheme = "light dark";
      document.body.style.background = "light-dark(#fff, #111)";
    });
    await page.addScriptTag({ content: axe.source });
    const run = () =>
      page.evaluate(async () => {
        const off = { enabled: false };
        const { violations } = await (Reflect.get(globalThis, "axe") as typeof axe).run(document, {
          // These are about whole pages.
          rules: { "landmark-one-main": off, "page-has-heading-one": off, region: off },
        });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
      });
    for (const [colorScheme, width] of [
      ["light", 900],
      ["dark", 360],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await show({ questions, plan, restore, checkpoints });
      expect(await run()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await look(`forms-${width}`);
      await page.evaluate((calls) => holdall.showCalls(calls), [agent, child]);
      expect(await run()).toEqual([]);
      await look(`agent-${width}`);
      await page.evaluate((calls) => holdall.showCalls(calls), results);
      await page.getByRole("img", { name: "Orders" }).evaluate((image: HTMLImageElement) => image.decode());
      expect(await run()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (colorScheme === "light") await picture("results.png");
      for (const [name, calls] of Object.entries({ research, prices, messages })) {
        await page.evaluate((each) => holdall.showCalls(each), calls);
        expect(await run()).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        if (colorScheme === "light") await picture(`${name}.png`, shown);
        await look(`${name}-${width}`);
      }
      await show({ runs });
      expect(await run()).toEqual([]);
      if (colorScheme === "light") await picture("runs.png", shown);
      await look(`runs-${width}`);
    }
  });
}
