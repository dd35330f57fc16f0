import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallView } from "@holdall/call-view";
import type { PlanRequest, QuestionRequest } from "@holdall/tool-core/interact";
import axe from "axe-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { chromiumPath, noChromium, openSite } from "../../backends-opfs/src/_browser.fixture.ts";
import type { Forms, Stage } from "./_page.fixture.tsx";
import { results } from "./_results.fixture.ts";

declare const holdall: Stage;

const place = { sessionId: "s", callId: "c", path: [] };
const questions: QuestionRequest = {
  ...place,
  questions: [
    {
      question: "Which one?",
      header: "Color",
      options: [{ label: "red" }, { label: "blue", description: "like the sky" }],
    },
    { question: "Which parts?", options: [{ label: "roof" }, { label: "door" }], multiSelect: true },
  ],
};
const plan: PlanRequest = {
  ...place,
  planId: "abc",
  plan: "# Paint\n\n1. The **roof**\n\n```sh\nnpm test\n```",
  grants: [{ tool: "bash", scope: "npm test", targets: ["npm test"] }],
};
const restore = {
  checkpoint: "c1",
  isEmpty: false,
  restore: [{ path: "/a", shown: "/a", note: "changed back" }],
  delete: [],
  conflicts: [{ path: "/b", shown: "/b", note: "was changed by others since" }],
  notKept: [],
  cannotUndo: ["bash: program npm i"],
};
const checkpoints = [
  { id: "c1", at: 0, label: "Start", outcome: "", hasConversation: false, notKept: [] },
  { id: "c2", at: 1_000, label: "Paint", outcome: "2 changes", hasConversation: false, notKept: [] },
];
const agent: CallView = {
  id: "1",
  tool: "task",
  title: "Agent",
  category: "agents",
  state: "success",
  subject: "explore: look",
  outcome: "budget, partial",
  blocks: [
    {
      kind: "agent",
      agent: "explore",
      end: "budget",
      isPartial: true,
      reason: "All 3 turns are used.",
      budget: [
        { kind: "turns", used: 3, granted: 3 },
        { kind: "tokens", used: 1_240 },
      ],
      files: ["/a.ts"],
      denied: ["delete /b"],
      calls: [["read_file", 1]],
    },
  ],
};
const child: CallView = {
  ...agent,
  id: "2",
  parentId: "1",
  tool: "read_file",
  title: "Read file",
  category: "filesystem",
  blocks: [],
};

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`forms behave in a page (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_page.fixture.tsx"), "in memory");
  const page = await site.open();
  await page.addStyleTag({ path: join(import.meta.dirname, "styles.css") });
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

  /** Take a picture of the page. With HOLDALL_SCREENSHOTS set it goes to the docs; without, the one there must have its width. */
  const picture = async (name: string) => {
    const taken = await page.screenshot({ fullPage: true });
    const file = join(import.meta.dirname, "../../../docs/images", name);
    if (process.env.HOLDALL_SCREENSHOTS) writeFileSync(file, taken);
    // A PNG begins with its signature and the header's length and name; then comes the width.
    expect(readFileSync(file).readUInt32BE(16)).toBe(taken.readUInt32BE(16));
  };

  test("a table can be read by its columns, a problem by its severity, a run by its steps", async () => {
    await page.evaluate((calls) => holdall.showCalls(calls), results);
    const table = page.getByRole("region", { name: "Table" });
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
      if (process.env.HOLDALL_LOOK)
        await page.screenshot({ path: `${process.env.HOLDALL_LOOK}/forms-${width}.png`, fullPage: true });
      await page.evaluate((calls) => holdall.showCalls(calls), [agent, child]);
      expect(await run()).toEqual([]);
      if (process.env.HOLDALL_LOOK) await page.screenshot({ path: `${process.env.HOLDALL_LOOK}/agent-${width}.png` });
      await page.evaluate((calls) => holdall.showCalls(calls), results);
      await page.getByRole("img", { name: "Orders" }).evaluate((image: HTMLImageElement) => image.decode());
      expect(await run()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (colorScheme === "light") await picture("results.png");
    }
  });
}
