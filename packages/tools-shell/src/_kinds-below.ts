import { lstatSync } from "node:fs";
import type { KindOf } from "@holdall/command-core";
import { isWithin, joinPath, type Path, relativePath } from "@holdall/tool-core";

/** What there is at paths below a folder, looked up name by name: no link is followed, and nothing elsewhere is looked at. */
export function kindsBelow(root: Path): KindOf {
  return (path) => {
    if (!isWithin(path, root)) return "other";
    // However the root's own path is made up, it is the folder that the session works in.
    let kind: ReturnType<KindOf> = "folder";
    let at = root;
    for (const name of relativePath(path, root)
      .split("/")
      .filter((part) => part !== "" && part !== ".")) {
      if (kind !== "folder") return kind === "other" ? kind : undefined;
      at = joinPath(at, name);
      kind = kindAt(at);
    }
    return kind;
  };
}

function kindAt(path: Path): ReturnType<KindOf> {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  } catch {
    return "other";
  }
}
