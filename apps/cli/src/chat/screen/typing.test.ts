import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPrices } from "../model/find-prices.ts";
import { dollars, priceOf } from "../model/prices.ts";
import { completeLine } from "./complete-line.ts";
import { typedHistory } from "./typed-history.ts";

describe("what was typed", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "holdall-typed-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const fail = (message: string) => {
    throw new Error(message);
  };

  test("is there in the next process, the last first, for its owner alone and without secrets", () => {
    const env = { DEPLOY_TOKEN: "correct-horse-battery-9" };
    const first = typedHistory(join(folder, "place"), fail, env);
    for (const line of ["one", "use correct-horse-battery-9", "two\nlines", "one", "one"]) first.add(line);
    first.add(`key ${"ghp"}_${"a1B2".repeat(9)}`);
    const list = typedHistory(join(folder, "place"), fail, env).list();
    expect(list).toEqual([expect.stringMatching(/^key \[secret /), "one", "use [secret DEPLOY_TOKEN]"]);
    const file = join(folder, "place/typed.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toMatch(/battery|a1B2/);
  });

  test("a file that is none is told once, and the history goes on", () => {
    writeFileSync(join(folder, "typed.json"), "{");
    const told: string[] = [];
    const history = typedHistory(folder, (message) => void told.push(message), {});
    history.add("one");
    expect([history.list(), told]).toEqual([["one"], [expect.stringContaining("not saved")]]);
  });
});

const files = {
  "/src/a.ts": "const a = 1;\n",
  "/a b.txt": "spaced\n",
  "/.env": "TOKEN=x\n",
  "/src/e\u001b[2Jvil.ts": "",
};

test("Tab completes commands, their words, and paths that a terminal shows as they are", async () => {
  const place = { backend: memoryBackend({ files }), cwd: toPath("/") };
  const complete = completeLine({ help: [], mode: ["plan", "default"] }, place);
  expect(await complete("/h")).toEqual([["/help "], "/h"]);
  expect(await complete("/mode p")).toEqual([["plan"], "p"]);
  expect(await complete("look at @s")).toEqual([["src/"], "s"]);
  expect(await complete("look at @src/")).toEqual([["src/a.ts"], "src/"]);
  expect(await complete('look at @"a ')).toEqual([["a b.txt"], "a "]);
  expect(await complete("mail ann@s")).toEqual([[], "mail ann@s"]);
});

test("prices are dollars a million, and what is cached may cost less", () => {
  const tokens = { input: 1_000_000, cached: 400_000, output: 100_000 };
  expect([priceOf("3/15", "--price")(tokens), priceOf("3/0.30/15", "--price")(tokens)].map(dollars)).toEqual([
    "$4.50",
    "$3.42",
  ]);
  expect(() => priceOf("cheap", "--price")).toThrow("--price cannot be");
});

test("a price is that of the whole name, else of the longest begin; a configuration goes before the person's own file", () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-prices-"));
  try {
    const env = { XDG_CONFIG_HOME: folder };
    const file = join(folder, "holdall/prices.json");
    mkdirSync(dirname(file));
    writeFileSync(file, '{ "a/*": "1/2", "a/big*": "3/4", "a/big-1": "5/6", "b": "7/8" }');
    const prices = findPrices({ file: "c.yaml", config: { prices: { b: "9/10" } } }, env);
    const million = { input: 1_000_000, cached: 0, output: 0 };
    expect(["a/x", "a/big-2", "a/big-1", "b", "c"].map((name) => prices.of(name)?.(million))).toEqual([
      1,
      3,
      5,
      9,
      undefined,
    ]);
    expect(prices.names).toEqual(["a/big-1", "b"]);
    writeFileSync(file, '{ "a": "cheap" }');
    expect(() => findPrices({ file: undefined, config: {} }, env)).toThrow("prices.json: the price of a cannot be");
    writeFileSync(file, "[");
    expect(() => findPrices({ file: undefined, config: {} }, env)).toThrow("is not a JSON object of prices");
    expect(findPrices({ file: undefined, config: {} }, { XDG_CONFIG_HOME: "/nowhere" }).names).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
