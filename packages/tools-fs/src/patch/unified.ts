import { ToolError } from "@holdall/tool-core";
import { type FilePatch, type Hunk, type PatchLine, type PatchRow, patchError } from "./patch.ts";

/** Headers of one file of a diff. */
interface Head {
  readonly line: number;
  readonly git: boolean;
  old?: string | undefined;
  new?: string | undefined;
  kind?: "add" | "delete" | "rename" | "copy";
  readonly notes: string[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Read a unified diff, plain or git's. What stands around it (mail, prose, fences) does not matter. */
export function parseUnified(lines: readonly PatchLine[]): FilePatch[] {
  const files: FilePatch[] = [];
  for (let i = 0; i < lines.length; ) {
    const { text, line } = lines[i]!;
    const head: Head = { line, git: text.startsWith("diff --git "), notes: [] };
    if (!head.git && !isFileHead(lines, i)) {
      if (text.startsWith("@@")) throw patchError("A hunk comes before the first --- and +++ lines", line);
      i++;
      continue;
    }
    if (head.git) {
      [head.old, head.new] = gitNames(text);
      for (i++; i < lines.length && readGitHeader(head, lines[i]!.text); ) i++;
    }
    if (isFileHead(lines, i)) {
      readNames(head, lines[i]!.text, lines[i + 1]!.text);
      i += 2;
    }
    const hunks: Hunk[] = [];
    while (lines[i]?.text.startsWith("@@")) {
      const { hunk, next } = readHunk(lines, i);
      hunks.push(hunk);
      i = next;
    }
    files.push(finish(head, hunks));
  }
  return files;
}

const isFileHead = (lines: readonly PatchLine[], i: number): boolean =>
  /^--- \S/.test(lines[i]?.text ?? "") && /^\+\+\+ \S/.test(lines[i + 1]?.text ?? "");

/** Take one of git's extended headers; false for a line that is none. */
function readGitHeader(head: Head, text: string): boolean {
  const [, key = "", value = ""] =
    /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index|Binary files|GIT binary patch) ?(.*)$/.exec(
      text,
    ) ?? [];
  if (key === "") return false;
  if (key.startsWith("Binary") || key.startsWith("GIT")) {
    throw new ToolError(
      "unsupported",
      `The patch changes ${head.new ?? head.old} as binary data. Nothing was changed.`,
      {
        hint: "Leave that file out of the patch.",
      },
    );
  }
  if (/\b1[26]0000$/.test(value)) {
    throw new ToolError(
      "unsupported",
      `${head.new ?? head.old} is a link or a submodule in the patch. Nothing was changed.`,
      {
        hint: "Leave it out of the patch.",
      },
    );
  }
  if (key === "new file mode") head.kind = "add";
  if (key === "deleted file mode") head.kind = "delete";
  if (key === "rename from" || key === "copy from") head.old = unquoteName(value);
  if (key === "rename to" || key === "copy to") {
    head.new = unquoteName(value);
    head.kind = key === "copy to" ? "copy" : "rename";
  }
  if (key === "new mode" || (key === "new file mode" && value.endsWith("755"))) {
    head.notes.push(`The file mode ${value} of ${head.new} was not set.`);
  }
  return true;
}

/** `diff --git a/x b/x`: both names, if they differ only in the prefix; the other headers know them otherwise. */
function gitNames(text: string): [string | undefined, string | undefined] {
  const names = text.slice("diff --git ".length);
  const quoted = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(names);
  if (quoted) return [bare(unquoteName(quoted[1]!)), bare(unquoteName(quoted[2]!))];
  const half = (names.length - 1) / 2;
  const [a, b] = [names.slice(0, half), names.slice(half + 1)];
  return bare(a) === bare(b) ? [bare(a), bare(b)] : [undefined, undefined];
}

/** Git's prefixes: a/ and b/, or those of diff.mnemonicPrefix. */
const bare = (name: string): string => (/^[abciow]\//.test(name) ? name.slice(2) : name);

function readNames(head: Head, oldLine: string, newLine: string): void {
  const [old, fresh] = [unquoteName(oldLine.slice(4)), unquoteName(newLine.slice(4))];
  const prefixed = (old.startsWith("a/") || old === "/dev/null") && (fresh.startsWith("b/") || fresh === "/dev/null");
  const strip = prefixed || (head.git && bare(old) === bare(fresh)) ? bare : (name: string) => name;
  if (old === "/dev/null") head.kind = "add";
  else if (head.kind !== "rename" && head.kind !== "copy") head.old = strip(old);
  if (fresh === "/dev/null") head.kind = "delete";
  else if (head.kind !== "rename" && head.kind !== "copy") head.new = strip(fresh);
}

function finish({ line, old, new: fresh, kind, notes }: Head, hunks: readonly Hunk[]): FilePatch {
  if (kind === "add" && fresh !== undefined) return { line, kind, path: fresh, hunks, notes };
  if (kind === "delete" && old !== undefined) return { line, kind, path: old, hunks, notes };
  if (old === undefined || fresh === undefined) throw patchError("The file of this part cannot be determined", line);
  if (kind === "copy") return { line, kind, path: old, to: fresh, hunks, notes };
  if (kind === "rename") return { line, kind: "update", path: old, to: fresh, hunks, notes };
  if (old !== fresh && old !== `${fresh}.orig`) {
    throw patchError(
      `--- names ${old} and +++ names ${fresh}; to rename, add the lines "rename from" and "rename to"`,
      line,
    );
  }
  if (hunks.length === 0 && notes.length === 0) throw patchError(`There are no hunks for ${fresh}`, line);
  return { line, kind: "update", path: fresh, hunks, notes };
}

/** Read a hunk to its end: where its counts say, or, when they are wrong, where the next header is. */
function readHunk(lines: readonly PatchLine[], start: number): { hunk: Hunk; next: number } {
  const { text, line } = lines[start]!;
  const counts = HUNK.exec(text);
  const heading = counts
    ? ""
    : text
        .slice(2)
        .replace(/\s*@@\s*$/, "")
        .trim();
  let [old, fresh] = counts ? [Number(counts[2] ?? 1), Number(counts[3] ?? 1)] : [-1, -1];
  const rows: PatchRow[] = [];
  let i = start + 1;
  for (; i < lines.length; i++) {
    const next = lines[i]!.text;
    if (/^\\ /.test(next)) {
      const last = rows.at(-1);
      if (last) last.open = true;
      continue;
    }
    const isFull = old === 0 && fresh === 0;
    if (isFull && (/^(-- ?$|\s*$|```)/.test(next) || isFileHead(lines, i))) break;
    if (/^(@@|diff --git |Index: |```)/.test(next)) break;
    if (isFileHead(lines, i) && /^@@/.test(lines[i + 2]?.text ?? "") && !(old >= 1 && fresh >= 1)) break;
    if (!/^[-+ ]/.test(next) && next !== "") break;
    const sign = next === "" ? " " : (next[0] as PatchRow["sign"]);
    rows.push({ sign, text: next.slice(1), bare: next === "" });
    if (sign !== "+") old--;
    if (sign !== "-") fresh--;
  }
  while (rows.at(-1)?.bare && (counts === null || old < 0 || fresh < 0)) {
    rows.pop();
    [old, fresh] = [old + 1, fresh + 1];
  }
  if (rows.length === 0) throw patchError("A hunk has no lines", line);
  return {
    hunk: {
      line,
      anchors: heading === "" ? [] : [heading],
      at: counts ? Number(counts[1]) : undefined,
      ...(counts?.[2] === "0" && { below: Number(counts[1]) }),
      atEnd: false,
      rows,
    },
    next: i,
  };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/** A file name of a diff: without a timestamp behind a tab, and out of C quotes, whose octal escapes are UTF-8 bytes, or of JSON's. */
function unquoteName(written: string): string {
  if (!written.startsWith('"')) return written.split("\t")[0]!.trimEnd();
  const inside = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1] ?? written;
  const parts = inside.matchAll(/\\([0-7]{3})|((?:\\u[0-9a-fA-F]{4})+)|\\(.)|([^\\]+)/g);
  const bytes = [...parts].flatMap(([, octal, units, letter, plain = ""]) => {
    if (octal !== undefined) return [Number.parseInt(octal, 8)];
    if (units !== undefined) return [...new TextEncoder().encode(JSON.parse(`"${units}"`) as string)];
    return [...new TextEncoder().encode(letter === undefined ? plain : (escapes[letter] ?? letter))];
  });
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
