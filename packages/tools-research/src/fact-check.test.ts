import { memoryBackend } from "@holdall/backends-memory";
import { contentText, createRegistry, openSession, type Policy } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { shownIn } from "./_liars.fixture.ts";
import { localWeb, type Pages } from "./_web.fixture.ts";
import type { FactCheckOutput } from "./fact-check.ts";
import { researchTools } from "./research-tools.ts";

const claim = "The museum of Riga opened in 1901.";
const pages: Pages = {
  "one.example/a": {
    title: "The museum of Riga",
    published: "2020-01-02T00:00:00Z",
    text: ["The museum of Riga opened in 1901. It shows ships and the town's history."],
  },
  "two.example/b": {
    title: "Riga's museum",
    published: "2024-05-06T00:00:00Z",
    text: [
      "Builders finished the museum of Riga late, so that it never opened before 1905, as letters of its founder show.",
    ],
  },
};

type Stances = (id: string, text: string) => { stance: string; quote: string };

async function check(decide: Stances | undefined, input: object = {}) {
  const model =
    decide &&
    (async ({ prompt }: { prompt: string }) =>
      JSON.stringify({ stances: shownIn(prompt).map(({ id, text }) => ({ id, ...decide(id, text) })) }));
  const web = await localWeb(pages);
  await using _ = web;
  await using session = web.open({ model, modelName: "small", now: () => new Date("2026-01-02T03:04:05Z") });
  const result = await session.call("fact_check", { claim, ...input });
  if (!result.ok) throw result.error;
  return { ...(result.output as FactCheckOutput), text: contentText(result.content) };
}

const supports: Stances = (_, text) =>
  text.includes("in 1901")
    ? { stance: "supports", quote: "The museum of Riga opened in 1901." }
    : { stance: "refutes", quote: "it never opened before 1905" };

test("without a model there is evidence and never a verdict", async () => {
  const { verdict, judged_by, evidence, independent, checked_at, text } = await check(undefined);
  expect([verdict, judged_by, independent, checked_at]).toEqual(["not_judged", null, 2, "2026-01-02T03:04:05.000Z"]);
  expect(evidence.map(({ stance }) => stance)).toEqual(["unjudged", "unjudged"]);
  expect(text).toContain("not a verdict");
});

test("sources that disagree conflict, and one source is told", async () => {
  expect(await check(supports)).toMatchObject({ verdict: "conflicting", judged_by: "small", independent: 2 });
  expect(await check(supports, { as_of: "2021-01-01" })).toMatchObject({
    verdict: "supported",
    independent: 1,
    notes: ["It rests on one source.", expect.stringMatching(/two\.example.* published 2024/)],
  });
});

test.each<[string, Stances, string]>([
  [
    "quotes what is not there",
    () => ({ stance: "supports", quote: "It opened, all agree, in 1901." }),
    "its quotation does not stand",
  ],
  [
    "refutes what the passage says",
    (_, text) => ({ stance: "refutes", quote: text.slice(0, 30) }),
    "says the claim word for word",
  ],
  [
    "supports a number that is not there",
    (_, text) => ({ stance: "supports", quote: text.slice(-40) }),
    "does not have 1901",
  ],
  ["has another stance", () => ({ stance: "TRUE", quote: "" }), "none of supports"],
])("a stance of a model that %s is not counted", async (_, decide, why) => {
  const { notes, evidence } = await check(decide);
  expect(notes.join("\n")).toContain(why);
  expect(evidence.some(({ stance }) => stance === "unjudged")).toBe(true);
});

test("pages of one's own are read without a search, and what is no page is named", async () => {
  const { spent, notes, evidence } = await check(undefined, { urls: ["ftp://example.com/x", "http://127.0.0.1:1/x"] });
  expect([spent.searches, evidence]).toEqual([0, []]);
  expect(notes).toEqual([
    "ftp://example.com/x is not an HTTP URL.",
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/x could not be read/),
  ]);
});

/** A check against files, which the policy may deny, in a session without a web. */
async function checkFiles(input: object, decide: Stances = supports) {
  const backend = memoryBackend({
    files: {
      "/notes/a.md": `# Museums\n\n${pages["one.example/a"]?.text[0]}\n`,
      "/notes/b.txt": `${pages["two.example/b"]?.text[0]}\n`,
      "/secret.md": "The museum of Riga opened in 1888, says a secret.\n",
    },
  });
  const model = async ({ prompt }: { prompt: string }) =>
    JSON.stringify({ stances: shownIn(prompt).map(({ id, text }) => ({ id, ...decide(id, text) })) });
  const policy: Policy = ({ access }) =>
    access?.target === "/secret.md" ? { effect: "deny", reason: "no" } : { effect: "allow" };
  const registry = createRegistry([...fsTools({ backend }), ...researchTools({ model })] as never);
  await using session = openSession(registry, { policy });
  return await session.call("fact_check", { claim, ...input });
}

test("files are read instead of the web: each is a source, and one that is denied is a note", async () => {
  const result = await checkFiles({ documents: ["/notes/*", "/secret.md"] });
  if (!result.ok) throw result.error;
  const { verdict, independent, evidence, notes } = result.output as FactCheckOutput;
  expect([verdict, independent]).toEqual(["conflicting", 2]);
  expect(evidence.map(({ stance, url }) => [stance, url]).sort()).toEqual([
    ["refutes", "/notes/b.txt"],
    ["supports", "/notes/a.md"],
  ]);
  expect(notes).toEqual([expect.stringContaining("/secret.md could not be read")]);
  expect(JSON.stringify(result)).not.toContain("1888");
});

test("files and addresses, or a date, do not go together; an empty list is none", async () => {
  const files = ["/notes/a.md"];
  expect(await checkFiles({ files, urls: ["http://one.example/a"] })).toMatchObject({
    error: { code: "invalid_input", hint: "Check the claim in two calls." },
  });
  expect(await checkFiles({ files, as_of: "2021-01-01" })).toMatchObject({
    error: { code: "invalid_input", hint: "Leave out as_of." },
  });
  expect(await checkFiles({ files, urls: [] })).toMatchObject({ output: { verdict: "supported", independent: 1 } });
  expect(await check(supports, { files: [] })).toMatchObject({ verdict: "conflicting" });
});
