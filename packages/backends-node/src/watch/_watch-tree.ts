import { type FSWatcher, lstatSync, readdirSync, watch as watchFolder } from "node:fs";
import { dirname, isWithin, type Path } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";
import { isAbsence } from "../_errors.ts";
import { childPath } from "../paths/_child-path.ts";
import type { Folder, OpenFolder } from "../paths/_folder.ts";
import { type PathGuard, resolveEntry } from "../paths/_path-guard.ts";
import { isScratch } from "../write/_scratch-names.ts";

export interface Change {
  readonly path: Path;
  readonly kind: "changed" | "removed";
}

/**
 * Watch a file, or a folder with all folders below it: one system watch each, links not followed, our own temporary
 * files left out. A new folder is reported with everything in it. Returns a function that ends the watch.
 */
export function watchTree(
  guard: PathGuard,
  openFolder: OpenFolder,
  path: Path,
  tell: (change: Change) => void,
  fail: (error: unknown) => void,
): () => void {
  const watched = new Map<Path, { readonly watcher: FSWatcher; readonly ino: number }>();

  const report = (at: Path, kind: Change["kind"]) => {
    if (isWithin(at, path)) tell({ path: at, kind });
  };

  const add = (folder: Folder, at: Path, news: boolean) => {
    const { real } = folder;
    const watcher = watchFolder(folder.at("."));
    watched.set(at, { watcher, ino: lstatSync(folder.at(".")).ino });
    watcher.on("error", fail).on("change", (_, name) => {
      if (typeof name !== "string" || isScratch(name)) return;
      try {
        look(real, at, name);
      } catch (error) {
        fail(error);
      }
    });
    for (const name of isWithin(at, path) ? readdirSync(folder.at(".")) : []) {
      if (isScratch(name)) continue;
      if (news) report(childPath(at, name), "changed");
      enter(folder, at, name, news);
    }
  };

  const enter = (parent: Folder, at: Path, name: string, news: boolean) => {
    const isDirectory = lstatSync(parent.at(name), { throwIfNoEntry: false })?.isDirectory() ?? false;
    using folder = isDirectory ? openIfThere(openFolder, parent.at(name)) : undefined;
    if (folder) add(folder, childPath(at, name), news);
  };

  /** Something happened to a name in a folder: see what is there now. The name `.` is the folder itself. */
  const look = (real: Path, at: Path, name: string) => {
    const child = name === "." ? at : childPath(at, name);
    using folder = openIfThere(openFolder, toHostPath(real));
    const stat = folder?.real === real ? lstatSync(folder.at(name), { throwIfNoEntry: false }) : undefined;
    if (!folder || !stat) {
      clear(child);
      report(child, "removed");
      return;
    }
    if (name === ".") return;
    report(child, "changed");
    if (!isWithin(child, path) || watched.get(child)?.ino === stat.ino) return;
    clear(child);
    enter(folder, at, name, true);
  };

  const clear = (at: Path) => {
    for (const [below, { watcher }] of watched) {
      if (!isWithin(below, at)) continue;
      watcher.close();
      watched.delete(below);
    }
  };

  using target = resolveEntry(guard, path);
  using folder = target.stat?.isDirectory() ? guard.folder(path) : guard.folder(dirname(path));
  add(folder, target.stat?.isDirectory() ? path : dirname(path), false);
  return () => {
    for (const { watcher } of watched.values()) watcher.close();
    watched.clear();
  };
}

function openIfThere(openFolder: OpenFolder, host: string): Folder | undefined {
  try {
    return openFolder(host, { follow: false });
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
