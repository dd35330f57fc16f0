import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { docsTools } from "./docs-tools.ts";

describeTools("document tools", () => {
  const backend = memoryBackend({ files: { "/a.csv": "a,b\n1,2\n" } });
  return {
    backend,
    tools: docsTools({ backend }),
    // The descriptions of the tools say what the last four are, and the error that asks for missing_glyphs what it takes.
    obvious: [
      "author",
      "front_matter",
      "output_path",
      "markdown",
      "lang",
      "paper",
      "blocks",
      "code",
      "format",
      "missing_glyphs",
    ],
    samples: {
      generate_markdown: { title: "T", blocks: [{ data: "a.csv" }], output_path: "/o.md", overwrite: true },
      generate_pdf: { markdown: "# T\n\nText.", output_path: "/o.pdf", overwrite: true },
      generate_document: { markdown: "# T\n\nText.", output_path: "/o.docx", overwrite: true },
      generate_diagram: { code: "flowchart LR\nA --> B", output_path: "/o.svg", overwrite: true },
    },
  };
});
