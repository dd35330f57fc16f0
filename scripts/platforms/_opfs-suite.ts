import type { PageApi } from "../../packages/backends-opfs/src/_offer.fixture.ts";
import { backendCases } from "../../packages/conformance/src/backend-cases.ts";
import { type DrivenBrowser, within } from "./_driven-browser.ts";
import type { Outcome } from "./_outcome.ts";

declare const holdall: PageApi;

/** Milliseconds for a case. Firefox takes 50 to 150 for each file that is written, and one case writes 300. */
const caseLimit = 150_000;

/** The conformance suite of the backend on the origin's own files, in a page or in a worker of it. */
export async function runOpfsSuite(browser: DrivenBrowser, url: string, where: "page" | "worker"): Promise<Outcome> {
  const page = await browser.open(url);
  const call = (place: "page" | "worker", command: string, args: readonly unknown[]) =>
    page.run((...[in_, name, given]) => holdall.run(in_, name, given), place, command, args);
  const isThere = await page.run(() => typeof navigator.storage?.getDirectory === "function");
  if (!isThere) return { passed: 0, failed: 1, problems: ["This browser has no navigator.storage.getDirectory."] };
  const problems: string[] = [];
  let passed = 0;
  try {
    const reasons = (await within(30_000, "reasons", call("page", "reasons", []))) as Readonly<Record<string, string>>;
    for (const [domain, cases] of Object.entries(backendCases))
      for (const { name } of cases) {
        if (reasons[name] !== undefined) continue;
        try {
          await within(caseLimit, name, call(where, "runCase", [domain, name]));
          passed++;
        } catch (error) {
          problems.push(`${domain}: ${name}: ${error instanceof Error ? error.message : error}`);
        }
      }
  } finally {
    await page.close();
  }
  return { passed, failed: problems.length, problems };
}
