import { basename, dirname, joinPath, type Path } from "@holdall/tool-core";
import { isAbsence } from "./_errors.ts";
import { type Gate, resolvePlace } from "./_gate.ts";

/** Where a path really is: links followed, at its end and on the way, as far as it exists. */
export function realPath(gate: Gate, path: Path): Path {
  try {
    using at = resolvePlace(gate, path);
    return at.name === "." ? at.folder.real : joinPath(at.folder.real, at.name);
  } catch (error) {
    if (!isAbsence(error) || gate.isRoot(path)) throw error;
    return joinPath(realPath(gate, dirname(path)), basename(path));
  }
}
