import { expect, test } from "vitest";
import { commentsIn, phrasesIn, sentencesIn } from "./_phrases.ts";
import { tree } from "./_tree.fixture.ts";
import { checkWords, coinedIn, namesIn } from "./check-words.ts";

test.each([
  ["rung", ["rung"]],
  ["lastRungs", ["rung"]],
  ["splice-habits", ["spliceHabits"]],
  ["takeBackRead", ["takeBack"]],
  ["mostLevels", ["most…"]],
  ["Gate", ["Gate"]],
  // Terms of the field that hold or resemble one.
  ["isWithinTurns", []],
  ["wrung", []],
  ["navigate", []],
  ["pathGate", []],
  ["almostDone", []],
  ["recommend", []],
])("%s has the coined words %j", (name, words) => {
  expect(coinedIn(name)).toEqual(words);
});

test("names are read from code, not from comments and strings", () => {
  const source = '/** A ladder. */\nconst rung = "doubt"; // unheard\nlog(`a mend of $' + "{raced}`);\n";
  const names = namesIn(source);
  expect(names).toEqual(expect.arrayContaining(["rung", "raced"]));
  expect(names.flatMap(coinedIn)).toEqual(["rung", "raced"]);
});

test.each([
  ["## What came of it", 1],
  ["Whoever waits is told of it. A file that is a link is no file.", 3],
  ["Nobody is asked, and somebody else answers a person.", 3],
  ["Every change is told; the behaviour goes on.", 3],
  ["There is no answer, and it is no longer asked. The model is told what to do.", 0],
  ["`is no code`\n```\nwords of others\n```\nText from others.", 0],
])("%j has %i phrases that read as translated", (markdown, count) => {
  expect(phrasesIn(markdown)).toHaveLength(count);
});

test("comments are read from code, not from strings", () => {
  const source = 'log("whoever // anew");\n/**\n * Told\n * apart.\n */ call(`anew`); // afresh\n';
  expect(commentsIn(source)).toBe("/** Told apart. */\n// afresh");
});

test("sentences are read from strings, not from comments and single words", () => {
  expect(sentencesIn('log("whoever", `it is so`, "this is one"); // not this one\n')).toBe('`it is so`\n"this is one"');
});

test("coined names are notes by package; phrases in pages and comments are problems by file", () => {
  const root = tree({
    "packages/a/package.json": '{"name": "a"}',
    "packages/a/src/_ladder.ts": "/** Told\n * of it anew. */\nexport const rungs = [rung];\n",
    "packages/b/package.json": '{"name": "b"}',
    "packages/b/src/candidates.ts": "export const candidates = [];\n",
    "packages/b/src/candidates.test.ts": "// Whoever reads tests.\ninterface Found {}\n",
    "packages/b/src/errors.ts":
      'export const error = "There is nobody here.";\ninterface FoundError {}\ninterface Place<T> extends Found {}\n',
    "packages/b/src/tell-errors.ts": "type Step = string;\n",
    "docs/guides/a.md": "It goes along.\n",
  });
  expect(checkWords(root)).toMatchObject({
    problems: [
      "docs/guides/a.md: goes along (is included, continues).",
      "packages/a/src/_ladder.ts: anew (again), Told of (reported, distinguished).",
      expect.stringContaining("packages/b/src/errors.ts: nobody"),
      expect.stringContaining("packages/b/src/errors.ts: the type Place<T> does not say"),
      expect.stringContaining("packages/b/src/tell-errors.ts: the type Step does not say"),
      expect.stringContaining("packages/b/src/tell-errors.ts: name the file"),
    ],
    notes: ["packages/a: 3 names with coined words: rung 2 (candidate), ladder 1 (fallback order)."],
  });
});
