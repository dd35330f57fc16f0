import { toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openFiles } from "../tests/_files.fixture.ts";
import { applySplices } from "../text/lines.ts";
import { noteChange } from "./freshness.ts";
import { hashLines, readTracker, stillStanding } from "./read-tracker.ts";

const path = toPath("/f");
const words = fc.constantFrom("a", "b", "c", "{", "}", "", "long line");
const texts = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 20 }), fc.constantFrom("", "\n"))
  .map(([lines, end]) => lines.join("\n") + end);
const cuts = fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.constantFrom("", "x", "x\ny", "\n", "z\n")), {
  minLength: 1,
  maxLength: 4,
});

/** Splices of a text, in order and apart. */
function splicesOf(text: string, parts: readonly (readonly [number, number, string])[]) {
  const places = parts.map(([from, to, fresh]) => {
    const [start, end] = [from % (text.length + 1), to % (text.length + 1)].sort((a, b) => a - b) as [number, number];
    return { start, end, text: fresh };
  });
  places.sort((a, b) => a.start - b.start);
  return places.filter(({ start }, i) => places.slice(0, i).every(({ end }) => end < start));
}

test("whatever is shown and changed, the lines that count as shown are those that stand there", () => {
  fc.assert(
    fc.property(texts, fc.nat(19), fc.nat(19), cuts, (before, from, count, parts) => {
      const splices = splicesOf(before, parts);
      const lines = before.match(/[^\n]*(\n|$)/g)!.filter(Boolean);
      const shown = lines.slice(from, from + count + 1);
      fc.pre(shown.length > 0);
      const tracker = readTracker.create();
      tracker.saw(path, "1", { text: shown.join(""), firstLine: from + 1 });
      noteChange(tracker, path, { from: "1", to: "2", before, splices });
      const after = hashLines(applySplices(before, splices));
      for (const { firstLine, hashes } of tracker.get(path)!.windows)
        expect(after.slice(firstLine - 1, firstLine - 1 + hashes.length)).toEqual(hashes);
    }),
  );
});

test("what still stands after a change from outside was shown, and stands where it is said to", () => {
  fc.assert(
    fc.property(texts, texts, cuts, fc.boolean(), (before, other, parts, isOther) => {
      const current = isOther ? other : applySplices(before, splicesOf(before, parts));
      const [shown, now] = [hashLines(before), hashLines(current)];
      for (const { firstLine, hashes } of stillStanding([{ firstLine: 1, hashes: shown }], current)) {
        expect(now.slice(firstLine - 1, firstLine - 1 + hashes.length)).toEqual(hashes);
        expect(shown.join()).toContain(hashes.join());
      }
    }),
  );
});

const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);

test.each(["edit_file", "multi_edit", "apply_patch"])(
  "after %s on top of a change from outside, the other lines that were shown are still known",
  async (tool) => {
    const { ok, put, fails, text } = openFiles({ "/f": lines.join("\n") });
    await ok("read_file", { path: "/f" });
    await put("/f", lines.with(19, "theirs").join("\n"));
    const change = { old_string: "line 2\n", new_string: "line two\nand more\n" };
    if (tool === "edit_file") await ok(tool, { path: "/f", ...change });
    if (tool === "multi_edit") await ok(tool, { path: "/f", edits: [change] });
    if (tool === "apply_patch") {
      const patch =
        "*** Begin Patch\n*** Update File: /f\n line 1\n-line 2\n+line two\n+and more\n line 3\n*** End Patch";
      await ok(tool, { patch });
    }
    await put("/f", (await text("/f")).replace("line 30", "theirs too"));
    await ok("edit_file", { path: "/f", old_string: "line 35  \nline 36  ", new_string: "mine" });
    await put("/f", `${await text("/f")}\nand theirs`);
    const { code } = await fails("edit_file", { path: "/f", old_string: "and theirs  ", new_string: "mine" });
    expect([code, (await text("/f")).split("\n").slice(33, 36)]).toEqual(["stale", ["line 33", "line 34", "mine"]]);
  },
);

test("lines between two replaced places do not count as shown", async () => {
  const { ok, put, fails } = openFiles({
    "/f": lines.join("\n").replace("line 5\n", "same\n").replace("line 35\n", "same\n"),
  });
  await ok("read_file", { path: "/f", limit: 8 });
  await ok("edit_file", { path: "/f", old_string: "same", new_string: "other", replace_all: true });
  await put("/f", lines.join("\n"));
  const { code } = await fails("edit_file", { path: "/f", old_string: "line 20  ", new_string: "mine" });
  expect(code).toBe("stale");
});
