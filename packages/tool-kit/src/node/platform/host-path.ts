import { type Path, ToolError, toPath } from "@holdall/tool-core";
import { isWindows, type Platform } from "./platform.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is forbidden
const forbidden = /[\u0001-\u001f<>:"|?*\\]/;

/** Devices, with any extension, and blanks before it: `NUL .txt` is none of a file's names. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;

/**
 * A Path as the host writes it: itself on POSIX, `/C:/src` → `C:\src` on Windows.
 * Throws `invalid_input` for names the host would silently change or give a second meaning.
 */
export function toHostPath(path: Path, platform?: Platform): string {
  if (!path.isWellFormed()) {
    throw unusable(path, "contains half of a Unicode character", "Send the whole character, or leave it out.");
  }
  if (!isWindows(platform)) return path;
  const [drive = "", ...names] = path.slice(1).split("/");
  if (!/^[A-Za-z]:$/.test(drive)) throw unusable(path, "has no drive letter", "Start with the drive, such as C:/.");
  for (const name of names) {
    if (forbidden.test(name) || /[. ]$/.test(name) || reserved.test(name)) {
      throw unusable(path, `has the part "${name}", which Windows does not allow as a name`, "Choose another name.");
    }
  }
  return `${drive}\\${names.join("\\")}`;
}

/** A host's own absolute path as a Path: `C:\src` and `\\?\C:\src` → `/C:/src`. */
export function fromHostPath(host: string, platform?: Platform): Path {
  if (!isWindows(platform)) return toPath(host);
  const plain = host.startsWith("\\\\?\\") ? host.slice(4) : host;
  const path = plain.replaceAll("\\", "/");
  if (/^[A-Za-z]:(?:\/|$)/.test(path)) return toPath(`/${path.charAt(0).toUpperCase()}${path.slice(1)}`);
  throw unusable(host, "is not a path on a drive", "Map the share to a drive letter and use that.");
}

const unusable = (path: string, why: string, hint: string): ToolError =>
  new ToolError("invalid_input", `${path} ${why}.`, { hint, data: { path } });
