import { type Backend, dirname, type Path, type Stat, ToolError } from "@holdall/tool-core";
import { isResolved, isResolvedLink } from "../access/resolved-paths.ts";
import { showPath } from "../access/show-path.ts";
import {
  type CallRecord,
  defaultHistory,
  folderStep,
  type HistoryLimits,
  type HistoryStep,
  type Recorded,
  STEP_SIZE,
} from "../file-history.ts";
import { group } from "../text/lines.ts";

type Kept = Pick<CallRecord, "files" | "steps" | "lost">;

interface Keeping {
  readonly limits: HistoryLimits | undefined;
  readonly signal: AbortSignal;
}

/** What brings back the file or folder that is about to be deleted, or why nothing can. */
export async function keepContent(
  backend: Backend,
  path: Path,
  stat: Stat,
  { limits, signal }: Keeping,
): Promise<Kept> {
  const notKept = (lost: string): Kept => ({ lost, steps: [folderStep(path, null)] });
  const tooMany = (bytes: number) => notKept(`${group(bytes)} bytes or more were too many to keep`);
  const max = limits?.bytes ?? defaultHistory.bytes;
  if (stat.kind !== "file" && stat.kind !== "directory") return notKept("only files and folders are kept");
  if (await isLink(backend, path, signal)) return notKept(`${showPath(path)} was a link`);
  if (stat.kind === "file")
    return stat.size > max ? tooMany(stat.size) : { files: [await keepFile(backend, path, stat, signal)] };
  const steps: HistoryStep[] = [folderStep(path, null)];
  const paths: Path[] = [];
  let size = 0;
  try {
    for await (const { path: at, kind, size: bytes = 0 } of backend.list(path, { recursive: true, signal })) {
      if (kind === "directory") steps.push(folderStep(at, null));
      else if (kind === "file") paths.push(at);
      else return notKept(`${showPath(at)} was a link or a special file`);
      size += bytes + STEP_SIZE;
      if (size > max) return tooMany(size);
    }
  } catch (error) {
    if (!ToolError.is(error) || error.code !== "too_large") throw error;
    return notKept("it held entries too deep to have a path");
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

/** Whether a path is itself a link; where no judging has told, only its folder's listing does. */
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
