import { type Backend, dirname, type Path, type Stat, ToolError } from "@holdall/tool-core";
import { isResolved, isResolvedLink, showPath } from "@holdall/tool-kit/file-tools";
import { group } from "../text/lines.ts";
import {
  type CallRecord,
  defaultHistory,
  folderStep,
  type HistoryLimits,
  type HistoryStep,
  type Recorded,
  STEP_SIZE,
} from "../tools/history/file-history.ts";
import { hashBytes } from "./byte-undo.ts";
import { missingFolders } from "./missing-folders.ts";

type RecordedContent = Pick<CallRecord, "files" | "steps" | "lost">;

interface Keeping {
  readonly limits: HistoryLimits | undefined;
  readonly signal: AbortSignal;
}

/** The data that restores the file or folder about to be deleted, or why nothing can. */
export async function keepContent(
  backend: Backend,
  path: Path,
  stat: Stat,
  { limits, signal }: Keeping,
): Promise<RecordedContent> {
  const unkeepable = (lost: string): RecordedContent => ({ lost, steps: [folderStep(path, null)] });
  const tooMany = (bytes: number) => unkeepable(`${group(bytes)} bytes or more exceed the undo limit`);
  const max = limits?.bytes ?? defaultHistory.bytes;
  if (stat.kind !== "file" && stat.kind !== "directory") return unkeepable("only files and folders can be restored");
  if (await isLink(backend, path, signal)) return unkeepable(`${showPath(path)} was a link`);
  if (stat.kind === "file")
    return stat.size > max ? tooMany(stat.size) : { files: [await keepFile(backend, path, stat, signal)] };
  const steps: HistoryStep[] = [folderStep(path, null)];
  const paths: Path[] = [];
  let size = 0;
  try {
    for await (const { path: at, kind, size: bytes = 0 } of backend.list(path, { recursive: true, signal })) {
      if (kind === "directory") steps.push(folderStep(at, null));
      else if (kind === "file") paths.push(at);
      else return unkeepable(`${showPath(at)} was a link or a special file`);
      size += bytes + STEP_SIZE;
      if (size > max) return tooMany(size);
    }
  } catch (error) {
    if (!ToolError.is(error) || error.code !== "too_large") throw error;
    return unkeepable("it held entries too deep to have a path");
  }
  const files: Recorded[] = [];
  for (const at of paths) {
    // Listings of many entries need not tell sizes.
    const found = await backend.stat(at, { signal });
    size += found?.size ?? 0;
    if (size > max) return tooMany(size);
    files.push(await keepFile(backend, at, found, signal));
  }
  return { files, steps };
}

const keepFile = async (backend: Backend, path: Path, stat: Stat | null, signal: AbortSignal): Promise<Recorded> => ({
  from: path,
  to: null,
  before: await backend.read(path, { signal }),
  after: null,
  mode: stat?.mode,
});

/** Whether a path is itself a link. Without a result of the path guard, only the listing of its folder shows this. */
async function isLink(backend: Backend, path: Path, signal: AbortSignal): Promise<boolean> {
  if (isResolved(backend, path)) return isResolvedLink(backend, path);
  try {
    for await (const entry of backend.list(dirname(path), { signal })) {
      if (entry.path === path) return entry.kind === "symlink";
    }
  } catch (error) {
    if (!ToolError.is(error) || error.code !== "permission_denied") throw error;
  }
  return false;
}

interface Moving {
  readonly from: Path;
  readonly to: Path;
  /** What the move replaces. */
  readonly there: Stat | null;
  readonly limits: HistoryLimits | undefined;
  readonly signal: AbortSignal;
}

/** Look at what a move is about to change; the answer, asked after the move, is what brings it back. */
export async function keepMove(
  backend: Backend,
  { from, to, there, limits, signal }: Moving,
): Promise<() => Promise<Omit<CallRecord, "tool">>> {
  const source = await backend.stat(from, { signal, version: true });
  const replaced = there ? await keepContent(backend, to, there, { limits, signal }) : {};
  const made = await missingFolders(backend, [to], signal);
  if (isResolvedLink(backend, from))
    return async () => ({ steps: [folderStep(from, to)], made, lost: `${showPath(from)} was a link` });
  return async () => {
    if (source?.kind === "directory") {
      const names = await hashNames(backend, to, signal);
      const lost = names === null ? "it moved more files than the undo limit allows" : undefined;
      return { steps: [folderStep(from, to, names ?? 0)], made, lost };
    }
    const after = (await backend.stat(to, { signal, version: true }))?.version ?? null;
    const step: HistoryStep = { from, to, before: source?.version ?? null, after, splices: [], undone: false };
    return { ...replaced, steps: [step, ...(replaced.steps ?? [])], made };
  };
}

/** Most paths of a folder whose move can be undone. */
const maxPaths = 20_000;

/** Hash all names below a folder. Null if there is no such folder, or if it has too many entries. */
export async function hashNames(backend: Backend, folder: Path, signal: AbortSignal): Promise<number | null> {
  const names: string[] = [];
  try {
    for await (const { path, kind } of backend.list(folder, { recursive: true, signal })) {
      if (names.push(`${kind} ${path.slice(folder.length)}`) > maxPaths) return null;
    }
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "wrong_kind", "too_large"].includes(error.code)) return null;
    throw error;
  }
  return hashBytes(new TextEncoder().encode(names.join("\0")));
}
