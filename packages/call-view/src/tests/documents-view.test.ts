import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { docsTools } from "@holdall/tools-docs";
import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";
import { viewPart } from "../view/view-part.ts";

test("documents of the real tools: what came of them, and their text where there is no file", async () => {
  const log = followCalls();
  const registry = createRegistry(docsTools({ backend: memoryBackend() }));
  await using session = openSession(registry, { policy: allow(), onEvent: log.follow });
  await session.call("generate_markdown", { title: "T", blocks: [{ text: "a" }] });
  await session.call("generate_markdown", { blocks: [{ text: "a" }], output_path: "/a.md" });
  const shown = log.calls().map(({ title, subject, outcome, blocks }) => [title, subject, outcome, blocks[0]?.kind]);
  expect(shown).toEqual([
    ["Make Markdown", "T", "7 bytes", "code"],
    ["Make Markdown", "/a.md", "2 bytes", undefined],
  ]);
});

test("a PDF is a file to look at; what it lacks is a warning", () => {
  const output = { path: "/app/a.pdf", pages: 2, bytes: 14_000, pdf_ua: false, notes: ["Not PDF/UA-1: no alt text."] };
  const part = { type: "tool-generate_pdf", state: "output-available", input: { output_path: "a.pdf" }, output };
  expect(viewPart({ toolCallId: "c1", ...part }, { cwd: "/app" })).toMatchObject({
    title: "Make PDF",
    outcome: "2 pages",
    blocks: [
      { kind: "text", isWarning: true },
      { kind: "file", path: "/app/a.pdf", name: "a.pdf", mediaType: "application/pdf", facts: ["2 pages", "14 kB"] },
    ],
  });
});

test.each([
  ["a.docx", {}, "docx", ["14 kB"]],
  ["a.pptx", { slides: 3 }, "pptx, 3 slides", ["3 slides", "14 kB"]],
])("%s is a file to save", (name, counted, outcome, facts) => {
  const output = { path: `/app/${name}`, format: name.slice(2), bytes: 14_000, notes: [], ...counted };
  const part = { type: "tool-generate_document", state: "output-available", input: { output_path: name }, output };
  expect(viewPart({ toolCallId: "c1", ...part }, { cwd: "/app" })).toMatchObject({
    title: "Make document",
    outcome,
    blocks: [{ kind: "file", name, mediaType: expect.stringContaining("openxmlformats"), facts }],
  });
});

test("a diagram in a file is that file, and the code it was drawn from", () => {
  const output = { path: "/a.svg", format: "svg", kind: "flowchart", bytes: 900 };
  const input = { code: "flowchart LR\n a --> b", output_path: "a.svg" };
  const part = { type: "tool-generate_diagram", state: "output-available", input, output };
  expect(viewPart({ toolCallId: "c1", ...part }).blocks).toMatchObject([
    { kind: "file", path: "/a.svg", mediaType: "image/svg+xml", facts: ["900 B"] },
    { kind: "code", path: "diagram.mmd" },
  ]);
});

test("a chart is its picture, and the rows it was drawn from", () => {
  const chart = { kind: "bar", x: "city", y: "sum", rows: [{ city: "Riga", sum: 3 }] };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const output = { format: "svg", kind: "bar", text: svg };
  const part = { type: "tool-generate_diagram", state: "output-available", input: { chart }, output };
  expect(viewPart({ toolCallId: "c1", ...part })).toMatchObject({
    subject: "bar",
    blocks: [
      { kind: "image", mediaType: "image/svg+xml" },
      { kind: "code", path: "chart.json" },
    ],
  });
});

test("a PDF that was read is a file, and its text", () => {
  const output = { kind: "pdf", path: "/a.pdf", content: "1  words", total: 1 };
  const part = { type: "tool-read_file", state: "output-available", input: { path: "a.pdf" }, output };
  expect(viewPart({ toolCallId: "c1", ...part }).blocks.map(({ kind }) => kind)).toEqual(["file", "code"]);
});

test("an office document that was read is its Markdown", () => {
  const output = { kind: "document", path: "/a.xlsx", content: "| a |", part: { unit: "sheet", total: 3 } };
  const part = { type: "tool-read_file", state: "output-available", input: { path: "a.xlsx" }, output };
  const { blocks, outcome } = viewPart({ toolCallId: "c1", ...part });
  expect({ blocks, outcome }).toMatchObject({ blocks: [{ kind: "markdown", text: "| a |" }], outcome: "3 sheets" });
});

test("a diagram is a picture, which runs nothing, and its source", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const input = { code: "flowchart LR\n a --> b", title: "Way" };
  const part = {
    type: "tool-generate_diagram",
    state: "output-available",
    input,
    output: { format: "svg", text: svg },
  };
  expect(viewPart({ toolCallId: "c1", ...part }).blocks).toMatchObject([
    { kind: "image", mediaType: "image/svg+xml", source: `data:image/svg+xml,${encodeURIComponent(svg)}`, name: "Way" },
    { kind: "code", path: "diagram.svg" },
  ]);
});
