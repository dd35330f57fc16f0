import { type FilePatch, type PatchLine, patchError } from "./patch.ts";
import { parseUnified } from "./unified.ts";
import { parseV4a } from "./v4a.ts";

/** Read a patch in the V4A form (`*** Begin Patch`) or as a unified diff; throws `parse_error` with the line. */
export function parsePatch(patch: string): FilePatch[] {
  const lines = splitPatch(patch);
  const isV4a = lines.some(({ text }) => /^\*\*\* (Begin Patch|(Add|Update|Delete) File:)/.test(text));
  const files = isV4a ? parseV4a(lines) : parseUnified(lines);
  if (files.length > 0) return files;
  throw patchError("The patch names no file", undefined);
}

/** A patch whose every line ends in CRLF was only sent that way. */
function splitPatch(patch: string): PatchLine[] {
  const crlf = !/(?<!\r)\n/.test(patch) && patch.includes("\r\n");
  const lines = (crlf ? patch.replaceAll("\r\n", "\n") : patch).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((text, i) => ({ text, line: i + 1 }));
}
