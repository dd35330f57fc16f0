import { basename, dirname, joinPath, type Path, toPath } from "@holdall/tool-core";
import type { CommandFiles, FileEntry, FileKind } from "./command-files.ts";

/** Files by path: a text, or `-> target` for a link. Folders are there where something lies in them. */
export function memoryFiles(given: Readonly<Record<string, string>>): CommandFiles {
  const texts = new Map(Object.entries(given).map(([path, text]) => [toPath(path), text]));
  const folders = new Set<Path>(["/" as Path]);
  for (const path of texts.keys()) for (let at = dirname(path); at !== "/"; at = dirname(at)) folders.add(at);
  const linkAt = (path: Path) => /^-> (.*)$/.exec(texts.get(path) ?? "")?.[1];
  const kindOf = (path: Path): FileKind =>
    folders.has(path) ? "folder" : linkAt(path) !== undefined ? "link" : texts.has(path) ? "file" : "missing";
  const realPath = (path: string): Path => {
    let place = "/" as Path;
    for (const name of path.split("/")) {
      const next = name === ".." ? dirname(place) : joinPath(place, name);
      const target = linkAt(next);
      place = target === undefined ? next : realPath(target.startsWith("/") ? target : `${place}/${target}`);
    }
    return place;
  };
  return {
    kindOf,
    realPath,
    list(folder) {
      const inside = [...texts.keys(), ...folders].filter((path) => path !== "/" && dirname(path) === folder);
      return inside.map((path): FileEntry => ({ name: basename(path), kind: kindOf(path) }));
    },
    readText: (path) => texts.get(path),
    readIndex: () => undefined,
  };
}
