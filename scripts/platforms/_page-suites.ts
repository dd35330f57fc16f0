import { setTimeout as wait } from "node:timers/promises";
import type { DrivenBrowser, DrivenPage } from "./_driven-browser.ts";
import type { Outcome } from "./_outcome.ts";

declare const complaints: readonly string[];

/** The tours of the playground, and what the page says at the end of each. */
const tours = [
  ["Repair the shop", "Done: one character"],
  ["Search the code", "any other costs 4.90"],
  ["Remember", "Noted."],
  ["Delegate to agents", "ran out of turns"],
] as const;

/** Ask a page until it says yes, or fail. */
async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`${what}: not within 60 s`);
    await wait(200);
  }
}

async function startTour(page: DrivenPage, tour: string): Promise<boolean> {
  return page.run((name) => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(name));
    button?.click();
    return button !== undefined;
  }, tour);
}

/** Allow what waits for an answer; true once the tour's end is said. */
const answer = (page: DrivenPage, end: string): Promise<boolean> =>
  page.run((text) => {
    document.querySelector<HTMLElement>("[data-answer=once]")?.click();
    return [...document.querySelectorAll(".said")].some(({ textContent }) => textContent?.includes(text));
  }, end);

/** Play the tours in a page opened anew; a complaint of the page is a problem. */
export async function playTours(browser: DrivenBrowser, url: string): Promise<Outcome> {
  const problems: string[] = [];
  let passed = 0;
  const page = await browser.open(url);
  for (const [tour, end] of tours) {
    try {
      await until(`the button of "${tour}"`, () => startTour(page, tour));
      await until(`the end of "${tour}"`, () => answer(page, end));
      passed++;
    } catch (error) {
      problems.push(String(error));
    }
  }
  const failed = problems.length;
  const said = await page.run(() => complaints);
  await page.close();
  return { passed, failed: failed + said.length, problems: [...problems, ...said] };
}

/** Let the agent of the editor example add its boxes to a text. */
export async function editText(browser: DrivenBrowser, url: string): Promise<Outcome> {
  const page = await browser.open(url);
  try {
    await until("the session of the page", () => page.run(() => "session" in globalThis));
    await page.run(() => {
      const area = document.querySelector("textarea");
      if (area) area.value = "- milk\n- bread\n";
      area?.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("button")?.click();
    });
    await until("the end of the edits", () =>
      page.run(() => document.querySelector("output")?.value.startsWith("Done: 2 edits") ?? false),
    );
    const text = await page.run(() => document.querySelector("textarea")?.value);
    const said = await page.run(() => complaints);
    const problems = text === "- [ ] milk\n- [ ] bread\n" ? said : [`the text is ${JSON.stringify(text)}`, ...said];
    return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, problems };
  } finally {
    await page.close();
  }
}
