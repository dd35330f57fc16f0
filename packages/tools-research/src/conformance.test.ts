import { describeTools } from "@holdall/conformance";
import { createRegistry, toOpenAI } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { localWeb } from "./_web.fixture.ts";
import { researchTools } from "./index.ts";

describeTools("research tools", async () => {
  const web = await localWeb({
    "one.example/a": { title: "Herons", text: ["The grey heron stands in shallow water and waits for fish."] },
  });
  return {
    tools: [...web.tools(), ...researchTools()],
    samples: {
      web_search: { query: "heron" },
      web_fetch: { url: web.url("one.example/a") },
      research_topic: { question: "Where does the grey heron stand?" },
      fact_check: { claim: "The grey heron stands in shallow water." },
    },
    obvious: [
      "count",
      "page",
      "max_chars",
      "question",
      "claim",
      "limit",
      "domains",
      "freshness",
      "allowed_domains",
      "blocked_domains",
      "exact_terms",
    ],
    dispose: () => web[Symbol.asyncDispose](),
  };
});

test("the two schemas stay within 280 tokens, with a report and a model as well", () => {
  const model = async () => "";
  for (const options of [{}, { reports: true, model }]) {
    const definitions = toOpenAI(createRegistry(researchTools(options)));
    expect(encode(JSON.stringify(definitions)).length).toBeLessThanOrEqual(280);
  }
});
