import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { docsTools } from "@holdall/tools-docs";
import { expect, test } from "vitest";
import { followCalls } from "./follow-calls.ts";
import { viewPart } from "./view-part.ts";

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

test("what a PDF lacks is a warning", () => {
  const output = { path: "/a.pdf", pages: 2, pdf_ua: false, notes: ["Not PDF/UA-1: no alt text."] };
  const part = { type: "tool-generate_pdf", state: "output-available", input: { output_path: "a.pdf" }, output };
  expect(viewPart({ toolCallId: "c1", ...part })).toMatchObject({
    title: "Make PDF",
    outcome: "2 pages",
    blocks: [{ kind: "text", isWarning: true }],
  });
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
