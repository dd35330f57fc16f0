import { dirname, type Path } from "@holdall/tool-core";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, lookAt } from "./file-access.ts";
import { accessesTo } from "./judge.ts";
import { requireFolder } from "./write-file.ts";

/** Make a folder; with `recursive`, those above it, too. */
export function makeFolder(files: FileContext, path: Path, recursive: boolean): Promise<void> {
  return attempt(files, "mkdir", path, async () => {
    const { backend, judge, attributes, signal } = files;
    if (path === "/") {
      if (recursive) return;
      throw fileError("EEXIST", "mkdir", path);
    }
    const view = await judge.permit(accessesTo(path, "write"));
    const there = await lookAt(files, view, path);
    if (there && recursive && there.kind === "directory") return;
    if (there) throw fileError("EEXIST", "mkdir", path);
    if (!recursive) await requireFolder(files, view, path, "mkdir");
    if (view.createDirectory && backend.can.emptyDirectories) return view.createDirectory(path, { signal });
    for (let at = path; at !== "/"; at = dirname(at)) {
      const above = await lookAt(files, view, at);
      if (above?.kind === "directory") break;
      if (above) throw fileError("ENOTDIR", "mkdir", path);
      attributes.folders.add(at);
    }
  });
}

/** A folder stays when its last file goes, also where the storage has no empty folders. */
export function keepFolder({ backend, attributes, roots }: FileContext, folder: Path): void {
  if (!backend.can.emptyDirectories && folder !== "/" && !roots.includes(folder)) attributes.folders.add(folder);
}
