import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { compileTextPattern } from "@holdall/pattern-core";
import type { TextQuery } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { testFolder } from "../_test-folder.ts";
import type { Find } from "../_walk/walk.ts";
import type { Helper } from "./helper.ts";
import { type Portion, portionOf, type Worth } from "./portion.ts";
import { threadHelper } from "./thread-helper.ts";

const textQuery = (pattern: string, ignore = false): TextQuery => {
  const { requiredAny, ignoreCase, mayMatch } = compileTextPattern(pattern, { ignoreCase: ignore });
  return {
    pattern,
    literal: false,
    ignoreCase: ignoreCase || ignore,
    word: false,
    multiline: false,
    requiredAny,
    mayMatch,
  };
};

/** Portions of files that are all kinds of things, and what each file is worth to a search for `needle`. */
function setUp() {
  const { root, at } = testFolder();
  mkdirSync(join(root, "folder"));
  const contents: Readonly<Record<string, readonly [string, Worth]>> = {
    needle: ["a needle", "maybe"],
    "folder/ä b": ["one\nneedle", "maybe"],
    none: ["nothing", "none"],
    empty: ["", "none"],
    large: ["needle".padEnd(2_000), "tooLarge"],
  };
  for (const [name, [content]] of Object.entries(contents)) writeFileSync(join(root, name), content);
  symlinkSync("needle", join(root, "link"));
  const worths = new Map<string, Worth>([
    ["link", "gone"],
    ["folder", "gone"],
    ["missing", "gone"],
    ...Object.entries(contents).map(([name, [, worth]]) => [name, worth] as const),
  ]);
  const finds = [...worths.keys()].flatMap((name): Find[] => [
    { path: at(name), entry: { name, kind: "file" }, step: "take" },
    { path: at(`hidden-${name}`), entry: { name, kind: "file" }, step: "ignored" },
  ]);
  const expected = [...worths.values()].flatMap((worth): Worth[] => [worth, "none"]);
  const portions = Array.from({ length: 20 }, () => portionOf(finds));
  return { options: { path: at(""), real: at(""), maxBytes: 1_000, signal: undefined }, portions, expected, at, root };
}

async function judge(helper: Helper | undefined, portions: readonly Portion[]): Promise<void> {
  for (let waiting = portions; waiting.length > 1; waiting = portions.filter(({ worths }) => !worths)) {
    helper?.offer(waiting.filter(({ isTaken }) => !isTaken));
    expect(helper?.isBroken).toBe(false);
    await (helper?.work ?? nextTurn());
  }
}

// One core has no room for another thread.
describe.skipIf(availableParallelism() < 2)("threads (skipped where there is one core)", () => {
  test("judge files as reading them here does, all but the first portion", async () => {
    const { options, portions, expected } = setUp();
    const helper = threadHelper(textQuery("needle|x[0-9]y"), options);
    await judge(helper, portions);
    expect(portions[0]?.worths).toBeUndefined();
    for (const { worths } of portions.slice(1)) expect(worths).toEqual(expected);
  });

  test("give back what takes long, and go on with it later", async () => {
    const { options, portions, at, root } = setUp();
    writeFileSync(join(root, "long"), "x".repeat(5_000_000));
    const finds = ["long", "needle"].map(
      (name): Find => ({ path: at(name), entry: { name, kind: "file" }, step: "take" }),
    );
    const all = [...portions, portionOf(finds)];
    await judge(threadHelper(textQuery("needle"), { ...options, maxBytes: 1e7 }), all);
    expect(all.at(-1)?.worths).toEqual(["none"]);
  });

  test("may be taken back what they have not begun with, and then count for nothing", async () => {
    const { options, portions, expected } = setUp();
    await judge(threadHelper(textQuery("needle"), options), portions);
    const [one, other] = [1, 2].map(() => portions.slice(0, 6).map(({ finds }) => portionOf(finds)));
    const helper = threadHelper(textQuery("needle"), options)!;
    helper.offer(one!);
    const late = helper.takeBack?.();
    expect(late?.isTaken).toBe(true);
    late!.worths = [];
    expect(helper.takeBack?.()).not.toBe(late);
    await judge(helper, one!);
    expect(late?.worths).toEqual([]);
    await judge(helper, other!);
    expect(other!.slice(1).map(({ worths }) => worths)).toEqual(other!.slice(1).map(() => expected));
    expect(helper.takeBack?.()).toBeUndefined();
  });

  test.each([
    ["(?i:N)eedle", true],
    ["(?-i:n)EEDLE", true],
    ["needle", true],
    ["(?i)NEEDLE", false],
  ])("find what %s means where ignoreCase is %s", async (pattern, ignoreCase) => {
    const { options, portions, expected } = setUp();
    await judge(threadHelper(textQuery(pattern, ignoreCase), options), portions);
    for (const { worths } of portions.slice(1)) expect(worths).toEqual(expected);
  });
});
