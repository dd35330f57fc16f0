import { expect, test } from "vitest";
import { rankByWords, wordsOf } from "./word-ranking.ts";

test("documents with rare words of the query come first, those without any have 0", () => {
  const documents = ["deploy the shop", "the shop opens", "cats"].map(wordsOf);
  const [deploy, shop, cats] = rankByWords(documents, wordsOf("deploying? Deploy shops"));
  expect(deploy).toBeGreaterThan(shop!);
  expect(shop).toBeGreaterThan(0);
  expect(cats).toBe(0);
});

test("words are folded, plurals lose their end, and pairs stand for words that are not parted", () => {
  expect(wordsOf("readFiles 日本語")).toEqual(["read", "file", "日本", "本語"]);
});
