import { isWithin, joinPath, type Path, toPath } from "@holdall/tool-core";
import { type Change, changeSeenFrom, channel } from "@holdall/tool-kit/backends";
import * as failed from "./errors.ts";
import { tempFolder, toShown } from "./names.ts";
import { type ChangeRecord, createObserver } from "./platform.ts";

interface Listener {
  hear(change: Change): void;
  fail(error: Error): void;
}

/** Where a backend is: its root, and the path of that in the site's storage, without a slash at its end. */
export interface StorageRoot {
  readonly root: FileSystemDirectoryHandle;
  readonly base: string;
}

const channelName = "holdall-opfs";

/** Notify other handles of a change, in browsers that do not do it themselves. */
export function tell({ base }: StorageRoot, path: Path, kind: Change["kind"]): void {
  if ("FileSystemObserver" in globalThis) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ path: toPath(base + path), kind } satisfies Change);
  channel.close();
}

/** Changes at or below a path. `started` settles once none is missed any more. */
export function watch(place: Promise<StorageRoot>, path: Path, signal: AbortSignal) {
  let started: Promise<(() => void) | undefined> = Promise.resolve(undefined);
  const changes = channel<Change>(signal, ({ push, fail }) => {
    const hear = (change: Change) => {
      const seen = changeSeenFrom(path, change);
      if (seen) push(seen);
    };
    started = place.then((at) => (signal.aborted ? undefined : listen(at, path, { hear, fail })));
    started.catch(fail);
    return () => {
      started.then((end) => end?.()).catch(() => {}); // one that failed to start has nothing to end
    };
  });
  return { started, changes };
}

/** Listen by the best means there is; gives what ends it. */
async function listen({ root, base }: StorageRoot, path: Path, { hear, fail }: Listener): Promise<() => void> {
  const observer = createObserver((records) => {
    for (const record of records) {
      if (record.type === "errored") fail(failed.lostSight(path));
      else for (const change of changesOf(record, path)) hear(change);
    }
  });
  if (observer) {
    await observer.observe(root, { recursive: true });
    return () => observer.disconnect();
  }
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Change>) => {
    if (isWithin(data.path, toPath(base || "/"))) hear({ ...data, path: toPath(data.path.slice(base.length) || "/") });
    else if (isWithin(toPath(base), data.path)) hear({ ...data, path: toPath("/") });
  };
  return () => channel.close();
}

/** What a record means in this backend's paths. One that does not know what changed stands for all that is watched. */
function changesOf({ type, relativePathComponents, relativePathMovedFrom }: ChangeRecord, watched: Path): Change[] {
  if (type === "unknown") return [{ path: watched, kind: "changed" }];
  const changes: Change[] = [];
  const add = (names: readonly string[], kind: Change["kind"]) => {
    if (!names.includes(tempFolder)) changes.push({ path: joinPath(toPath("/"), names.map(toShown).join("/")), kind });
  };
  if (relativePathMovedFrom) add(relativePathMovedFrom, "removed");
  add(relativePathComponents, type === "disappeared" ? "removed" : "changed");
  return changes;
}
