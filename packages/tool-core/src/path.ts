import { ToolError } from "./error.ts";

declare const branded: unique symbol;

/** An absolute POSIX path with no `.`, `..`, empty segment or NUL. Only `toPath` makes one. */
export type Path = string & { readonly [branded]: true };

/**
 * Resolve what a model or a person wrote against `cwd`. `C:\src` and `C:/src` become `/C:/src`; a leading `..` stops at the root.
 * Throws `invalid_input` for an empty text, one with a NUL byte, or one of more than 4,096 characters.
 */
export function toPath(value: string, cwd: Path | string = "/"): Path {
  const wrong = !value
    ? "is empty"
    : value.length > 4096
      ? "is too long"
      : value.includes("\0") && "contains a NUL byte";
  if (wrong) {
    throw new ToolError("invalid_input", `The path ${wrong}.`, {
      hint: 'Name a file or folder; "." is the working directory.',
    });
  }
  const posix = /^[a-z]:([\\/]|$)/i.test(value) ? `/${value.replaceAll("\\", "/")}` : value;
  if (clean.test(posix)) return posix as Path;
  const kept: string[] = [];
  for (const segment of (posix[0] === "/" ? posix : `${cwd}/${posix}`).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}` as Path;
}

/** Already a Path: the common case in listings, four times as fast. */
const clean = /^(\/(?!\.\.?(\/|$))[^/]+)+$/;

/** The folder a path lies in; the root lies in itself. */
export function dirname(path: Path): Path {
  return (path.slice(0, path.lastIndexOf("/")) || "/") as Path;
}

/** The last segment of a path; empty for the root. */
export function basename(path: Path): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Append a relative path. A `..` in it may leave `base`; test with `isWithin` where that matters. */
export function joinPath(base: Path, relative: string): Path {
  return toPath(`./${relative}`, base);
}

/** True when `path` is `root` or lies below it. */
export function isWithin(path: Path, root: Path): boolean {
  return path === root || root === "/" || path.startsWith(`${root}/`);
}

/** `path` as seen from `root`: `src/a.ts`, or `.` for the root itself. A path outside is returned as it is. */
export function relativePath(path: Path, root: Path): string {
  if (path === root) return ".";
  return isWithin(path, root) ? path.slice(root === "/" ? 1 : root.length + 1) : path;
}

/** The order of every listing: by Unicode code point, as UTF-8 bytes, git and object stores sort. */
export function comparePaths(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1);
}
