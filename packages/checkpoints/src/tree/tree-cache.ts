import { type Backend, dirname, type Entry, type Path, ToolError } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { type BlobStore, type Content, packSize } from "../store/blob-store.ts";
import { type ExternalContent, refHash, refIn } from "../store/external-content.ts";
import type { NotKept } from "../store/record.ts";
import { entryAt, unfollowed } from "./entry-at.ts";
import { type FileState, type State, tooLarge } from "./file-state.ts";
import { stateOf } from "./read-state.ts";
import { allRows, missingIn, rowsByFolder, type TreeRows } from "./tree-rows.ts";
import { openTreeStore, type Row } from "./tree-store.ts";
import { type FolderReader, type WalkedFolder, walkWorkspace } from "./walk-workspace.ts";

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
  readonly reader?: FolderReader | undefined;
  readonly keptElsewhere?: ExternalContent | undefined;
  /** Rows of another session in the same store and workspace: what is the same needs no look. */
  readonly seed?: ReadonlyMap<Path, Row> | undefined;
}

export interface RefreshOptions {
  readonly signal?: AbortSignal | undefined;
  /** What else keeps content may be changed by what runs next: then it is copied. */
  readonly ownCopies?: boolean;
  /** Look at folders, too, in which no change was heard of. */
  readonly fresh?: boolean;
}

/** The workspace as it was when it was last looked at, with the contents kept: what commands changed shows by comparison. */
export interface TreeCache {
  /** Look again; files whose size, time, mode and identity are the same are not read. Resolves when all is in the store. */
  refresh(options?: RefreshOptions): Promise<TreeView>;
  /** As it was stored last, without a look. */
  readonly last: TreeRows;
  /** States whose content is elsewhere, with the content in the store; those that cannot be had are without a place. */
  settle(states: readonly FileState[]): Promise<FileState[]>;
}

export interface TreeView {
  readonly rows: TreeRows;
  /** Folders were left as they were because no change in them was heard of. */
  readonly isHeard: boolean;
  /** Folders that are left out. */
  readonly hidden: readonly Path[];
  readonly notKept: readonly NotKept[];
}

/** A file that changed so shortly before it was read may change again within the same tick of its clock. */
const racy = 2000;
const readsAtOnce = 16;

/** A folder at the last look. */
interface SeenFolder {
  readonly walked: WalkedFolder;
  readonly notKept: readonly NotKept[];
  /** Bytes of content that is kept. */
  readonly size: number;
  readonly hasElsewhere: boolean;
}

