import { isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import { replaceUnseen } from "@holdall/tool-kit/text";

/** Where every note is, as models name it. */
export const memories = toPath("/memories");

/**
 * The path of a note or folder of notes, `/memories` itself included; a relative one starts there. Refused are paths that lead
 * elsewhere or climb, hidden ones and `node_modules`, which listings leave out, and characters that are not seen.
 */
export function toNotePath(written: string): Path {
  const wrong = reasonAgainst(written);
  if (wrong !== undefined) throw badPath(written, wrong);
  const path = toPath(written, memories);
  if (!isWithin(path, memories)) throw badPath(written, "is not below /memories");
  return path;
}

function reasonAgainst(written: string): string | undefined {
  if (written === "") return "is empty";
  if (written.length > 400) return "has more than 400 characters";
  if (
    !written.isWellFormed() ||
    /[\n\t]/.test(written) ||
    replaceUnseen(written, () => "", { everywhere: true }) !== written
  )
    return "has invisible characters";
  if (/\\|%(?:2e|2f|5c)/i.test(written)) return "has a backslash, or a dot or slash written in another way";
  const segments = written.split("/");
  if (segments.includes("..")) return "climbs out of a folder";
  if (segments.some((segment) => segment.startsWith(".") && segment !== ".")) return "names a hidden file";
  return segments.includes("node_modules") ? "lies in node_modules" : undefined;
}

/** False for what no command can name. */
export const isListed = (relative: string): boolean => reasonAgainst(relative) === undefined;

const badPath = (written: string, why: string) =>
  new ToolError("invalid_input", `The path ${JSON.stringify(written.slice(0, 100).toWellFormed())} ${why}.`, {
    hint: "Name a note such as /memories/notes.md.",
  });
