import { codeBlock } from "../blocks/code.ts";
import { fileBlock } from "../blocks/content.ts";
import { sizeText } from "../blocks/search.ts";
import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const notesOf = (output: unknown): ViewBlock[] =>
  listOf(output, "notes").flatMap((note): ViewBlock[] =>
    typeof note === "string" ? [{ kind: "text", text: note, isWarning: true }] : [],
  );

const target = (input: unknown): string | undefined => textOf(input, "output_path") ?? textOf(input, "title");

/** A picture in an image element runs no scripts and loads nothing. */
const svgBlock = (svg: string, name: string | undefined): ViewBlock => ({
  kind: "image",
  mediaType: "image/svg+xml",
  source: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  name: name ?? "Diagram",
});

/** What a diagram is made of: Mermaid, or a chart and its rows. */
const sourceBlock = (input: unknown): ViewBlock => {
  const chart = fieldOf(input, "chart");
  return chart === undefined
    ? codeBlock(textOf(input, "code") ?? "", "diagram.mmd")
    : codeBlock(JSON.stringify(chart, null, 2), "chart.json");
};

const size = (output: unknown): string => sizeText(numberOf(output, "bytes") ?? 0);
const pages = (output: unknown): string => counted(numberOf(output, "pages") ?? 0, "page");
const slides = (output: unknown): string => {
  const count = numberOf(output, "slides");
  return count === undefined ? "" : counted(count, "slide");
};
const standard = (output: unknown): string => (fieldOf(output, "pdf_ua") === true ? "PDF/UA" : "");

/** How documents are shown: the result, what is missing, and the text where there is no file. */
export const documentHandlers: Readonly<Record<string, Handler>> = {
  generate_markdown: {
    title: "Make Markdown",
    category: "documents",
    subject: target,
    outcome: (output) => counted(numberOf(output, "bytes") ?? 0, "byte"),
    blocks: (output) => {
      const markdown = textOf(output, "markdown");
      return [...notesOf(output), ...(markdown === undefined ? [] : [codeBlock(markdown, "document.md")])];
    },
  },
  generate_pdf: {
    title: "Make PDF",
    category: "documents",
    subject: target,
    outcome: (output) => [pages(output), standard(output)].filter(Boolean).join(", "),
    blocks: (output) => [...notesOf(output), ...fileBlock(output, [pages(output), size(output), standard(output)])],
  },
  generate_document: {
    title: "Make document",
    category: "documents",
    subject: target,
    outcome: (output) => [textOf(output, "format") ?? "", slides(output)].filter(Boolean).join(", "),
    blocks: (output) => [...notesOf(output), ...fileBlock(output, [slides(output), size(output)])],
  },
  generate_diagram: {
    title: "Make diagram",
    category: "documents",
    subject: (input, output) => target(input) ?? textOf(output, "kind"),
    outcome: (output) => textOf(output, "format") ?? "",
    preview: (input) => [sourceBlock(input)],
    blocks: (output, input) => {
      const text = textOf(output, "text") ?? textOf(input, "code") ?? "";
      const isSvg = textOf(output, "format") === "svg";
      return [
        ...notesOf(output),
        ...fileBlock(output, [size(output)]),
        ...(isSvg && textOf(output, "text") !== undefined ? [svgBlock(text, target(input))] : []),
        textOf(output, "text") === undefined || fieldOf(input, "chart") !== undefined
          ? sourceBlock(input)
          : codeBlock(text, isSvg ? "diagram.svg" : "diagram.mmd"),
      ];
    },
  },
};
