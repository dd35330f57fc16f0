import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, deny, firstOf, openSession, type Policy } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { localWeb } from "./_web.fixture.ts";
import { researchTools } from "./research-tools.ts";
import type { ResearchTopicOutput } from "./research-topic.ts";

const bridge = [
  "The Harbour Bridge of Port Ellis opened on March 19, 1932, after eight years of work.",
  "In 1928, the engineers found that the ground on the north shore was too soft.",
  "The arch, which weighs 39,000 tonnes, did not move in the storm of 1955.",
];
const pages = {
  "one.example/bridge": { title: "The bridge of Port Ellis", published: "2020-01-02T00:00:00Z", text: bridge },
  "two.example/copy": { title: "A bridge", text: [...bridge, "Reprinted by kind permission."] },
  "three.example/other": {
    title: "Ferries of Port Ellis",
    text: ["Ferries carried everybody across the harbour before the bridge of Port Ellis opened to traffic in 1932."],
  },
};
const question = "When did the bridge of Port Ellis open?";

async function research(options: object, input: object = {}, some: object = pages) {
  const web = await localWeb(some as typeof pages);
  await using _ = web;
  await using session = web.open(options);
  const result = await session.call("research_topic", { question, ...input });
  if (!result.ok) throw result.error;
  const written = await session.call("read_file", { path: "/report.md" });
  const report = written.ok ? contentText(written.content) : "";
  return { output: result.output as ResearchTopicOutput, text: contentText(result.content), report };
}

test("without a model there are quotations with offsets, copies are one source, and no answer", async () => {
  const { output, text } = await research({});
  expect(output.answer).toBeUndefined();
  expect(output.sources.map(({ group, copy }) => [group, copy])).toEqual([
    [1, false],
    [1, true],
    [3, false],
  ]);
  expect(output.findings.map(({ quote }) => quote).join()).toContain("opened on March 19, 1932");
  expect(output.findings.map(({ source }) => source)).not.toContain(2);
  for (const { quote, start, end } of output.findings) expect(end - start).toBe(quote.length);
  expect(output.sources[0]).toMatchObject({
    domain: expect.stringContaining("one.example"),
    sha256: expect.any(String),
  });
  expect(text).toContain("<untrusted-");
});

test("a model sees passages in marks and no URL; its sentences stand in them, and others are replaced by quotations", async () => {
  const asked: string[] = [];
  const { output, report } = await research(
    {
      model: async ({ prompt }: { prompt: string }) => {
        asked.push(prompt);
        const id = /source="(P\d+)">[^<]*March 19/.exec(prompt)?.[1] ?? "";
        return JSON.stringify({
          sentences: [
            { text: "The Harbour Bridge of Port Ellis opened on March 19, 1932.", cites: [id] },
            { text: "The Harbour Bridge of Port Ellis closed on March 19, 1932.", cites: [id] },
            { text: "The arch did move in the storm of 1955.", cites: ["P99"] },
          ],
        });
      },
    },
    { output_path: "/report.md" },
  );
  expect(asked[0]).not.toMatch(/https?:|\.example/);
  expect(output.answer?.map(({ text, quotation }) => [quotation, text.slice(0, 30)])).toEqual([
    [false, "The Harbour Bridge of Port Ell"],
    [true, "The Harbour Bridge of Port Ell"],
  ]);
  expect(output.dropped.map(({ why }) => why)).toEqual([
    "It does not stand in a passage that it cites, word for word.",
    "There is no passage P99.",
  ]);
  expect(output.output_path).toBe("/report.md");
  expect(report).toContain("Sources");
});

test("words that other agents use are taken, and limits end a call with what is there", async () => {
  const { output } = await research({ limits: { pages: 1 } }, { topic: question, question: undefined, depth: "quick" });
  expect([output.question, output.sources.length, output.stopped]).toEqual([question, 1, "budget"]);
  expect(output.gaps.join()).toContain("the limit of pages is reached");
});

test("a failing model and a page that is gone are told, and nothing is lost", async () => {
  const model = async () => {
    throw new Error("key sk-1234 was rejected");
  };
  const { output, text } = await research({ model });
  expect(output.findings.length).toBeGreaterThan(0);
  expect(output.gaps).toEqual(["No answer was written. It failed (Error)."]);
  expect(text).not.toContain("sk-1234");
});

test("where web_search is denied, research is unavailable and says why", async () => {
  const web = await localWeb(pages);
  await using _ = web;
  await using session = web.open({}, firstOf(deny({ tools: ["web_search"] }), allow()));
  expect(await session.call("research_topic", { question })).toMatchObject({
    ok: false,
    error: {
      code: "unavailable",
      message: expect.stringContaining("web_search cannot be used"),
      data: { code: "permission_denied" },
    },
  });
});

