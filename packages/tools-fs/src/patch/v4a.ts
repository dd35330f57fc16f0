import { unshowPath } from "@holdall/tool-kit/file-tools";
import { type FilePatch, type Hunk, type PatchLine, type PatchRow, patchError } from "./patch.ts";

const HEADER = /^\*\*\* (Add|Update|Delete) File:(.*)$/;

interface Draft {
  readonly line: number;
  readonly kind: "add" | "update" | "delete";
  readonly path: string;
  to?: string;
  readonly hunks: Hunk[];
}

/** Read `*** Begin Patch … *** End Patch`. What wraps it (a heredoc, a code fence) and a missing first or last line do not matter. */
export function parseV4a(lines: readonly PatchLine[]): FilePatch[] {
  const files: Draft[] = [];
  let ended = false;
  for (const { text, line } of lines) {
    const header = HEADER.exec(text);
    if (header) {
      files.push({ line, kind: kinds[header[1] as keyof typeof kinds], path: pathIn(header[2]!, line), hunks: [] });
      ended = false;
    } else if (/^\*\*\* (Begin|End) Patch\s*$/.test(text)) ended = text.startsWith("*** End");
    else if (ended || files.length === 0) {
      if (/^([-+@]|\*\*\* )/.test(text))
        throw patchError(`${JSON.stringify(text.slice(0, 80))} does not belong to a file`, line);
    } else readLine(files.at(-1)!, text, line);
  }
  return files.map(finish);
}

const kinds = { Add: "add", Update: "update", Delete: "delete" } as const;

function pathIn(text: string, line: number): string {
  const path = unshowPath(text.trim()) ?? text.trim();
  if (path === "") throw patchError("A path is missing", line);
  return path;
}

function readLine(file: Draft, text: string, line: number): void {
  const to = /^\*\*\* Move to:(.*)$/.exec(text);
  if (to) {
    if (file.kind !== "update" || file.hunks.length > 0)
      throw patchError("*** Move to: must come right after *** Update File:", line);
    file.to = pathIn(to[1]!, line);
  } else if (/^\*\*\* End of File\s*$/.test(text)) {
    const hunk = file.hunks.at(-1);
    if (hunk) hunk.atEnd = true;
  } else if (text.startsWith("*** "))
    throw patchError(`${JSON.stringify(text.slice(0, 80))} is not a line of a patch`, line);
  else if (text.startsWith("@@") && file.kind === "update") openHunk(file, text, line);
  else readRow(file, text, line);
}

/** `@@`, `@@ anchor`, or `@@ -1,2 +1,2 @@`; headers without rows between them are anchors inside each other. */
function openHunk(file: Draft, text: string, line: number): void {
  const numbers = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(text);
  const anchor = numbers
    ? ""
    : text
        .slice(2)
        .replace(/\s*@@\s*$/, "")
        .trim();
  const last = file.hunks.at(-1);
  const above = last && last.rows.length === 0 ? file.hunks.pop()!.anchors : [];
  file.hunks.push({
    line,
    anchors: anchor === "" ? above : [...above, anchor],
    at: numbers ? Number(numbers[1]) : undefined,
    atEnd: false,
    rows: [],
  });
}

function readRow(file: Draft, text: string, line: number): void {
  if (file.kind === "delete") {
    if (text.trim() !== "") throw patchError("Nothing can follow *** Delete File:", line);
    return;
  }
  if (file.hunks.length === 0) {
    if (text.trim() === "" && file.kind === "update") return;
    file.hunks.push({ line, anchors: [], atEnd: false, rows: [] });
  }
  const { rows } = file.hunks.at(-1)!;
  if (/^\\ No newline/i.test(text)) {
    const last = rows.at(-1);
    if (last) last.open = true;
  } else rows.push(rowOf(file, text, line));
}

/** An update's line without a sign counts as context: it must be in the file as it stands. */
function rowOf({ kind }: Draft, text: string, line: number): PatchRow {
  const sign = text[0];
  if (kind === "add") {
    if (text !== "" && sign !== "+") throw patchError("Every line of an added file must start with +", line);
    return { sign: "+", text: text.slice(1), bare: text === "" };
  }
  if (sign === "+" || sign === "-" || sign === " ") return { sign, text: text.slice(1) };
  return { sign: " ", text, bare: text === "" };
}

/** Empty lines without a sign only separate where they end a hunk. */
function finish({ to, hunks, ...file }: Draft): FilePatch {
  for (const { rows } of hunks) while (rows.at(-1)?.bare) rows.pop();
  const used = hunks.filter(({ rows, anchors }) => rows.length > 0 || anchors.length > 0);
  const bare = used.find(({ rows }) => rows.length === 0);
  if (bare) throw patchError("A @@ line has no lines below it", bare.line);
  if (file.kind === "update" && to === undefined && !used.some(hasChange)) {
    throw patchError(`The update of ${file.path} has no line that starts with + or -`, file.line);
  }
  return { ...file, to, hunks: used.filter(hasChange), notes: [] };
}

const hasChange = ({ rows }: Hunk): boolean => rows.some(({ sign }) => sign !== " ");
