import type { IBufferCell, Terminal } from "@xterm/headless";

interface Run {
  readonly column: number;
  text: string;
  readonly style: string;
}

const colors: Readonly<Record<number, string>> = { 1: "#f7768e", 2: "#9ece6a", 3: "#e0af68", 6: "#7dcfff" };
const size = { column: 8.4, row: 19, margin: 16 };

/** All that a terminal shows as a picture, `columns` wide. Texts that differ from run to run are replaced first. */
export function terminalSvg(
  terminal: Terminal,
  { title, columns, replace }: { title: string; columns: number; replace: (text: string) => string },
): string {
  const { active } = terminal.buffer;
  const lines: Run[][] = [];
  for (let row = 0; row < active.length; row++) lines.push(runsOf(active, row, replace));
  while (lines.at(-1)?.length === 0) lines.pop();
  const [width, height] = [columns * size.column + 2 * size.margin, lines.length * size.row + 2 * size.margin];
  const texts = lines.flatMap((runs, row) =>
    runs.map(({ column, text, style }) => {
      const x = (size.margin + column * size.column).toFixed(1);
      const y = size.margin + (row + 0.75) * size.row;
      return `<text x="${x}" y="${y}"${style}>${escaped(text)}</text>`;
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height}" viewBox="0 0 ${width.toFixed(0)} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#1a1b26"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#c0caf5">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Cells of one line that look the same, together. */
function runsOf(buffer: Terminal["buffer"]["active"], row: number, replace: (text: string) => string): Run[] {
  const line = buffer.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < (line?.length ?? 0); column++) {
    const cell = line?.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const [style, text] = [styleOf(cell), cell.getChars() || " "];
    const last = runs.at(-1);
    if (last?.style === style) last.text += text;
    else runs.push({ column, text, style });
  }
  const shown = runs.map((run) => ({ ...run, text: replace(run.text).trimEnd() }));
  return shown.filter(({ text }) => text !== "");
}

function styleOf(cell: IBufferCell): string {
  const color = cell.isFgPalette() ? colors[cell.getFgColor()] : undefined;
  return [
    color === undefined ? "" : ` fill="${color}"`,
    cell.isBold() ? ' font-weight="bold"' : "",
    cell.isDim() ? ' opacity="0.6"' : "",
  ].join("");
}

const escaped = (text: string): string =>
  text.replaceAll(" ", "\u00a0").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
