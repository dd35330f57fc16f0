import type { DiffRow, ViewBlock } from "../call-view.ts";

type DiffBlock = Extract<ViewBlock, { kind: "diff" }>;

/** A line of a diff as the file tools write it: number, mark, text; nothing is after what an empty line has. */
const written = /^( *\d+)(?: ([-+ ])(?: (.*))?)?$/s;

/** Diffs as the file tools write them: rows with numbers, and with several files each below its path. */
export function diffBlocks(diff: string, path: string | undefined): DiffBlock[] {
  const blocks: { path: string | undefined; rows: DiffRow[] }[] = [];
  let rows: DiffRow[] = [];
  const open = (name: string | undefined) => {
    rows = [];
    blocks.push({ path: name, rows });
  };
  let shift = 0;
  for (const line of diff.split("\n")) {
    const [, number, mark, text = ""] = written.exec(line) ?? [];
    if (number === undefined) {
      if (/^\s*(…|\.\.\.)/.test(line) || line === "") {
        if (rows.length > 0 && line !== "") rows.push({ kind: "gap", text: line.trim() });
      } else {
        open(line);
        shift = 0;
      }
      continue;
    }
    if (blocks.length === 0) open(path);
    const at = Number(number);
    if (mark === "-") {
      rows.push({ kind: "removed", before: at, text });
      shift -= 1;
    } else if (mark === "+") {
      rows.push({ kind: "added", after: at, text });
      shift += 1;
    } else rows.push({ kind: "same", before: at - shift, after: at, text });
  }
  return blocks.map(({ path: name, rows: all }) => ({
    kind: "diff",
    path: name,
    rows: all,
    added: all.filter(({ kind }) => kind === "added").length,
    removed: all.filter(({ kind }) => kind === "removed").length,
    more: 0,
  }));
}

/** The effect of an edit before it is tried: the old text against the new one. */
export function plannedDiff(before: string, after: string, path: string | undefined): DiffBlock {
  const [gone, come] = [before, after].map((text) => (text === "" ? [] : text.replace(/\n$/, "").split("\n")));
  const rows: DiffRow[] = [
    ...(gone ?? []).map((text): DiffRow => ({ kind: "removed", text })),
    ...(come ?? []).map((text): DiffRow => ({ kind: "added", text })),
  ];
  return { kind: "diff", path, rows, added: come?.length ?? 0, removed: gone?.length ?? 0, more: 0 };
}
