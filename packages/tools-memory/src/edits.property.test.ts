import fc from "fast-check";
import { expect, it } from "vitest";
import { play } from "./_memory.fixture.ts";

const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "$", "&", "é", "🙂"), maxLength: 6 });
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends ? "\n" : ""));

it("str_replace changes what it names and no other byte, or says how often it is there", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.nat(40), fc.integer({ min: 1, max: 12 }), text, async (before, at, length, new_str) => {
      const old_str = before.slice(at, at + length);
      fc.pre(old_str !== "" && old_str.isWellFormed());
      const { create, session, textOf } = play();
      await create("/memories/a", before);
      const result = await session.call("memory", { command: "str_replace", path: "/memories/a", old_str, new_str });
      const first = before.indexOf(old_str);
      const isOnce = before.indexOf(old_str, first + 1) < 0;
      expect(result.ok).toBe(isOnce);
      const after = before.slice(0, first) + new_str + before.slice(first + old_str.length);
      expect(await textOf("/memories/a")).toBe(isOnce ? after : before);
    }),
    { numRuns: 300 },
  );
});

it("insert puts lines in and leaves every other line as it is", async () => {
  const linesOf = (whole: string) => (whole.endsWith("\n") ? whole.slice(0, -1) : whole).split("\n");
  await fc.assert(
    fc.asyncProperty(text, text, fc.nat(6), async (before, inserted, wanted) => {
      const lines = before === "" ? [] : linesOf(before);
      const at = Math.min(wanted, lines.length);
      const { create, read, textOf } = play();
      await create("/memories/a", before);
      await read("insert", { path: "/memories/a", insert_line: at, insert_text: inserted });
      const after = linesOf(await textOf("/memories/a"));
      expect(after).toEqual([...lines.slice(0, at), ...linesOf(inserted), ...lines.slice(at)]);
    }),
    { numRuns: 300 },
  );
});
