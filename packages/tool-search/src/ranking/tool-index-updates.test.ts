import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolDocument } from "./tool-document.ts";
import { createToolIndex, type ToolIndex } from "./tool-index.ts";

const words = "send mail read file write table create issue list user page chart query cloud index token".split(" ");
const word = fc.constantFrom(...words);
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(" "));
const document: fc.Arbitrary<ToolDocument> = fc.record({
  name: fc.tuple(word, word, fc.nat(99)).map((parts) => parts.join("_")),
  description: text,
  namespace: fc.option(word, { nil: undefined }),
  examples: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
});

const answers = (index: ToolIndex, query: string, limit: number) =>
  index
    .search(query, { limit })
    .map(({ document: { name, description }, score, matched }) => [name, description, score, matched]);

test("an index that changed answers like one that was built anew", () => {
  const step = fc.record({ add: fc.array(document, { maxLength: 8 }), remove: fc.nat(20) });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(text, { minLength: 1, maxLength: 4 }),
      (steps, queries) => {
        const changed = createToolIndex();
        let live: ToolDocument[] = [];
        for (const { add, remove } of steps) {
          changed.add(...add);
          live.push(...add);
          const gone = live[remove];
          if (gone) expect(changed.remove(gone)).toBe(true);
          live = live.filter((one) => one !== gone);
        }
        const fresh = createToolIndex(live);
        expect(changed.size).toBe(live.length);
        for (const query of queries) {
          const unordered = (index: ToolIndex) =>
            answers(index, query, 100)
              .map((hit) => JSON.stringify(hit))
              .sort();
          expect(unordered(changed)).toEqual(unordered(fresh));
          expect(answers(changed, query, 5).map(([name]) => name)).toEqual(
            answers(fresh, query, 5).map(([name]) => name),
          );
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("the best few are the best of all", () => {
  fc.assert(
    fc.property(
      fc.array(document, { minLength: 20, maxLength: 120 }),
      text,
      fc.integer({ min: 1, max: 8 }),
      (all, query, limit) => {
        const index = createToolIndex(all);
        const few = index.search(query, { limit }).map(({ score, document: { name } }) => [name, score]);
        const every = index.search(query, { limit: all.length }).map(({ score, document: { name } }) => [name, score]);
        expect(few).toEqual(every.slice(0, limit));
      },
    ),
    { numRuns: 150 },
  );
});

test("what is removed is gone, what was never there is not removed", () => {
  const one = { name: "send_mail", description: "Send a mail." };
  const index = createToolIndex([one, { name: "read_mail", description: "Read a mail." }]);
  expect(index.remove({ ...one })).toBe(false);
  expect(index.remove(one)).toBe(true);
  expect(index.remove(one)).toBe(false);
  expect(index.search("send_mail").map(({ document }) => document.name)).toEqual(["read_mail"]);
  index.add(one);
  expect(index.search("send_mail")[0]).toMatchObject({ document: { name: "send_mail" }, matched: "exact" });
});

test("ten thousand tools come and go without leaving anything behind", () => {
  const index = createToolIndex();
  const batch = Array.from({ length: 500 }, (_, at) => ({
    name: `tool_${at}`,
    description: `Does ${words[at % 17]} number ${at}.`,
  }));
  for (let round = 0; round < 20; round++) {
    index.add(...batch);
    for (const one of batch) index.remove(one);
  }
  expect(index.size).toBe(0);
  expect(index.search("does number tool_3")).toEqual([]);
});
