import type { MatchRow, ViewBlock } from "../call-view.ts";
import { fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";

/** Rows of grep_files by file; where only files or counts were asked for, the files with their counts. */
export function matchBlock(output: unknown): ViewBlock {
  const matches = listOf(output, "matches");
  const files = matches.length > 0 ? filesOf(matches) : listOf(output, "files");
  const total = files.reduce<number>((sum, file) => sum + (numberOf(file, "matches") ?? 0), 0);
  const more = Math.max(0, (numberOf(output, "total") ?? files.length) - files.length);
  if (files.length > 0 && files.every((file) => listOf(file, "rows").length === 0)) {
    const paths = files.map((file) => {
      const matches = numberOf(file, "matches", "count");
      return { path: nameOf(file), isFolder: false, ...(matches !== undefined && { note: String(matches) }) };
    });
    return { kind: "paths", paths, more };
  }
  return {
    kind: "matches",
    files: files.map((file) => ({ path: nameOf(file), rows: listOf(file, "rows").map(rowOf) })),
    total,
    more,
  };
}

/** Matches one by one, as the camel dialect has them, by file. */
const filesOf = (matches: readonly unknown[]) =>
  [...Map.groupBy(matches, (match) => nameOf(match))].map(([path, found]) => ({
    path,
    matches: found.length,
    rows: found.map((match) => ({ line: numberOf(match, "line"), text: textOf(match, "content"), match: true })),
  }));

const rowOf = (row: unknown): MatchRow => ({
  line: numberOf(row, "line"),
  text: textOf(row, "text") ?? "",
  isMatch: fieldOf(row, "match") !== false,
});

/** Files or entries of a folder. */
export function pathBlock(output: unknown): ViewBlock {
  const entries = listOf(output, "files", "entries", "items", "paths");
  const total = numberOf(output, "total") ?? entries.length;
  const paths = entries.map((entry) => {
    const size = numberOf(entry, "bytes");
    return {
      path: nameOf(entry),
      isFolder: /^(dir|folder)/.test(textOf(entry, "kind", "type") ?? ""),
      ...(size !== undefined && { note: sizeText(size) }),
    };
  });
  return { kind: "paths", paths, more: Math.max(0, total - (numberOf(output, "offset") ?? 0) - paths.length) };
}

/** `512 B`, `1.5 kB`, `2 MB`: thousands, at most one decimal. */
export function sizeText(bytes: number): string {
  const step = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : Number(value.toPrecision(value < 10 ? 2 : 3))} ${["B", "kB", "MB", "GB", "TB"][step]}`;
}

const nameOf = (entry: unknown): string =>
  typeof entry === "string" ? entry : (textOf(entry, "path", "file", "name") ?? "");

/** Results of web_search, or links of a page. Only addresses of the web become links. */
export function linkBlock(results: readonly unknown[], more = 0): ViewBlock {
  const links = results.flatMap((result) => {
    const url = textOf(result, "url", "link", "href") ?? (typeof result === "string" ? result : "");
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
    const { host } = new URL(url);
    return [
      {
        title: textOf(result, "title", "text") || host,
        url,
        host,
        snippet: textOf(result, "snippet", "description"),
        note: textOf(result, "age", "published"),
      },
    ];
  });
  return { kind: "links", links, more };
}
