import { ToolError } from "./error.ts";

declare const branded: unique symbol;

/** An absolute POSIX path without `.`, `..`, empty segments or NUL. Only `toPath` creates it. */
export type Path = string & { readonly [branded]: true };

/**
 * Resolve a path from a model or a user against `cwd`. `C:\src` and `C:/src` become `/C:/src`. A leading `..` stops at the
 * root. Throws `invalid_input` for an empty text, a NUL byte, or more than 4,096 characters.
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

/** Get the parent folder of a path. The parent of the root is the root. */
export function dirname(path: Path): Path {
  return (path.slice(0, path.lastIndexOf("/")) || "/") as Path;
}

/** Get the last segment of a path. Empty for the root. */
export function basename(path: Path): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Append a relative path. A `..` in it can leave `base`; check with `isWithin` if this matters. */
export function joinPath(base: Path, relative: string): Path {
  return toPath(`./${relative}`, base);
}

/** Returns true if `path` is `root` or below it. */
export function isWithin(path: Path, root: Path): boolean {
  return path === root || root === "/" || path.startsWith(`${root}/`);
}

/** Get `path` relative to `root`: `src/a.ts`, or `.` for the root itself. A path outside is returned unchanged. */
export function relativePath(path: Path, root: Path): string {
  if (path === root) return ".";
  return isWithin(path, root) ? path.slice(root === "/" ? 1 : root.length + 1) : path;
}

/** Compare paths in the order of every listing: by Unicode code point, like UTF-8 bytes, git and object stores. */
export function comparePaths(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1);
}
