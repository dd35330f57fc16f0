import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { hashBytes } from "./byte-undo.ts";

/** Most paths of a folder whose move can be undone. */
const maxPaths = 20_000;

/** A hash of all names below a folder; null when there is no such folder, or too much in it. */
export async function hashNames(backend: Backend, folder: Path, signal: AbortSignal): Promise<number | null> {
  const names: string[] = [];
  try {
    for await (const { path, kind } of backend.list(folder, { recursive: true, signal })) {
      if (names.push(`${kind} ${path.slice(folder.length)}`) > maxPaths) return null;
    }
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "wrong_kind", "too_large"].includes(error.code)) return null;
    throw error;
  }
  return hashBytes(new TextEncoder().encode(names.join("\0")));
}
