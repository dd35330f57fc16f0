import { type Backend, dirname, type Io, isWithin, type Path, type Stat, ToolError } from "@holdall/tool-core";
import * as failed from "./errors.ts";
import { isLink, lineage, moved } from "./paths.ts";
import { makeFolder, putFile, removeEmptyFolder } from "./steps.ts";
import { createUndoLog, type UndoLog } from "./undo-log.ts";

type MoveIo = Io & { readonly overwrite?: boolean | undefined };

/** Throw if a move must be refused, before anything is changed. Returns false if it moves something onto itself. */
export async function checkMove(source: Backend, from: Path, target: Backend, to: Path, io: MoveIo): Promise<boolean> {
  const { overwrite, ...rest } = io;
  const found = await source.stat(from, rest);
  if (!found) throw failed.notFound(from);
  const there = await target.stat(to, rest);
  if (there && !overwrite) throw failed.alreadyExists(to);
  if (there?.kind === "directory") throw failed.isFolder(to);
  if (there && found.kind === "directory") throw failed.isFile(to);
  if (from === to) return false;
  if (isWithin(to, from)) throw found.kind === "directory" ? failed.intoItself(from, to) : failed.isFile(from);
  for (const at of lineage(dirname(to))) {
    const above = await target.stat(at, rest);
    if (above && above.kind !== "directory") throw failed.isFile(at);
    if (above) break;
  }
  return true;
}

/** Move between two backends: copy, check the copies, then remove the originals. All of it or nothing. */
export async function transfer(source: Backend, from: Path, target: Backend, to: Path, io: MoveIo): Promise<void> {
  if (!(await checkMove(source, from, target, to, io))) return;
  const { overwrite, ...rest } = io;
  const { signal, judged } = rest;
  if (await isLink(source, from, rest)) throw failed.holdsLink(from);
  const isFolder = (await source.stat(from, rest))?.kind === "directory";
  const undo = createUndoLog();
  /** Copies whose originals could not be put back. */
  const kept = new Set<Path>();
  const copies: Pick<UndoLog, "add"> = {
    add: (path, step) => undo.add(path, async () => (kept.has(path) ? Promise.reject(failed.isKept(path)) : step())),
  };
  try {
    const originals: { readonly path: Path; readonly version: string }[] = [];
    for await (const { path, kind } of tree(source, from, rest)) {
      const copy = moved(path, from, to);
      if (kind === "symlink" || kind === "other") throw failed.holdsLink(path);
      if (kind === "directory") await makeFolder(target, copy, undo, rest);
      else {
        const { bytes, version } = await source.read(path, rest);
        const before = (await target.stat(copy, rest)) ? await target.read(copy, rest) : undefined;
        if (before && !overwrite) throw failed.alreadyExists(copy);
        await putFile(target, copy, bytes, before, copies, rest);
        originals.push({ path, version });
      }
    }
    if (!(await target.stat(to, rest))) throw staysEmpty(from, to);
    for (const { path, version } of originals) {
      await source.remove(path, { ifVersion: version, signal, judged });
      undo.add(path, async () => {
        const copy = moved(path, from, to);
        kept.add(copy);
        const { bytes } = await target.read(copy, { judged });
        await source.write(path, bytes, { judged, ifVersion: null });
        kept.delete(copy);
      });
    }
    if (isFolder) await removeEmptyFolder(source, from, rest);
  } catch (cause) {
    throw await undo.rollBack(`Moving ${from} to ${to}`, cause);
  }
}

async function* tree(backend: Backend, path: Path, io: Io): AsyncGenerator<{ path: Path; kind: Stat["kind"] }> {
  const found = await backend.stat(path, io);
  if (!found) throw failed.notFound(path);
  yield { path, kind: found.kind };
  if (found.kind === "directory") yield* backend.list(path, { ...io, recursive: true });
}

const staysEmpty = (from: Path, to: Path) =>
  new ToolError("unsupported", `${from} has no files, and empty folders cannot exist at ${to}.`, {
    hint: "Remove the empty folder instead of moving it.",
    data: { from, to },
  });
