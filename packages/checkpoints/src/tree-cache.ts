import { type Backend, type Entry, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { BlobStore } from "./blob-store.ts";
import { unfollowed } from "./entry-at.ts";
import { type FileState, type State, tooLarge } from "./file-state.ts";
import { stateOf } from "./read-state.ts";
import type { NotKept } from "./record.ts";
import { readJson, writeJson } from "./session-log.ts";
import { walkWorkspace } from "./walk-workspace.ts";

export interface TreeOptions {
  readonly workspace: Backend;
  readonly roots: readonly Path[];
  readonly exclude: readonly Path[];
  readonly store: Backend;
  readonly blobs: BlobStore;
  /** Of the session in the store. */
  readonly folder: Path;
  readonly maxFileBytes: number;
  readonly maxTreeBytes: number;
}

/** The workspace as it was when it was last looked at, with the contents kept: what commands changed shows by comparison. */
export interface TreeCache {
  /** Look again; files whose size, time, mode and identity are the same are not read. Resolves when all is in the store. */
  refresh(signal?: AbortSignal): Promise<TreeView>;
  /** As it was stored last, without a look. */
  readonly last: ReadonlyMap<Path, FileState>;
}

export interface TreeView {
  readonly states: ReadonlyMap<Path, FileState>;
  /** Files and folders that ignore rules hide. */
  readonly hidden: readonly Path[];
  readonly notKept: readonly NotKept[];
}

/** The signature of a file, and what it stands for. */
type Row = readonly [path: Path, signature: string, state: FileState];

interface StoredTree {
  readonly version: 1;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly rows: readonly Row[];
}

export const treePath = (folder: Path): Path => joinPath(folder, "tree.json");

/** A file that changed so shortly before it was read may change again within the same tick of its clock. */
const racy = 2000;
const readsAtOnce = 16;

export async function loadTreeCache(options: TreeOptions): Promise<TreeCache> {
  const { workspace, roots, exclude, store, blobs, folder, maxFileBytes, maxTreeBytes } = options;
  const stored = await readJson<StoredTree>(store, treePath(folder));
  let version = stored?.version ?? null;
  let rows = new Map<Path, Row>(stored?.value.rows.map((row) => [row[0], row]));
  let last = statesOf(rows);
  const oneByOne = createSerialQueue();

  const signatureOf = ({ kind, size, modified, mode, target, identity }: Entry, now: number): string => {
    if (kind !== "file") return `${kind} ${target ?? mode ?? ""}`;
    if (size === undefined || modified === undefined || modified > now - racy) return "";
    return [size, modified, mode ?? "", identity ?? ""].join(" ");
  };

  async function readFiles(entries: readonly Entry[], signal?: AbortSignal): Promise<(FileState | undefined)[]> {
    const contents: (Uint8Array | undefined)[] = [];
    for (let i = 0; i < entries.length; i += readsAtOnce) {
      const part = entries.slice(i, i + readsAtOnce);
      contents.push(
        ...(await Promise.all(
          part.map(
            async ({ path }) =>
              (
                await unlessReplaced(workspace.read(path, { signal, ...unfollowed(workspace) }))
              )?.bytes,
          ),
        )),
      );
    }
    const present = contents.filter((bytes) => bytes !== undefined);
    const kept = (await blobs.putMany(present))[Symbol.iterator]();
    return contents.map((bytes, i): FileState | undefined => {
      const blob = bytes && kept.next().value;
      const { mode } = entries[i]!;
      return blob && { kind: "file", ...blob, ...(mode !== undefined && { mode }) };
    });
  }

  return {
    get last() {
      return last;
    },
    refresh: (signal) => oneByOne(() => look(signal)),
  };

  async function look(signal: AbortSignal | undefined): Promise<TreeView> {
    const now = Date.now();
    const next = new Map<Path, Row>();
    const notKept: NotKept[] = [];
    const allHidden: Path[] = [];
    const unread: Entry[] = [];
    let room = maxTreeBytes;
    let changed = false;
    const add = (path: Path, signature: string, state: FileState) => {
      next.set(path, [path, signature, state]);
      changed ||= rows.get(path)?.[1] !== signature;
    };
    for (const root of roots) {
      const { found, hidden } = await walkWorkspace({ workspace, root, exclude, signal });
      allHidden.push(...hidden);
      if (hidden.length > 0)
        notKept.push({ path: root, reason: `${hidden.length} entries below it are hidden by ignore rules` });
      for (const entry of found) {
        const { path, kind, size = 0 } = entry;
        const signature = signatureOf(entry, now);
        const known = rows.get(path);
        if (known && signature !== "" && known[1] === signature) {
          add(path, signature, known[2]);
          if (known[2].kind === "file" && known[2].at) room -= known[2].size;
        } else if (kind !== "file") add(path, signature, stateOf(entry));
        else if (size > maxFileBytes || size > room) {
          notKept.push({ path, reason: size > maxFileBytes ? tooLarge : "does not fit into `maxTreeBytes`" });
          const version = size <= maxFileBytes ? (await workspace.stat(path, { signal, version: true }))?.version : "";
          const mode = entry.mode === undefined ? {} : { mode: entry.mode };
          add(path, signature, { kind: "file", hash: `~${version ?? ""} ${size} ${entry.modified}`, size, ...mode });
        } else {
          room -= size;
          unread.push(entry);
        }
      }
    }
    for (const part of batches(unread)) {
      for (const [i, state] of (await readFiles(part, signal)).entries()) {
        const entry = part[i]!;
        if (state) add(entry.path, signatureOf(entry, now), sameBlob(rows.get(entry.path)?.[2], state));
      }
    }
    if (changed || next.size !== rows.size)
      version = await writeJson(store, treePath(folder), { version: 1, at: now, rows: [...next.values()] }, version);
    rows = next;
    last = statesOf(rows);
    return { states: last, hidden: allHidden, notKept };
  }
}

/** Undefined for what is gone, or has become something else since it was listed. */
const unlessReplaced = async <T>(reading: Promise<T>): Promise<T | undefined> =>
  unlessMissing(reading).catch((error: unknown) => {
    if (ToolError.is(error) && ["stale", "wrong_kind", "permission_denied"].includes(error.code)) return undefined;
    throw error;
  });

/** Keeps the place of content that is kept already, so that what was packed does not move. */
function sameBlob(known: State | undefined, state: FileState): FileState {
  const same = known?.kind === "file" && state.kind === "file" && known.hash === state.hash && known.at;
  return same ? { ...state, at: same } : state;
}

const statesOf = (rows: ReadonlyMap<Path, Row>): ReadonlyMap<Path, FileState> =>
  new Map([...rows.values()].map(([path, , state]) => [path, state]));

/** Entries of about 32 MiB each time, so that a first look at a large workspace does not hold all of it in memory. */
function* batches(entries: readonly Entry[]): Generator<Entry[]> {
  let batch: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    batch.push(entry);
    size += entry.size ?? 0;
    if (size < 32 * 1024 * 1024) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
