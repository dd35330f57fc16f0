import { type Path, toPath } from "@holdall/tool-core";

/** A file's URI as servers write it, each segment escaped. */
export function toUri(path: Path): string {
  const segments = path.split("/").map((segment, at) =>
    // A drive keeps its colon.
    at === 1 && /^[A-Za-z]:$/.test(segment) ? segment : encodeURIComponent(segment),
  );
  return `file://${segments.join("/")}`;
}

/** The path of a `file:` URI, however it is escaped; undefined for others and for what is not a URI. */
export function fromUri(uri: unknown): Path | undefined {
  if (typeof uri !== "string" || !/^file:\/\//i.test(uri)) return undefined;
  const [, path = ""] = /^file:\/\/(?:localhost)?(\/[^?#]*)/i.exec(uri) ?? [];
  try {
    const text = decodeURIComponent(path);
    if (text === "" || text.includes("\0")) return undefined;
    // Drives are one drive in either case.
    return toPath(text.replace(/^\/([a-z]):/, (_, drive: string) => `/${drive.toUpperCase()}:`));
  } catch {
    return undefined;
  }
}
