import { decodeFile } from "./codec.ts";

/** The text of a file for searching, or nothing when it is binary: as in ripgrep, a NUL anywhere makes it that. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const file = decodeFile(bytes);
  if (file.kind === "binary") return undefined;
  return file.text.includes("\0") ? undefined : file.text;
}
