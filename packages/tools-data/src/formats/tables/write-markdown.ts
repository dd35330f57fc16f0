import { cellText } from "../../scan/row.ts";
import { noteHalves } from "../../table/losses.ts";
import type { RowWriter, WriterOptions } from "./row-writer.ts";

/** A table of GitHub's Markdown; numbers are aligned to the right. */
export function markdownWriter({ columns, losses }: WriterOptions): RowWriter {
  const escaped = (text: string, line: number): string => {
    noteHalves(text, losses, line);
    if (/[\r\n]/.test(text)) losses.add("line breaks in cells become <br>", { line });
    return text
      .replaceAll("\\", "\\\\")
      .replaceAll("|", "\\|")
      .replace(/[<&]/g, (char) => (char === "<" ? "&lt;" : "&amp;"))
      .replace(/\r\n|\r|\n/g, "<br>");
  };
  return {
    start(out) {
      out.text(`| ${columns.map(({ name }) => escaped(name, 1)).join(" | ")} |\n`);
      out.text(`| ${columns.map(({ type }) => (type === "number" ? "---:" : "---")).join(" | ")} |\n`);
    },
    row(row, out) {
      out.text(`| ${columns.map(({ index }) => escaped(cellText(row, index) ?? "", row.line)).join(" | ")} |\n`);
    },
    end() {},
  };
}
