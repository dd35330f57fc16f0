import { memoryBackend } from "@holdall/backends-memory";
import { createRegistry, firstOf, openSession } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { openFamilies } from "./open-families.ts";
import { inventedSentence } from "./sample-model.ts";

const open = async () => {
  const backend = memoryBackend();
  const families = await openFamilies({ backend, state: memoryBackend() });
  const registry = createRegistry([...fsTools({ backend }), ...families.tools]);
  const session = openSession(registry, { policy: firstOf(families.asks, families.allows) });
  return { session, families };
};

test("research over the sample pages: what was made up is dropped, a mirror is a copy, and a check finds both sides", async () => {
  const { session } = await open();
  const question = "When was the harbor bridge of Larkhaven opened?";
  const found = await session.call("research_topic", { question });
  expect(found).toMatchObject({
    ok: true,
    output: {
      answer: expect.arrayContaining([
        {
          text: "The harbor bridge of Larkhaven was opened on 4 May 1931.",
          quotation: false,
          cites: expect.anything(),
        },
      ]),
      dropped: [{ text: inventedSentence }],
    },
  });
  const { sources } = (found as { output: { sources: { copy: boolean }[] } }).output;
  expect(sources.filter(({ copy }) => copy).length).toBe(1);
  const claim = "The harbor bridge of Larkhaven was opened in 1930.";
  expect(await session.call("fact_check", { claim })).toMatchObject({
    ok: true,
    output: { verdict: "conflicting", judged_by: "this page's model" },
  });
});

test("a model of the person writes in place of the script, until it is taken back", async () => {
  const { session, families } = await open();
  const droppedBy = async () => {
    const found = await session.call("research_topic", { question: "Which harbor bridge was painted green?" });
    return found.ok ? (found.output as { dropped: unknown[] }).dropped.length : found.error.code;
  };
  families.setModel(async () => '{"sentences":[]}');
  expect(await droppedBy()).toBe(0);
  families.setModel();
  expect(await droppedBy()).toBe(1);
});

test("what is not a sample is told apart: other pages, stocks, coins and rates; a shared symbol is asked about", async () => {
  const { session } = await open();
  const codes: string[] = [];
  for (const [tool, input] of [
    ["web_fetch", { url: "https://example.org/" }],
    ["stock_quote", { symbols: ["NONE"] }],
    ["crypto_price", { symbols: ["TWIN"] }],
    ["exchange_rate", { from: "EUR", to: "CHF" }],
  ] as const) {
    const result = await session.call(tool, input);
    codes.push(result.ok ? "ok" : result.error.code);
  }
  expect(codes).toEqual(["unavailable", "not_found", "ambiguous", "not_found"]);
  const found = await session.call("stock_quote", { symbols: ["AAPL", "SAMPLE"] });
  expect(found).toMatchObject({
    ok: true,
    output: {
      quotes: [
        { price: "271.49", currency: "USD", source: { terms: expect.stringContaining("Not market prices") } },
        { currency: null, as_of: null },
      ],
    },
  });
});

test("the skill that comes with the page loads without a question", async () => {
  const { session } = await open();
  const loaded = await session.call("load_skill", { name: "changelog" });
  expect(loaded.ok).toBe(true);
});
