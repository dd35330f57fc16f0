import { type Backend, type Entry, type Path, ToolError } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { BlobStore } from "./blob-store.ts";
import { unfollowed } from "./entry-at.ts";
import { type FileState, type State, tooLarge } from "./file-state.ts";
import { type KeptElsewhere, refHash, refIn } from "./kept-elsewhere.ts";
import { stateOf } from "./read-state.ts";
import type { NotKept } from "./record.ts";
import { openTreeStore, type Row } from "./tree-store.ts";
import { type ReadFolder, walkWorkspace } from "./walk-workspace.ts";

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
  readonly maxEntries: number;
  readonly readFolder?: ReadFolder | undefined;
  readonly keptElsewhere?: KeptElsewhere | undefined;
  /** Rows of another session in the same store and workspace: what is the same needs no look. */
  readonly seed?: ReadonlyMap<Path, Row> | undefined;
}

export interface RefreshOptions {
  readonly signal?: AbortSignal | undefined;
  /** What else keeps content may be changed by what runs next: then it is copied. */
  readonly ownCopies?: boolean;
}

/** The workspace as it was when it was last looked at, with the contents kept: what commands changed shows by comparison. */
export interface TreeCache {
  /** Look again; files whose size, time, mode and identity are the same are not read. Resolves when all is in the store. */
  refresh(options?: RefreshOptions): Promise<TreeView>;
  /** As it was stored last, without a look. */
  readonly last: ReadonlyMap<Path, FileState>;
  /** States whose content is elsewhere, with the content in the store; those that cannot be had are without a place. */
  settle(states: readonly FileState[]): Promise<FileState[]>;
}

export interface TreeView {
  readonly states: ReadonlyMap<Path, FileState>;
  /** Folders that are left out. */
  readonly hidden: readonly Path[];
  readonly notKept: readonly NotKept[];
}

/** A file that changed so shortly before it was read may change again within the same tick of its clock. */
const racy = 2000;
const readsAtOnce = 16;

