import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { defaultDiagramEngine } from "../diagram/diagram-engine.browser.ts";
import { docsTools } from "../index.ts";
import { defaultPdfEngine } from "../pdf/engine/pdf-engine.browser.ts";
import type { Engine } from "./worker.ts";

test("a page without engines is told what to install and to import", () => {
  expect(defaultPdfEngine).toThrow(
    expect.objectContaining({
      code: "unavailable",
      hint: expect.stringMatching(
        /npm install @myriaddreamin\/typst-ts-web-compiler.*@holdall\/tools-docs\/browser-pdf/,
      ),
    }),
  );
  expect(defaultDiagramEngine).toThrow(
    expect.objectContaining({
      code: "unavailable",
      hint: expect.stringMatching(/npm install mermaid .*@holdall\/tools-docs\/browser-diagrams/),
    }),
  );
});

test("the engines that are given make the documents", async () => {
  const asked: string[] = [];
  const engine = (what: string): Engine => ({
    what,
    packages: "cup",
    open() {
      asked.push(what);
      throw new Error("no thread");
    },
  });
  const tools = docsTools({
    backend: memoryBackend(),
    engines: { pdf: { ...engine("PDFs"), families: ["A"] }, diagrams: engine("Diagrams") },
  });
  const session = openSession(createRegistry(tools), { policy: allow() });
  await session.call("generate_pdf", { markdown: "# A", output_path: "/a.pdf" });
  await session.call("generate_diagram", { code: "flowchart LR\nA --> B" });
  expect(asked).toEqual(["PDFs", "Diagrams"]);
});
