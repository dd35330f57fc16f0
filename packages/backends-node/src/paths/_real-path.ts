import { realpathSync } from "node:fs";
import { basename, dirname, isWithin, joinPath, type Path } from "@holdall/tool-core";
import { fromHostPath, toHostPath } from "@holdall/tool-kit/node";
import { isAbsence, isOutside } from "../_errors.ts";
import { type PathGuard, resolveEntry } from "./_path-guard.ts";

/**
 * The real location of a path: links are followed at its end and on the way, as far as it exists. Suitable for checking
 * a path, not for opening it: an opened file is checked again on its handle.
 */
export function realPath(guard: PathGuard, path: Path): Path {
  let real: Path;
  try {
    real = fromHostPath(realpathSync.native(toHostPath(path)));
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return realPlace(guard, path);
  }
  if (!guard.roots.some((root) => isWithin(real, root))) throw isOutside(path, guard.roots);
  return real;
}

/** The same for what is not there, or where a link to nothing leads. */
function realPlace(guard: PathGuard, path: Path): Path {
  try {
    using at = resolveEntry(guard, path);
    return at.name === "." ? at.folder.real : joinPath(at.folder.real, at.name);
  } catch (error) {
    if (!isAbsence(error) || guard.isRoot(path)) throw error;
    return joinPath(realPath(guard, dirname(path)), basename(path));
  }
}
