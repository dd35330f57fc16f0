/** A line that `@@` names, and how far it is indented. */
export interface AnchorLine {
  readonly row: number;
  readonly indent: number;
}

/** Where the innermost of some `@@` lines stands, each below the one before: from 0, ascending. */
export function anchorRows(lines: readonly string[], anchors: readonly string[]): AnchorLine[] {
  let found: AnchorLine[] | undefined;
  for (const anchor of anchors) {
    const rows = matching(lines, anchor).map((row) => ({ row, indent: indentOf(lines[row]!) }));
    const above: AnchorLine[] | undefined = found;
    found = above
      ? rows.filter(({ row }) => isBelow(lines, above, row) && !above.some((one) => one.row === row))
      : rows;
  }
  return found ?? [];
}

/** Lines that are the anchor; where there are none, those that begin with it, then those that hold it. Spaces do not count. */
function matching(lines: readonly string[], anchor: string): number[] {
  const wanted = collapse(anchor);
  for (const fits of [
    (line: string) => line === wanted,
    (line: string) => line.startsWith(wanted),
    (line: string) => wanted.length > 3 && line.includes(wanted),
  ]) {
    const rows = lines.flatMap((line, row) => (fits(collapse(line)) ? row : []));
    if (rows.length > 0) return rows;
  }
  return [];
}

/**
 * Whether a row lies below an anchor, or on it. One that is indented deeper than the anchor belongs to it, and then no
 * line between them may end what the anchor began.
 */
export function isBelow(lines: readonly string[], anchors: readonly AnchorLine[], row: number): boolean {
  const anchor = anchors.findLast((each) => each.row <= row);
  if (!anchor) return false;
  const target = lines.slice(row).find((line) => line.trim() !== "") ?? "";
  if (anchor.row === row || indentOf(target) <= anchor.indent) return true;
  for (let at = anchor.row + 1; at < row; at++) {
    const line = lines[at]!;
    if (line.trim() !== "" && indentOf(line) <= anchor.indent && !/^\s*[)\]}{#:]/.test(line)) return false;
  }
  return true;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

const collapse = (line: string): string => line.trim().replace(/\s+/g, " ");