test("files are read instead of the web: a document, a text and a pattern; what cannot be read is a gap", async () => {
  const backend = memoryBackend({
    files: {
      "/notes/bridge.md": `# Notes\n\n${bridge[0]}\n`,
      "/notes/ferry.txt": `${pages["three.example/other"].text[0]}\n`,
      "/reports/bridge.docx": await writeDocx("The bridge of Port Ellis opened to trains in 1933, a year late."),
    },
  });
  const asked: string[] = [];
  const policy: Policy = ({ tool: { name }, access }) => {
    asked.push(`${name} ${access?.action} ${access?.target}`);
    return { effect: "allow" };
  };
  const registry = createRegistry([...fsTools({ backend }), ...researchTools({ reports: true })] as never);
  await using session = openSession(registry, { policy });
  const result = await session.call("research_topic", {
    question,
    documents: ["/notes/*", "/reports/bridge.docx", "/missing.md"],
  });
  if (!result.ok) throw result.error;
  const { sources, findings, gaps, queries } = result.output as ResearchTopicOutput;
  expect(queries).toEqual([]);
  expect(sources.map(({ url }) => url)).toEqual(["/notes/bridge.md", "/notes/ferry.txt", "/reports/bridge.docx"]);
  expect(new Set(sources.map(({ group }) => group)).size).toBe(3);
  expect(findings.map(({ quote }) => quote).join()).toContain("opened to trains in 1933");
  expect(findings.map(({ quote }) => quote).join()).not.toMatch(/^\d+ {2}/);
  expect(gaps).toEqual([expect.stringContaining("/missing.md could not be read")]);
  expect(asked.join()).toContain("read_file read /reports/bridge.docx");
  expect(asked.join()).not.toContain("network");
});

test("a name with brackets is the file that has it, and a pattern where none has", async () => {
  const files = {
    "/shop/notes[1].md": `${bridge[0]}\n`,
    "/shop/notes1.md": `${bridge[1]}\n`,
    "/other/notes[1].md": `${bridge[0]}\n`,
    "/other/{a,b}.md": `${bridge[0]}\n`,
  };
  const registry = createRegistry([...fsTools({ backend: memoryBackend({ files }) }), ...researchTools()] as never);
  await using session = openSession(registry, { policy: allow(), cwd: "/shop" });
  const sourcesOf = async (name: string) => {
    const result = await session.call("research_topic", { question, files: [name] });
    if (!result.ok) throw result.error;
    return (result.output as ResearchTopicOutput).sources.map(({ url }) => url);
  };
  expect(await sourcesOf("notes[1].md")).toEqual(["/shop/notes[1].md"]);
  expect(await sourcesOf("/other/notes[1].md")).toEqual(["/other/notes[1].md"]);
  expect(await sourcesOf("/other/{a,b}.md")).toEqual(["/other/{a,b}.md"]);
  expect(await sourcesOf("notes[12].md")).toEqual(["/shop/notes1.md"]);
});

test("a pattern with braces reads the files that it matches, and asks for no other", async () => {
  const files = {
    "/shop/a.md": `${bridge[0]}\n`,
    "/shop/b.md": `${bridge[1]}\n`,
    "/other/a.md": `${bridge[0]}\n`,
    "/other/[x].md": `${bridge[1]}\n`,
  };
  const asked = new Set<string | undefined>();
  const places = new Set([...Object.keys(files), "/shop", "/other"]);
  const policy: Policy = ({ access }) => {
    if (access) asked.add(access.target);
    const isKnown = !access || (places.has(access.target) && access.target !== "/other/[x].md");
    return isKnown ? { effect: "allow" } : { effect: "deny", reason: "no" };
  };
  const registry = createRegistry([...fsTools({ backend: memoryBackend({ files }) }), ...researchTools()] as never);
  await using session = openSession(registry, { policy, cwd: "/shop" });
  const read = async (name: string) => {
    asked.clear();
    const result = await session.call("research_topic", { question, files: [name] });
    if (!result.ok) throw result.error;
    const { sources, gaps } = result.output as ResearchTopicOutput;
    return { files: sources.map(({ url }) => url).toSorted(), gaps };
  };
  for (const [name, found] of [
    ["{a,b,c}.md", ["/shop/a.md", "/shop/b.md"]],
    ["/shop/[ab].md", ["/shop/a.md", "/shop/b.md"]],
    ["/other/{a,b}.md", ["/other/a.md"]],
    ["../other/{a,b}.md", ["/other/a.md"]],
    ["../shop/{a,b}.md", ["/shop/a.md", "/shop/b.md"]],
    ["/other/*.md", ["/other/a.md"]],
  ] as const) {
    expect(await read(name), name).toEqual({ files: found, gaps: [] });
    expect(
      [...asked].filter((target) => !places.has(target ?? "")),
      name,
    ).toEqual([]);
  }
  expect(await read("/other/[x].md")).toEqual({ files: [], gaps: ["/other/[x].md matches no file that may be read."] });
});

test("a file that the policy denies is a gap, and its words are nowhere", async () => {
  const backend = memoryBackend({ files: { "/a.md": `${bridge[0]}\n`, "/secret.md": `${bridge[1]}\n` } });
  const policy: Policy = ({ access }) =>
    access?.target === "/secret.md" ? { effect: "deny", reason: "no" } : { effect: "allow" };
  const registry = createRegistry([...fsTools({ backend }), ...researchTools()] as never);
  await using session = openSession(registry, { policy });
  const result = await session.call("research_topic", { question, files: ["/a.md", "/secret.md"] });
  expect(JSON.stringify(result)).not.toContain("1928");
  expect(result).toMatchObject({ output: { gaps: [expect.stringContaining("/secret.md could not be read")] } });
});

/** A Word document of one paragraph. */
async function writeDocx(text: string): Promise<Uint8Array> {
  const { zipSync, strToU8 } = await import("fflate");
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return zipSync({
    "[Content_Types].xml": strToU8(types),
    "_rels/.rels": strToU8(relations),
    "word/document.xml": strToU8(document),
  });
}
