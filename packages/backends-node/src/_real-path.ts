import { realpathSync } from "node:fs";
import { basename, dirname, isWithin, joinPath, type Path } from "@holdall/tool-core";
import { isAbsence, isOutside } from "./_errors.ts";
import { type Gate, resolvePlace } from "./_gate.ts";
import { fromHostPath, toHostPath } from "./_host-path.ts";

/**
 * Where a path really is: links followed, at its end and on the way, as far as it exists. Good for judging a path, not
 * for opening it: what is opened is judged again on its handle.
 */
export function realPath(gate: Gate, path: Path): Path {
  let real: Path;
  try {
    real = fromHostPath(realpathSync.native(toHostPath(path)));
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return realPlace(gate, path);
  }
  if (!gate.roots.some((root) => isWithin(real, root))) throw isOutside(path, gate.roots);
  return real;
}

/** The same for what is not there, or where a link to nothing leads. */
function realPlace(gate: Gate, path: Path): Path {
  try {
    using at = resolvePlace(gate, path);
    return at.name === "." ? at.folder.real : joinPath(at.folder.real, at.name);
  } catch (error) {
    if (!isAbsence(error) || gate.isRoot(path)) throw error;
    return joinPath(realPath(gate, dirname(path)), basename(path));
  }
}
