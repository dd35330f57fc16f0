import { protectedNames, protectedPaths } from "@holdall/sandbox/port";
import { type Path, toPath } from "@holdall/tool-core";
import type { CommandFiles } from "./command-files.ts";

/** Names that one pattern may find; more of them are not looked at one by one. */
const maxNames = 1000;

const wild = /[*?[]|[@!+]\(/;

/**
 * The words that bash puts in place of a pattern in a folder: names in the form in which they are written, the pattern
 * itself where it finds nothing. Nothing when there are too many, or when it cannot be determined.
 */
export function expand(pattern: string, folder: Path, files: CommandFiles): readonly string[] | undefined {
  let found: string[] = [pattern.startsWith("/") ? "/" : ""];
  const segments = pattern.split(/\/+/);
  if (pattern.startsWith("/")) segments.shift();
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1;
    const next: string[] = [];
    const matches = wild.test(segment) ? matcherOf(segment) : undefined;
    for (const before of found) {
      const place = files.realPath(before === "" ? folder : before.startsWith("/") ? before : `${folder}/${before}`);
      if (segment === "") next.push(before);
      else if (!matches) {
        if (files.kindOf(toPath(`${place}/${segment}`)) !== "missing")
          next.push(`${before}${segment}${isLast ? "" : "/"}`);
      } else {
        const entries = files.list(place);
        if (!entries) return undefined;
        // Before 5.2 bash finds these, too.
        const dots = [".", ".."].map((name) => ({ name, kind: "folder" }) as const);
        for (const { name, kind } of segment.startsWith(".") ? [...dots, ...entries] : entries)
          if (matches(name) && (isLast || kind !== "file")) next.push(`${before}${name}${isLast ? "" : "/"}`);
      }
      if (next.length > maxNames) return undefined;
    }
    found = next;
  }
  return found.length > 0 ? found : [pattern];
}

/**
 * Whether a name fits one segment of a pattern, taken widely: what bash may match under any locale or option for case.
 * A name that begins with a dot needs a pattern that does.
 */
export function matcherOf(segment: string, anyDots = false): (name: string) => boolean {
  const source = sourceOf(segment);
  const pattern = source === undefined ? undefined : new RegExp(`^(?:${source})$`, "s");
  const takesDots = anyDots || /^(\.|\[|\\\.|[@!+*?]\()/.test(segment);
  return (name) => (takesDots || !name.startsWith(".")) && (pattern?.test(name) ?? true);
}

/** A regular expression for a segment; nothing for one that would need more than a few signs. */
function sourceOf(segment: string): string | undefined {
  let source = "";
  for (let at = 0; at < segment.length; at++) {
    const sign = segment[at] ?? "";
    if (/[@!+*?]/.test(sign) && segment[at + 1] === "(") return undefined;
    if (sign === "*") source += "[^]*";
    else if (sign === "?") source += "[^]";
    else if (sign === "[") {
      const end = closing(segment, at);
      if (end > 0) source += setOf(segment.slice(at + 1, end));
      else source += "\\[";
      if (end > 0) at = end;
    } else {
      const letter = sign === "\\" && at + 1 < segment.length ? (segment[++at] ?? "") : sign;
      source += letter.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    }
  }
  return source;
}

/** Where a bracket expression ends; a `]` that stands first is a letter of it. */
function closing(segment: string, at: number): number {
  const from = at + (/^[!^]/.test(segment.slice(at + 1)) ? 2 : 1);
  for (let i = from; i < segment.length; i++) {
    if (segment[i] === "[" && /[:.=]/.test(segment[i + 1] ?? "")) {
      const end = segment.indexOf(`${segment[i + 1]}]`, i + 2);
      if (end > 0) i = end + 1;
    } else if (segment[i] === "]" && i > from) return i;
  }
  return -1;
}

/** Ranges and classes mean what the locale says: any letter. */
function setOf(text: string): string {
  const [, not = "", letters = ""] = /^([!^]?)(.*)$/s.exec(text) ?? [];
  if (/[-[\\]/.test(letters)) return "[^]";
  return `[${not && "^"}${letters.replace(/[\]^]/g, "\\$&")}]`;
}

const protectedSegments = [
  ...Object.values(protectedNames).flat(),
  ...Object.values(protectedPaths).flatMap((paths) => paths.flatMap((path) => path.split("/"))),
];

/** What a pattern may find of what is protected, if the disk cannot be read: the pattern with such names in it. */
export function protectedByPattern(pattern: string): string[] {
  let found: string[] = [""];
  let hasName = false;
  for (const segment of pattern.split("/")) {
    const matches = wild.test(segment) ? matcherOf(segment) : undefined;
    const names = matches ? protectedSegments.filter((name) => matches(name)) : [segment];
    hasName ||= matches !== undefined && names.length > 0;
    const kept = names.length > 0 ? names : [segment];
    found = found.flatMap((before) => kept.map((name) => (before === "" ? name : `${before}/${name}`))).slice(0, 64);
  }
  return hasName ? found : [];
}
