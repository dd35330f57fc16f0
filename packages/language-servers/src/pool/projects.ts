import { existsSync } from "node:fs";
import { dirname, isWithin, joinPath, type Path } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";

/** Files that are opened so that their projects are loaded. */
const maxOpened = 40;
const testLike = /(^|[/._-])(tests?|specs?|__tests__|e2e|bench(mark)?s?|examples?)([/._-]|$)/i;

export interface ProjectPlan {
  /** Files to open: each project that the candidates belong to has one. */
  readonly open: readonly Path[];
  readonly projects: readonly Path[];
  /** False where there are more than are opened. */
  readonly complete: boolean;
}

/**
 * Which files a server has to open so that all projects of some files are loaded. A folder may have several configurations
 * (for sources, for tests), so that one file of each kind in each part of it is opened.
 */
export function planProjects(
  candidates: readonly Path[],
  root: Path,
  projectFiles: readonly string[] = [],
): ProjectPlan {
  const markers = new Map<Path, Path | undefined>();
  const markerOf = (folder: Path): Path | undefined => {
    if (markers.has(folder)) return markers.get(folder);
    const here = projectFiles.map((name) => joinPath(folder, name)).find((file) => existsSync(toHostPath(file)));
    const found = here ?? (folder === root || !isWithin(folder, root) ? undefined : markerOf(dirname(folder)));
    markers.set(folder, found);
    return found;
  };
  const groups = new Map<string, Path>();
  const projects = new Set<Path>();
  for (const path of candidates) {
    const marker = markerOf(dirname(path));
    projects.add(marker ?? root);
    const base = marker ? dirname(marker) : root;
    const rest = path.slice(base === "/" ? 1 : base.length + 1);
    const [part] = rest.includes("/") ? rest.split("/") : [""];
    const key = `${marker ?? root}\0${part}\0${testLike.test(rest)}`;
    if (!groups.has(key)) groups.set(key, path);
  }
  const open = [...groups.values()];
  return { open: open.slice(0, maxOpened), projects: [...projects], complete: open.length <= maxOpened };
}
