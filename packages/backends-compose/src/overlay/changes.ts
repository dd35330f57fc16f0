import { type Backend, comparePaths, type FileKind, type Io, type Path } from "@holdall/tool-core";
import { sameBytes } from "../shared/steps.ts";
import type { Cover } from "./cover.ts";

/** One path that differs. Where a file takes a folder's place, or a folder a file's, there is a removal and an addition. */
export interface OverlayChange {
  readonly path: Path;
  readonly kind: "added" | "changed" | "removed";
  readonly entry: "file" | "directory";
  /** The version on the base that the change builds on. */
  readonly before?: string;
  /** The version in the overlay; once applied, on the base. */
  readonly after?: string;
  /** The base has changed since: the change cannot be applied. */
  readonly conflict: boolean;
}

/** Compare what the overlay covers, and the folders it made, with the base as it is now. Identical content does not count as a change. */
export async function findChanges(
  base: Backend,
  top: Backend,
  cover: Cover,
  made: ReadonlySet<Path>,
  { signal }: Io,
): Promise<OverlayChange[]> {
  const paths = new Set([...cover.paths(), ...made]);
  const changes: OverlayChange[] = [];
  for (const path of [...paths].sort(comparePaths)) {
    const then = cover.before(path);
    const now = await base.stat(path, { version: true, signal });
    const made = await top.stat(path, { version: true, signal });
    if (!then && !made) continue; // made and removed again; what others have put there since is theirs
    const was = now && entryOf(then?.kind === "symlink" ? "symlink" : now.kind);
    const is = made && entryOf(made.kind);
    if (was === is && (is !== "file" || (await sameFile(base, top, path, { signal })))) continue;
    const conflict = then?.version !== now?.version;
    const before = then?.version === undefined ? {} : { before: then.version };
    const after = made?.version === undefined ? {} : { after: made.version };
    if (was === is && is) changes.push({ path, kind: "changed", entry: is, ...before, ...after, conflict });
    else {
      if (was) changes.push({ path, kind: "removed", entry: was, ...before, conflict });
      if (is) changes.push({ path, kind: "added", entry: is, ...(was ? {} : before), ...after, conflict });
    }
  }
  return changes;
}

const entryOf = (kind: FileKind) => (kind === "directory" ? "directory" : "file");

async function sameFile(base: Backend, top: Backend, path: Path, io: Io): Promise<boolean> {
  const [there, here] = [await base.stat(path, io), await top.stat(path, io)];
  if (there?.kind !== "file" || there.size !== here?.size) return false;
  return sameBytes((await base.read(path, io)).bytes, (await top.read(path, io)).bytes);
}
