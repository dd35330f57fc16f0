import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inspect, show } from "../fixtures/_looks.fixture.ts";
import { chromiumPath, noChromium, openSecondTab, openSite, openTab, sizes } from "../fixtures/_site.fixture.ts";
import { choose, enter, holds, openFile, openPanel, startTour } from "../fixtures/_steps.fixture.ts";

const said = (page: Page, text: string) => page.locator(".said").getByText(text).last().waitFor({ state: "attached" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`tours play in the playground (${noChromium})`, () => {});
} else {
  await openSite();

  test("questions, a plan that is changed once, its edits, and on a phone all of it taken back", async () => {
    const page = await openTab();
    await startTour(page, "Plan with approval");
    await page.getByRole("radio", { name: "20 %" }).press("Space");
    await page.getByRole("checkbox", { name: "The changelog" }).press("Space");
    await inspect(page, "questions", "Chat");
    await button(page, "Answer").press("Enter");
    const feedback = page.getByRole("textbox", { name: "What to change" });
    await feedback.fill("Say it short.");
    await page.getByText("Plan mode: nothing is changed").waitFor();
    expect(await page.locator('[data-tool="edit_file"]').getAttribute("data-state")).toBe("denied");
    await inspect(page, "plan");
    await page.setViewportSize(sizes.phone);
    await feedback.press("Control+Enter");
    await page.getByRole("region", { name: "Plan" }).getByText("Say it short.").waitFor();
    await button(page, "Approve").press("Enter");
    await said(page, "Done: large orders are 20 % cheaper");
    expect(await page.getByText("Plan mode: nothing is changed").count()).toBe(0);
    expect(await page.locator('[data-tool="edit_file"][data-state=success]').count()).toBe(2);
    await show(page, "Files");
    const text = await openFile(page, "/src/rules.js");
    expect(await text.inputValue()).toContain("return 0.2;");
    await show(page, "Panels");
    await openPanel(page, "Rewind");
    await page.getByRole("button", { name: "Plan with approval" }).last().press("Enter");
    await page.getByText("Go back to c1?").waitFor();
    await inspect(page, "rewind", "Panels");
    await button(page, "Restore").press("Enter");
    await page.getByText("2 files are as at c1").waitFor();
    await show(page, "Files");
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("return 0.1;"));
  });

  test("two agents side by side: their calls, their budgets, and one that runs out of it", async () => {
    const page = await openTab();
    await startTour(page, "Delegate to agents");
    await said(page, "ran out of turns");
    const [first, second] = await page.locator('[data-tool="task"]').all();
    await first?.locator("summary").press("Enter");
    await second?.locator("summary").press("Enter");
    await second?.getByText("3 of 3 turns").waitFor();
    expect(await second?.locator(".holdall-end").textContent()).toContain("budget · partial report");
    expect(await first?.locator(".holdall-end").textContent()).toContain("completed");
    await page
      .getByText(/calls of this agent/)
      .first()
      .press("Enter");
    await page.locator(".holdall-branch [data-tool=read_file]").first().waitFor();
    await inspect(page, "agents", "Chat");
  });

  test("on a phone the other tours play to their end, with nothing for axe to find and nothing wider than the page", async () => {
    const page = await openTab({ width: "phone" });
    for (const [tour, end] of [
      ["Search the code", "any other costs 4.90"],
      ["Remember", "Noted."],
      ["Delegate to agents", "ran out of turns"],
    ] as const) {
      await startTour(page, tour);
      const allow = page.locator("[data-answer=once]").first();
      const isOver = page.locator(".said").getByText(end);
      await allow.or(isOver).first().waitFor({ state: "attached" });
      if ((await allow.count()) > 0) await allow.press("Enter");
      await said(page, end);
    }
    await inspect(page, "tours");
  });

  test("a search asks nothing; a declined plan changes nothing, and plan mode can be left", async () => {
    const page = await openTab();
    await startTour(page, "Search the code");
    await said(page, "free of charge, any other costs 4.90: /src/rules.js, line 9");
    await startTour(page, "Plan with approval");
    await page.getByRole("textbox", { name: "Something else" }).first().fill("free");
    await button(page, "Answer").press("Enter");
    await button(page, "Decline").press("Enter");
    await said(page, "nothing is changed");
    await button(page, "Leave plan mode").press("Enter");
    expect(await page.getByText("Plan mode: nothing is changed").count()).toBe(0);
    await startTour(page, "Plan with approval");
    await button(page, "I do not want to answer").press("Enter");
    await said(page, "No answer");
  });

  test("what is kept is there after a reload: calls, todos, notes, checkpoints; memory says that it keeps nothing", async () => {
    const page = await openTab();
    await page.getByText("Not kept: a reload starts over").waitFor();
    await enter(page, "This browser");
    expect(await page.getByText("Not kept").count()).toBe(0);
    await choose(page, "Permissions", "Accept edits");
    await startTour(page, "Repair the shop");
    await said(page, "Done: one character");
    await startTour(page, "Remember");
    await said(page, "Noted.");
    const calls = await page.locator(".holdall-call[data-tool]").count();
    const words = await page.locator(".log .words").allTextContents();
    const kept = () =>
      page.evaluate(async () => {
        const top = await navigator.storage.getDirectory();
        const state = await (await top.getDirectoryHandle("playground-state")).getDirectoryHandle("This browser");
        const file = await (await state.getFileHandle("session.json")).getFile();
        // Just while it is replaced it cannot be read.
        return await file.text().catch(() => "");
      });
    const saved = (text: string) => expect.poll(kept, { timeout: 20_000 }).toContain(text);
    await saved("/memories/shop.md");
    await page.reload();
    await page.getByRole("heading", { name: "This browser", exact: true }).waitFor();
    expect(await page.locator(".holdall-call[data-tool]").count()).toBe(calls);
    expect(await page.locator(".log .words").allTextContents()).toEqual(words);
    await openPanel(page, "Todos");
    expect(await page.getByRole("tabpanel").locator("[data-status=completed]").count()).toBe(4);
    await openPanel(page, "Notes");
    await page.getByRole("article", { name: "/memories/shop.md" }).waitFor();
    await inspect(page, "notes", "Panels");
    await openPanel(page, "Rewind");
    await page.locator(".holdall-checkpoints button").last().press("Enter");
    await button(page, "Restore").press("Enter");
    await page.getByText("are as at c1").waitFor();
    await holds(
      await openFile(page, "/CHANGELOG.md"),
      "# Changelog\n\n## 2.3.1\n\n- Receipts show the price before and after the discount.\n",
    );
    await startTour(page, "Remember");
    await said(page, "I remember: prices are in cents");
    await startTour(page, "Plan with approval");
    await page.getByRole("radio").first().waitFor();
    // Its start, as the name alone stands among the tools that were found too.
    await saved('"tool":"ask_user_question"');
    await page.reload();
    await page.locator('[data-tool="ask_user_question"][data-state=cancelled]').waitFor();
    await button(page, "Start over").press("Enter");
    await page.getByText("Watch an agent work").waitFor();
    await page.reload();
    await page.getByText("Watch an agent work").waitFor();
    await openPanel(page, "Notes");
    await page.getByRole("article", { name: "/memories/shop.md" }).waitFor();
  });

  test("a reloaded tab waits for the page that it was, however long the browser takes to end it", async () => {
    const page = await openTab();
    await enter(page, "This browser");
    await startTour(page, "Remember");
    await said(page, "Noted.");
    const calls = await page.locator(".holdall-call[data-tool]").count();
    const other = await openSecondTab(page.context());
    // What the browser does that ends a page late: somebody has the lock when the page comes back.
    const waiting = await other.evaluate(async () => {
      const name = "holdall-playground This browser";
      void navigator.locks.request(name, () => new Promise<void>((resolve) => Object.assign(window, { resolve })));
      return (await navigator.locks.query()).pending?.map((lock) => lock.name);
    });
    expect(waiting).toEqual(["holdall-playground This browser"]);
    await page.reload();
    await page.getByText("Opening a workspace …").waitFor();
    await other.waitForFunction(() => "resolve" in window);
    await other.evaluate(() => (window as unknown as { resolve: () => void }).resolve());
    await page.getByRole("heading", { name: "This browser", exact: true }).waitFor();
    expect(await page.locator(".holdall-call[data-tool]").count()).toBe(calls);
    await other.close();
  });
}
