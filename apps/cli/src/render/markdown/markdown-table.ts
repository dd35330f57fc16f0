import type { Tokens } from "marked";
import type { Screen } from "../screen.ts";
import { type Span, spanColumns, wrapSpans } from "../spans.ts";
import { styleFor } from "../style.ts";
import { inlineSpans } from "./markdown-inline.ts";

/** A table in columns where they fit; else, and where it is read aloud, a line for each cell under its heading. */
export function tableLines({ header, rows, align }: Tokens.Table, screen: Screen): string[] {
  const { bold, dim } = styleFor(screen);
  const cells = (row: readonly Tokens.TableCell[], paint?: Span["paint"]) =>
    row.map(({ tokens }) => inlineSpans(tokens, screen, paint));
  const head = cells(header, bold);
  const body = rows.map((row) => cells(row));
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => spanColumns(row[at] ?? []))));
  const total = widths.reduce((sum, width) => sum + width, 0) + 2 * (widths.length - 1);
  if (screen.spoken || total > screen.width)
    return body.flatMap((row, number) => [
      ...(number > 0 && !screen.spoken ? [""] : []),
      ...row.flatMap((cell, at) =>
        wrapSpans([...(head[at] ?? []), { text: ": ", paint: String }, ...cell], screen.width),
      ),
    ]);
  const line = (row: readonly (readonly Span[])[]) =>
    row
      .map((cell, at) => {
        const text = cell.map((span) => span.paint(span.text)).join("");
        const gap = " ".repeat((widths[at] ?? 0) - spanColumns(cell));
        return align[at] === "right" ? gap + text : text + gap;
      })
      .join("  ")
      .trimEnd();
  return [line(head), dim(widths.map((width) => "─".repeat(width)).join("  ")), ...body.map(line)];
}