export async function loadTreeCache(options: TreeOptions): Promise<TreeCache> {
  const { workspace, roots, exclude, store, blobs, folder, maxFileBytes, maxTreeBytes, keptElsewhere, seed } = options;
  const { reader } = options;
  const stored = await openTreeStore(store, folder);
  let isStored = stored.rows.size > 0;
  let rows: TreeRows = rowsByFolder((isStored ? stored.rows : (seed ?? stored.rows)).values());
  let seen = new Map<Path, SeenFolder>();
  const oneByOne = createSerialQueue();

  async function readFiles(entries: readonly Entry[], signal?: AbortSignal): Promise<(Content | undefined)[]> {
    const contents: (Content | undefined)[] = [];
    const read = ({ path }: Entry) => unlessReplaced(workspace.read(path, { signal, ...unfollowed(workspace) }));
    for (let i = 0; i < entries.length; i += readsAtOnce)
      contents.push(...(await Promise.all(entries.slice(i, i + readsAtOnce).map(read))));
    // The version of a file is not its hash.
    return contents.map((content) => content && { bytes: content.bytes });
  }

  async function keepAll(contents: readonly (Content | undefined)[]) {
    const kept = (await blobs.putMany(contents.filter((content) => content !== undefined)))[Symbol.iterator]();
    return contents.map((content) => (content ? kept.next().value : undefined));
  }

  return {
    get last() {
      return rows;
    },
    refresh: (how = {}) => oneByOne(() => look(how)),
    settle,
  };

  async function settle(states: readonly FileState[]): Promise<FileState[]> {
    const refs = states.map((state) => (state.kind === "file" ? refIn(state.hash) : undefined));
    const wanted = refs.filter((ref) => ref !== undefined);
    if (wanted.length === 0) return [...states];
    const contents = (await keptElsewhere?.read(wanted)) ?? [];
    const found = wanted.map((_, i) => contents[i] && { bytes: contents[i] });
    const blobsOf = (await keepAll(found))[Symbol.iterator]();
    return states.map((state, i) => {
      if (refs[i] === undefined || state.kind !== "file") return state;
      const blob = blobsOf.next().value;
      return blob ? { ...state, ...blob } : state;
    });
  }

  async function look({ signal, ownCopies = false, fresh = false }: RefreshOptions): Promise<TreeView> {
    const now = Date.now();
    const next = new Map<Path, ReadonlyMap<Path, Row>>();
    const nextSeen = new Map<Path, SeenFolder>();
    const notKept: NotKept[] = [];
    const allHidden: Path[] = [];
    const unread: Entry[] = [];
    const changed: Row[] = [];
    let room = maxTreeBytes;
    let isHeard = false;
    await reader?.settle();
    for (const root of roots) {
      const { folders, hidden, unreadable } = await walkWorkspace({ ...options, root, exclude, fresh, signal });
      allHidden.push(...hidden);
      for (const path of unreadable) notKept.push({ path, reason: "cannot be read" });
      await lookAtRoot(root);
      for (const walked of folders) {
        const at = walked.folder;
        const before = seen.get(at);
        const known = rows.get(at);
        if (before && known && isSameFolder(before.walked, walked) && !(ownCopies && before.hasElsewhere)) {
          isHeard = true;
          next.set(at, known);
          nextSeen.set(at, before);
          room -= before.size;
          notKept.push(...before.notKept);
        } else lookInside(walked, known);
      }
    }
    await readAll();
    const gone = missingIn(rows, next);
    if (changed.length > 0 || gone.length > 0 || !isStored)
      await stored.save(() => allRows(next), isStored ? changed : allRows(next), gone);
    isStored = true;
    rows = next;
    seen = nextSeen;
    return { rows, isHeard, hidden: allHidden, notKept };

    /** Commands may change the permissions of a root itself. */
    async function lookAtRoot(root: Path): Promise<void> {
      const above = dirname(root);
      const entry = root === above ? null : await entryAt(workspace, root, signal);
      if (entry?.kind !== "directory" || entry.mode === undefined || next.get(above)?.has(root)) return;
      const known = rows.get(above)?.get(root);
      const row: Row = [root, signatureOf(entry, now), stateOf(entry)];
      const isSame = known?.[1] === row[1];
      const beside = new Map(next.get(above));
      if (isSame && beside.size === 0 && rows.get(above)?.size === 1) next.set(above, rows.get(above)!);
      else next.set(above, beside.set(root, isSame ? known : row));
      if (!isSame) changed.push(row);
    }

    function lookInside(walked: WalkedFolder, known: ReadonlyMap<Path, Row> | undefined): void {
      const { folder: at, entries, left } = walked;
      const own = new Map<Path, Row>();
      const ownNotKept: NotKept[] = [];
      const [roomBefore, changedBefore] = [room, changed.length];
      let isUnread = false;
      let hasElsewhere = false;
      for (const entry of entries) {
        const { path, kind, size = 0 } = entry;
        if (left.has(path)) continue;
        const signature = signatureOf(entry, now);
        const row = known?.get(path);
        const state = row?.[2];
        const isElsewhere = state?.kind === "file" && refIn(state.hash) !== undefined;
        if (row && state && signature !== "" && row[1] === signature && !(ownCopies && isElsewhere)) {
          own.set(path, row);
          hasElsewhere ||= isElsewhere;
          if (state.kind !== "file") continue;
          if (state.at) room -= state.size;
          else if (!isElsewhere)
            ownNotKept.push({ path, reason: notKeptReason(state.size, maxFileBytes), isFile: true });
        } else if (kind !== "file") add(own, row, [path, signature, stateOf(entry)]);
        else if (size > maxFileBytes || size > room) {
          ownNotKept.push({ path, reason: notKeptReason(size, maxFileBytes), isFile: true });
          // By its stamp: what was written to it in between shows in the time of its last change.
          const hash = `~${size} ${entry.modified} ${entry.identity ?? ""}`;
          add(own, row, [path, signature, { kind: "file", hash, size, ...modeOf(entry) }]);
        } else {
          room -= size;
          unread.push(entry);
          isUnread = true;
        }
      }
      // A map of its own says that something has changed.
      const isSame = known?.size === own.size && changed.length === changedBefore && !isUnread;
      next.set(at, isSame && known ? known : own);
      notKept.push(...ownNotKept);
      nextSeen.set(at, { walked, notKept: ownNotKept, size: roomBefore - room, hasElsewhere });
    }

    function add(own: Map<Path, Row>, known: Row | undefined, row: Row): void {
      own.set(row[0], row);
      if (row[1] === "" || known?.[1] !== row[1]) changed.push(row);
    }

    /** Keep the contents that are not known yet, and note what they are. */
    async function readAll(): Promise<void> {
      const elsewhere = ownCopies ? undefined : await keptElsewhere?.refsOf(unread);
      const put = (entry: Entry, state: FileState) => {
        const at = dirname(entry.path);
        add(next.get(at) as Map<Path, Row>, rows.get(at)?.get(entry.path), [
          entry.path,
          signatureOf(entry, now),
          state,
        ]);
      };
      const toRead: Entry[] = [];
      for (const entry of unread) {
        const ref = elsewhere?.get(entry.path);
        if (ref === undefined) {
          toRead.push(entry);
          continue;
        }
        put(entry, { kind: "file", hash: refHash(ref), size: entry.size ?? 0, ...modeOf(entry) });
        const at = dirname(entry.path);
        const own = nextSeen.get(at)!;
        if (!own.hasElsewhere) nextSeen.set(at, { ...own, hasElsewhere: true });
      }
      // Each batch is in the store before the next one is read.
      const size = toRead.reduce((sum, { size = 0 }) => sum + size, 0);
      const buffer = new Uint8Array(reader ? Math.min(size, packSize) : 0);
      for (const part of batches(toRead)) {
        const contents = reader ? reader.readFiles(part, buffer) : await readFiles(part, signal);
        for (const [i, blob] of (await keepAll(contents)).entries()) {
          const entry = part[i]!;
          const known = rows.get(dirname(entry.path))?.get(entry.path)?.[2];
          if (blob) put(entry, sameBlob(known, { kind: "file", ...blob, ...modeOf(entry) }));
          // It is gone, or has become something else: then this folder is looked at again.
          else nextSeen.delete(dirname(entry.path));
        }
      }
    }
  }
}

const isSameFolder = (one: WalkedFolder, other: WalkedFolder): boolean =>
  one.entries === other.entries &&
  one.left.size === other.left.size &&
  [...one.left].every((path) => other.left.has(path));

function signatureOf({ kind, size, modified, mode, target, identity }: Entry, now: number): string {
  if (kind !== "file") return `${kind} ${target ?? mode ?? ""}`;
  if (size === undefined || modified === undefined || modified > now - racy) return "";
  return `${size} ${modified} ${mode ?? ""} ${identity ?? ""}`;
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

/** Each as much as one object of the store holds, so that a first look at a large workspace does not hold all of it in memory. */
function* batches(entries: readonly Entry[]): Generator<Entry[]> {
  let batch: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    const { size: own = 0 } = entry;
    if (batch.length > 0 && size + own > packSize) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(entry);
    size += own;
  }
  if (batch.length > 0) yield batch;
}