export async function loadTreeCache(options: TreeOptions): Promise<TreeCache> {
  const { workspace, roots, exclude, store, blobs, folder, maxFileBytes, maxTreeBytes, keptElsewhere, seed } = options;
  const stored = await openTreeStore(store, folder);
  let rows: ReadonlyMap<Path, Row> = stored.rows.size > 0 ? stored.rows : (seed ?? stored.rows);
  let isStored = stored.rows.size > 0;
  let last = statesOf(rows);
  const oneByOne = createSerialQueue();

  async function readFiles(entries: readonly Entry[], signal?: AbortSignal): Promise<(FileState | undefined)[]> {
    const contents: (Uint8Array | undefined)[] = [];
    const read = async ({ path }: Entry) =>
      (await unlessReplaced(workspace.read(path, { signal, ...unfollowed(workspace) })))?.bytes;
    for (let i = 0; i < entries.length; i += readsAtOnce)
      contents.push(...(await Promise.all(entries.slice(i, i + readsAtOnce).map(read))));
    const kept = await keepAll(contents);
    return kept.map((blob, i): FileState | undefined => blob && { kind: "file", ...blob, ...modeOf(entries[i]!) });
  }

  async function keepAll(contents: readonly (Uint8Array | undefined)[]) {
    const kept = (await blobs.putMany(contents.filter((bytes) => bytes !== undefined)))[Symbol.iterator]();
    return contents.map((bytes) => (bytes ? kept.next().value : undefined));
  }

  return {
    get last() {
      return last;
    },
    refresh: (how = {}) => oneByOne(() => look(how)),
    settle,
  };

  async function settle(states: readonly FileState[]): Promise<FileState[]> {
    const refs = states.map((state) => (state.kind === "file" ? refIn(state.hash) : undefined));
    const wanted = refs.filter((ref) => ref !== undefined);
    if (wanted.length === 0) return [...states];
    const contents = (await keptElsewhere?.read(wanted)) ?? [];
    const blobsOf = (await keepAll(wanted.map((_, i) => contents[i])))[Symbol.iterator]();
    return states.map((state, i) => {
      if (refs[i] === undefined || state.kind !== "file") return state;
      const blob = blobsOf.next().value;
      return blob ? { ...state, ...blob } : state;
    });
  }

  async function look({ signal, ownCopies = false }: RefreshOptions): Promise<TreeView> {
    const now = Date.now();
    const next = new Map<Path, Row>();
    const notKept: NotKept[] = [];
    const allHidden: Path[] = [];
    const unread: Entry[] = [];
    const fresh: Row[] = [];
    let room = maxTreeBytes;
    const add = (path: Path, signature: string, state: FileState) => {
      const row: Row = [path, signature, state];
      next.set(path, row);
      if (signature === "" || rows.get(path)?.[1] !== signature || !isStored) fresh.push(row);
    };
    for (const root of roots) {
      const { found, hidden, unreadable } = await walkWorkspace({ ...options, root, exclude, signal });
      allHidden.push(...hidden);
      for (const path of unreadable) notKept.push({ path, reason: "cannot be read" });
      for (const entry of found) {
        const { path, kind, size = 0 } = entry;
        const signature = signatureOf(entry, now);
        const known = rows.get(path);
        const state = known?.[2];
        const isElsewhere = state?.kind === "file" && refIn(state.hash) !== undefined;
        if (known && state && signature !== "" && known[1] === signature && !(ownCopies && isElsewhere)) {
          next.set(path, known);
          if (!isStored) fresh.push(known);
          if (state.kind !== "file") continue;
          if (state.at) room -= state.size;
          else if (!isElsewhere) notKept.push({ path, reason: notKeptReason(state.size, maxFileBytes), isFile: true });
        } else if (kind !== "file") add(path, signature, stateOf(entry));
        else if (size > maxFileBytes || size > room) {
          notKept.push({ path, reason: notKeptReason(size, maxFileBytes), isFile: true });
          // By its stamp: what was written to it in between shows in the time of its last change.
          const hash = `~${size} ${entry.modified} ${entry.identity ?? ""}`;
          add(path, signature, { kind: "file", hash, size, ...modeOf(entry) });
        } else {
          room -= size;
          unread.push(entry);
        }
      }
    }
    const elsewhere = ownCopies ? undefined : await keptElsewhere?.refsOf(unread);
    const toRead = elsewhere ? unread.filter(({ path }) => !elsewhere.has(path)) : unread;
    for (const entry of elsewhere ? unread : []) {
      const ref = elsewhere?.get(entry.path);
      if (ref === undefined) continue;
      const { size = 0 } = entry;
      add(entry.path, signatureOf(entry, now), { kind: "file", hash: refHash(ref), size, ...modeOf(entry) });
    }
    for (const part of batches(toRead)) {
      for (const [i, state] of (await readFiles(part, signal)).entries()) {
        const entry = part[i]!;
        if (state) add(entry.path, signatureOf(entry, now), sameBlob(rows.get(entry.path)?.[2], state));
      }
    }
    const gone = [...rows.keys()].filter((path) => !next.has(path));
    if (fresh.length > 0 || gone.length > 0) await stored.save(next, fresh, gone);
    isStored = true;
    rows = next;
    last = statesOf(rows);
    return { states: last, hidden: allHidden, notKept };
  }
}

function signatureOf({ kind, size, modified, mode, target, identity }: Entry, now: number): string {
  if (kind !== "file") return `${kind} ${target ?? mode ?? ""}`;
  if (size === undefined || modified === undefined || modified > now - racy) return "";
  return [size, modified, mode ?? "", identity ?? ""].join(" ");
}

const modeOf = ({ mode }: Entry) => (mode === undefined ? {} : { mode });

const notKeptReason = (size: number, max: number) => (size > max ? tooLarge : "does not fit into `maxTreeBytes`");

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

const statesOf = (rows: ReadonlyMap<Path, Row>): ReadonlyMap<Path, FileState> => {
  const states = new Map<Path, FileState>();
  for (const [path, [, , state]] of rows) states.set(path, state);
  return states;
};

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
