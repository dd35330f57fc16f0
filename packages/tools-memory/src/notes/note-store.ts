import { type Backend, comparePaths, type Io, isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { alreadyExists, unlessMissing } from "@holdall/tool-kit/backends";
import { decodeNote, encodeNote, minTrust, type Note, type Trust, trustOf } from "./note.ts";
import { isListed, memories } from "./note-path.ts";
import { retryStale } from "./retry-stale.ts";

export interface NoteStoreOptions {
  /** The storage of the notes. Must support compare-and-set. */
  readonly backend: Backend;
  /** The folder of the backend that models see as `/memories`. `/memories` by default. */
  readonly root?: string | undefined;
  /** Returns the time, for tests. */
  readonly now?: (() => Date) | undefined;
}

/** The author of a change. */
export interface Author {
  readonly session: string;
  readonly trust: Trust;
}

/** Limits: bytes of the text of one note, of all notes with their metadata, and the number of notes. */
export const noteLimits = { note: 100_000, all: 2_000_000, count: 200 } as const;

type Call = Pick<Io, "signal">;

/**
 * Notes on a backend. Every write compares the current version with the one that was read, so concurrent writers lose nothing.
 */
export interface NoteStore {
  /** Undefined where no note is; a folder is none. */
  find(path: Path, call?: Call): Promise<Note | undefined>;
  /** The paths of all notes at or below a path, in order. */
  list(path: Path, call?: Call): Promise<Path[]>;
  /** Throws `already_exists` where a note is. */
  create(path: Path, text: string, author: Author, call?: Call): Promise<void>;
  /** Change the text of a note. `edit` runs again on the new text when another was faster. */
  edit(path: Path, edit: (text: string) => string, author: Author, call?: Call): Promise<Note>;
  /** Remove a note; returns the bytes of its file, undefined if there was none. */
  remove(path: Path, call?: Call): Promise<Uint8Array | undefined>;
  /** Put the bytes of a removed note back; false where one is again. */
  restore(path: Path, bytes: Uint8Array, call?: Call): Promise<boolean>;
  /** Move a note where none is; throws `already_exists`, or `not_found`. */
  move(from: Path, to: Path, call?: Call): Promise<void>;
}

export function openNotes({ backend, root = memories, now = () => new Date() }: NoteStoreOptions): NoteStore {
  if (!backend.can.write || !backend.can.compareAndSwap) {
    throw new ToolError(
      "unsupported",
      `Notes cannot be stored on ${backend.name}: it does not support compare-and-swap.`,
      {
        hint: "Use a backend whose `can.write` and `can.compareAndSwap` are true.",
      },
    );
  }
  const base = toPath(root);
  const enqueue = createSerialQueue();
  const placeOf = (path: Path): Path => toPath(base + path.slice(memories.length));

  /** Links must not lead out of the folder. */
  const io = async ({ signal }: Call): Promise<Io> => {
    if (!backend.realPath) return { signal };
    const real = await backend.realPath(base, { signal });
    return { signal, judged: (_, place) => isWithin(place, real) || isWithin(real, place) };
  };
  const change = <T>(call: Call, make: (io: Io) => Promise<T>): Promise<T> =>
    enqueue(() => retryStale(async () => make(await io(call)), call.signal)).catch((error: unknown) => {
      throw ToolError.is(error) && base !== memories ? inNotePaths(error, base) : error;
    });
  const read = (path: Path, how: Io) => unlessFolder(unlessMissing(backend.read(placeOf(path), how)));

  async function* files(path: Path, call: Call): AsyncGenerator<{ path: Path; size: number | undefined }> {
    const place = placeOf(path);
    const found = backend.list(place, { recursive: true, ...(await io(call)) })[Symbol.asyncIterator]();
    for (;;) {
      const step = await unlessMissing(found.next());
      if (!step || step.done) return;
      const { path: file, kind, size } = step.value;
      const name = file.slice(placeOf(memories).length + 1);
      if (kind === "file" && isListed(name)) yield { path: toPath(`${memories}/${name}`), size };
    }
  }

  const find = async (path: Path, call: Call = {}): Promise<Note | undefined> => {
    const file = path === memories ? undefined : await read(path, await io(call));
    return file && decodeNote(path, file.bytes, file.version);
  };

  const list = async (path: Path, call: Call = {}): Promise<Path[]> => {
    const paths: Path[] = [];
    try {
      for await (const file of files(path, call)) paths.push(file.path);
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "wrong_kind") throw error;
      paths.push(path);
    }
    return paths.sort(comparePaths);
  };

  /** Refuse what makes a note or all of them too large. Of two processes at once, both may still fit. */
  const checkRoom = async (path: Path, text: string, bytes: Uint8Array, call: Call): Promise<void> => {
    const length = new TextEncoder().encode(text).length;
    if (length > noteLimits.note)
      throw tooLarge(`${path} would have ${length} bytes; the limit of a note is ${noteLimits.note}.`);
    let [count, sum] = [1, bytes.length];
    for await (const file of files(memories, call)) {
      if (file.path === path) continue;
      count++;
      sum += file.size ?? (await backend.stat(placeOf(file.path), await io(call)))?.size ?? 0;
    }
    if (count > noteLimits.count) throw tooLarge(`There are already ${count - 1} notes, which is the limit.`);
    if (sum > noteLimits.all) throw tooLarge(`All notes would have ${sum} bytes; the limit is ${noteLimits.all}.`);
  };

  const put = async (
    path: Path,
    text: string,
    facts: Parameters<typeof encodeNote>[0],
    how: Io,
    version: string | null,
  ) => {
    const bytes = encodeNote(facts, text);
    await checkRoom(path, text, bytes, { signal: how.signal });
    await backend.write(placeOf(path), bytes, { ...how, ifVersion: version });
  };

  return {
    find,
    list,
    create: (path, text, author, call = {}) =>
      change(call, async (how) => {
        if (path === memories || (await read(path, how)) || (await list(path, call)).length > 0)
          throw alreadyExists(path);
        const at = now().toISOString();
        await put(path, text, { created: at, changed: at, ...author }, how, null);
      }),
    edit: (path, edit, { session, trust }, call = {}) =>
      change(call, async (how) => {
        const note = await find(path, call);
        if (!note) throw missing(path);
        const text = edit(note.text);
        const changed = now().toISOString();
        const { created = changed } = note.facts ?? {};
        await put(path, text, { created, changed, session, trust: minTrust(trust, trustOf(note)) }, how, note.version);
        return { ...note, text };
      }),
    remove: (path, call = {}) =>
      change(call, async (how) => {
        const file = await read(path, how);
        if (!file) return undefined;
        await backend.remove(placeOf(path), { ...how, ifVersion: file.version });
        return file.bytes;
      }),
    restore: (path, bytes, call = {}) =>
      change(call, async (how) => {
        if (await read(path, how)) return false;
        await backend.write(placeOf(path), bytes, { ...how, ifVersion: null });
        return true;
      }),
    move: (from, to, call = {}) =>
      change(call, async (how) => {
        const file = await read(from, how);
        if (!file) throw missing(from);
        const made = await backend.write(placeOf(to), file.bytes, { ...how, ifVersion: null });
        try {
          await backend.remove(placeOf(from), { ...how, ifVersion: file.version });
        } catch (error) {
          // Another writer was faster: the copy is deleted unless it has been changed since.
          await unlessMissing(backend.remove(placeOf(to), { ifVersion: made.version }));
          throw error;
        }
      }),
  };
}

/** What is read, or undefined where a folder is. */
async function unlessFolder<T>(reading: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (ToolError.is(error) && error.code === "wrong_kind") return undefined;
    throw error;
  }
}

/** The error of a backend, with the name that models know its folder by. */
function inNotePaths({ code, message, hint, cause }: ToolError, base: Path): ToolError {
  return new ToolError(code, message.split(`${base}/`).join(`${memories}/`), { hint, cause });
}

const missing = (path: Path) => new ToolError("not_found", `The path ${path} does not exist`);

const tooLarge = (what: string) =>
  new ToolError("too_large", what, { hint: "Shorten notes, or delete those that are no longer needed." });
