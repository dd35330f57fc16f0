import { abortedError, type Backend, isWithin, type Path, ToolError, toToolError } from "@holdall/tool-core";
import { WriteConflict } from "@holdall/tool-kit/file-tools";
import { sameBytes } from "../text/bytes.ts";
import { type FileChange, type FileState, readIfAny } from "./change-set.ts";
import { missingFolders, removeEmptyFolders } from "./missing-folders.ts";

/** A change that was carried out, with the version that `to` has now. */
export interface Committed extends FileChange {
  readonly version: string | null;
}

export interface Commit {
  readonly changes: readonly Committed[];
  /** Folders that had to be made, outermost first. */
  readonly made: readonly Path[];
}

/**
 * Apply changes atomically: each only over the version it was computed for, all of them or none. After a failure, completed changes are reverted unless another writer changed them in the meantime, and the error describes the current state. Throws `WriteConflict` if another writer was faster.
 */
export async function commit(backend: Backend, changes: readonly FileChange[], signal: AbortSignal): Promise<Commit> {
  const made = await missingFolders(
    backend,
    changes.flatMap(({ from, to }) => (to && from !== to ? [to] : [])),
    signal,
  );
  const begun: FileChange[] = [];
  const versions = new Map<FileChange, string | null>();
  try {
    for (const change of inOrder(changes)) {
      if (signal.aborted) throw abortedError(signal.reason);
      begun.push(change);
      versions.set(change, await executePatch(backend, change, signal));
    }
    return { changes: changes.map((change) => ({ ...change, version: versions.get(change) ?? null })), made };
  } catch (thrown) {
    const cause = toToolError(thrown);
    if (wasRefused(cause, begun.at(-1))) begun.pop();
    for (const change of begun.toReversed()) {
      await putBack(backend, change).catch(() => {}); // what is left of it, the outcome tells
    }
    await removeEmptyFolders(backend, made).catch(() => {});
    throw await outcome(backend, changes, new Set(begun), cause);
  }
}

const isRace = ({ code }: ToolError): boolean => code === "stale" || code === "already_exists";

/** Whether the error proves that the last change did not happen. A move is several steps, whose first finds nothing or something. */
function wasRefused(cause: ToolError, last: FileChange | undefined): boolean {
  const isMove = !!last?.from && !!last.to && last.from !== last.to;
  return cause.code === "not_found" || cause.code === "wrong_kind" || (isRace(cause) && !isMove);
}

/** What is in the way of something new goes first; everything else that goes, goes last. */
function inOrder(changes: readonly FileChange[]): FileChange[] {
  const isInTheWay = ({ from, to }: FileChange): boolean =>
    to === null && changes.some((other) => other.to !== null && other.from !== other.to && isWithin(other.to, from!));
  const rank = (change: FileChange): number => (isInTheWay(change) ? 0 : change.to === null ? 2 : 1);
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

async function executePatch(backend: Backend, change: FileChange, signal: AbortSignal): Promise<string | null> {
  const { from, to, before, after } = change;
  if (to === null) {
    await backend.remove(from!, { signal, ifVersion: before!.version });
    return null;
  }
  if (from !== null && from !== to) return moveFile(backend, { ...change, from, to }, signal);
  return (await backend.write(to, after!, { signal, ifVersion: before?.version ?? null })).version;
}

/** Move where the backend can, so that permissions travel along; what came along unexpectedly is a lost race. */
async function moveFile(
  backend: Backend,
  { from, to, before, after }: FileChange & { readonly from: Path; readonly to: Path },
  signal: AbortSignal,
): Promise<string> {
  if (!backend.move) {
    const { version } = await backend.write(to, after!, { signal, ifVersion: null });
    await backend.remove(from, { signal, ifVersion: before!.version });
    return version;
  }
  await backend.move(from, to, { signal });
  const moved = await backend.read(to, { signal });
  if (!sameBytes(moved.bytes, before!.bytes)) {
    await backend.move(to, from);
    throw new ToolError("stale", `${from} changed while it was being moved.`);
  }
  if (sameBytes(after!, before!.bytes)) return moved.version;
  return (await backend.write(to, after!, { signal, ifVersion: moved.version })).version;
}

/** Put one change back as far as what it left is still what is there. */
async function putBack(backend: Backend, { from, to, before, after }: FileChange): Promise<void> {
  const there = to && (await readIfAny(backend, to));
  if (from === to) {
    if (there && holds(there, after)) await backend.write(to!, before!.bytes, { ifVersion: there.version });
    return;
  }
  const old = from && (await readIfAny(backend, from));
  const ours = there && (holds(there, after) || holds(there, before?.bytes ?? null));
  if (from && !old && ours && backend.move) {
    if (!holds(there, before!.bytes)) await backend.write(to!, before!.bytes, { ifVersion: there.version });
    await backend.move(to!, from);
    return;
  }
  if (from && !old) await backend.write(from, before!.bytes, { ifVersion: null });
  if (to && there && holds(there, after)) await backend.remove(to, { ifVersion: there.version });
}

const holds = ({ bytes }: FileState, content: Uint8Array | null): boolean => !!content && sameBytes(bytes, content);

/** What one path holds now, compared with before and with what was planned. */
type FileCondition = "as before" | "changed as planned" | "changed by someone else" | "unknown";

/** The error of a commit that failed, after everything was put back that could be. */
async function outcome(
  backend: Backend,
  changes: readonly FileChange[],
  begun: ReadonlySet<FileChange>,
  cause: ToolError,
): Promise<Error> {
  const paths: { path: Path; now: FileCondition }[] = [];
  for (const change of changes) {
    const { from, to, before, after } = change;
    const pairs: [Path | null, Uint8Array | null, Uint8Array | null][] =
      from === to
        ? [[to, before?.bytes ?? null, after]]
        : [
            [from, before?.bytes ?? null, null],
            [to, null, after],
          ];
    for (const [path, was, planned] of pairs) {
      if (path) paths.push({ path, now: begun.has(change) ? await heldBy(backend, path, was, planned) : "as before" });
    }
  }
  const { code, message, hint } = cause;
  const left = paths.filter(({ now }) => now !== "as before");
  if (left.length === 0 && isRace(cause))
    return new WriteConflict(
      new ToolError(code, `${message} Nothing was changed.`, { hint, data: cause.data ?? {}, cause }),
    );
  if (left.length === 0) {
    return new ToolError(code, `${message} Nothing was changed: every file is as it was.`, {
      hint,
      data: { ...cause.data, paths },
      cause,
    });
  }
  const rows = paths.map(({ path, now }) => `\n- ${path}: ${now}`).join("");
  return new ToolError(code, `${message} Not everything could be restored. Current state:${rows}`, {
    hint: "Read the files that are not as before with {read_file}, and repair them.",
    data: { ...cause.data, paths },
    cause,
  });
}

async function heldBy(
  backend: Backend,
  path: Path,
  was: Uint8Array | null,
  planned: Uint8Array | null,
): Promise<FileCondition> {
  try {
    const now = await readIfAny(backend, path);
    if (now ? holds(now, was) : was === null) return "as before";
    return (now ? holds(now, planned) : planned === null) ? "changed as planned" : "changed by someone else";
  } catch {
    return "unknown";
  }
}

/** Get the paths that changes affect. */
export const pathsOf = (changes: readonly Pick<FileChange, "from" | "to">[]): Path[] => [
  ...new Set(changes.flatMap(({ from, to }) => [from, to].filter((path) => path !== null))),
];
