import type { Path } from "@holdall/tool-core";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, lookAt, placeOf } from "./file-access.ts";
import { accessesTo } from "./judge.ts";
import { contentNow } from "./write-file.ts";

/** Set the permission bits of a file or folder. Where the storage has none, they last as long as the session. */
export function setMode(files: FileContext, path: Path, mode: number): Promise<void> {
  return attempt(files, "chmod", path, async () => {
    const { backend, judge, attributes, signal, changes } = files;
    const view = await judge.permit(accessesTo(path, "write"));
    const stat = await lookAt(files, view, path);
    if (!stat) throw fileError("ENOENT", "chmod", path);
    if (stat.mode === undefined) {
      attributes.modes.set(path, mode & 0o7777);
      return;
    }
    if ((stat.mode & 0o7777) === (mode & 0o7777)) return;
    if (stat.kind === "directory") {
      const place = await placeOf(files, path);
      await judge.permit(accessesTo(place, "write"));
      await backend.entries?.setFolderMode(place, mode & 0o7777, { signal });
      return;
    }
    const before = await contentNow(files, view, path);
    if (!before) throw fileError("ENOENT", "chmod", path);
    const { version } = await view.write(path, before.bytes, {
      signal,
      ifVersion: before.version,
      mode: mode & 0o7777,
    });
    changes.note(path, before, { bytes: before.bytes, version });
  });
}

/** Milliseconds around now in which a time counts as now. */
const now = 3_000;
/** Bytes of a file that is written again to get the time of now. */
const maxRewritten = 1_048_576;

/** Set the time of a file: now is the time of a write, any other lasts as long as the session. */
export function setTime(files: FileContext, path: Path, time: number): Promise<void> {
  return attempt(files, "utime", path, async () => {
    const { judge, attributes, signal, changes, note } = files;
    const view = await judge.permit(accessesTo(path, "write"));
    const stat = await lookAt(files, view, path);
    if (!stat) throw fileError("ENOENT", "utime", path);
    const isNow = Math.abs(Date.now() - time) < now;
    if (isNow && stat.kind === "file" && stat.size <= maxRewritten) {
      attributes.times.delete(path);
      if (Math.abs((stat.modified ?? 0) - time) < now) return;
      const before = await contentNow(files, view, path);
      if (!before) return;
      const { version } = await view.write(path, before.bytes, { signal, ifVersion: before.version });
      changes.note(path, before, { bytes: before.bytes, version });
      return;
    }
    attributes.times.set(path, time);
    note("Times that commands set on files are kept for this session only, and other programs do not see them.");
  });
}
