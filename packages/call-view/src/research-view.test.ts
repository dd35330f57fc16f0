import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { researchTools } from "@holdall/tools-research";
import { type WebClient, webFetch, webSearch } from "@holdall/tools-web";
import { expect, test } from "vitest";
import { followCalls } from "./follow-calls.ts";

const text = "The museum of Riga opened in 1901 with 40 rooms. It shows **ships**.";
const client: WebClient = {
  request: async (url) => ({
    url,
    status: 200,
    headers: { "content-type": "text/plain" },
    body: new TextEncoder().encode(text),
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
  expect(research?.blocks).toMatchObject([
    { kind: "text", text: expect.stringMatching(/^The museum of Riga opened in 1901 with 40 rooms\. \[1\]\n“/) },
    { kind: "links", links: [{ url: "https://one.example.com/a", title: "[1] Museum" }] },
    { kind: "text", isWarning: true, text: expect.stringContaining("Dropped: The museum of Riga closed") },
  ]);
  expect(check?.blocks).toMatchObject([
    { kind: "text", text: expect.stringContaining("supports: “The museum") },
    { kind: "links" },
    { kind: "text", isWarning: true, text: "It rests on one source." },
  ]);
});
