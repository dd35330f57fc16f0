import { afterAll, beforeAll, expect, test } from "vitest";
import { liars, pagesOf, playLiar, question, seedsOf } from "./_liars.fixture.ts";
import { type LocalWeb, localWeb } from "./_web.fixture.ts";
import type { ResearchTopicOutput } from "./research-topic.ts";

let web: LocalWeb;
beforeAll(async () => {
  web = await localWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

test("there are twelve liars", () => {
  expect(Object.keys(liars)).toHaveLength(12);
});

test.each(Object.keys(liars))("a model that %s: nothing invented passes, what is true is kept", async (name) => {
  let [lies, truths, kept] = [0, 0, 0];
  for (const round of [1, 2]) {
    const seeds = seedsOf(round);
    web.set(pagesOf(seeds, question));
    const score = await playLiar(name, seeds, async (model) => {
      await using session = web.open({ model });
      const result = await session.call("research_topic", { question });
      if (!result.ok) throw result.error;
      return result.output as ResearchTopicOutput;
    });
    expect(score.passed).toEqual([]);
    lies += score.lies;
    truths += score.truths;
    kept += score.kept;
  }
  expect(lies).toBeGreaterThan(0);
  expect(truths).toBeGreaterThan(4);
  expect(kept / truths).toBeGreaterThanOrEqual(0.95);
});
