import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { researchTools } from "@holdall/tools-research";
import { type WebClient, webFetch, webSearch } from "@holdall/tools-web";
import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";

const page = "The museum of Riga opened in 1901 with 40 rooms. It shows **ships**.";
const client: WebClient = {
  request: async (url) => ({
    url,
    status: 200,
    headers: { "content-type": "text/plain" },
    body: new TextEncoder().encode(page),
    truncated: false,
    hops: [],
    checked: "addresses",
  }),
};
const filters = ["allowed_domains", "blocked_domains", "exact_terms", "language", "freshness", "page"] as const;
const provider = {
  name: "still",
  url: "https://search.example.com",
  can: Object.fromEntries(filters.map((name) => [name, "native"])) as Record<(typeof filters)[number], "native">,
  most: 20,
  search: async () => ({ hits: [{ title: "Museum", url: "https://one.example.com/a", snippet: "" }] }),
};

test("research and a check of the real tools: sentences with sources, what was dropped, and the verdict", async () => {
  const log = followCalls();
  const model = async ({ system }: { system: string }) =>
    system.includes("stances")
      ? JSON.stringify({ stances: [{ id: "P1", stance: "supports", quote: "opened in 1901" }] })
      : JSON.stringify({
          sentences: [
            { text: "The museum of Riga opened in 1901 with 40 rooms.", cites: ["P1"] },
            { text: "The museum of Riga closed in 1901.", cites: ["P1"] },
          ],
        });
  const web = [webSearch({ providers: [provider] }), webFetch({ client })];
  const registry = createRegistry([...web, ...researchTools({ model, modelName: "small" })]);
  await using session = openSession(registry, { policy: allow(), onEvent: log.follow });
  await session.call("research_topic", { question: "When did the museum of Riga open?" });
  await session.call("fact_check", { claim: "The museum of Riga opened in 1901." });
  const [research, check] = log.calls().filter(({ title }) => ["Research", "Check claim"].includes(title));
  expect([research, check].map((view) => [view?.subject, view?.outcome])).toEqual([
    ["When did the museum of Riga open?", "1 source"],
    ["The museum of Riga opened in 1901.", "supported, 1 source"],
  ]);
  const text = "The museum of Riga opened in 1901 with 40 rooms.";
  expect(research?.blocks).toMatchObject([
    {
      kind: "citations",
      sentences: [
        { text, isQuote: false, cites: [{ passage: "P1", source: 1 }] },
        { isQuote: true, cites: [{ passage: "P1", source: 1 }] },
      ],
      sources: [
        {
          ...{ number: 1, title: "Museum", url: "https://one.example.com/a", host: "one.example.com" },
          passages: [{ id: "P1", quote: expect.stringContaining(text) }],
        },
      ],
      dropped: [{ text: "The museum of Riga closed in 1901.", why: expect.stringContaining("does not stand") }],
    },
  ]);
  expect(check?.blocks).toMatchObject([
    {
      kind: "citations",
      verdict: { label: "supported", tone: "good", note: "1 independent source; stances by small" },
      sources: [{ number: 1, passages: [{ stance: "supports", quote: expect.stringContaining("The museum") }] }],
      gaps: ["It rests on one source."],
    },
  ]);
});
