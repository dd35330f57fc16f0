import type { Stats } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Fork, ForkChange } from "@holdall/backends-compose/merge";
import { type OwnCommands, protectedReason, type ReplacedRoot } from "@holdall/sandbox/port";
import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { contentHash, createYield } from "@holdall/tool-kit";
import { copyFile } from "./_copy-file.ts";
import { bitsOf, isSameContent, lookAt, signatureOf, walkDisk } from "./_disk-entries.ts";

/** Commands of an agent with files of its own. Finish it when nothing of it runs any more. */
export interface CommandCopy extends OwnCommands {
  /** Settle a last time and remove the copies. Returns everything that was not taken over. */
  finish(at: Parameters<OwnCommands["settle"]>[0]): Promise<readonly string[]>;
}

const maxFiles = 50_000;
/** Large files that are copied at the same time. */
const atOnce = 32;
const maxBytes = 1024 * 1024 * 1024;

interface Copied {
  /** What the copy was made of. */
  readonly source: string;
  /** What it was when it was made. */
  readonly own: string;
  readonly stats: Stats;
  /** The permission bits of the source. */
  readonly mode: number;
}

/**
 * Copies of roots on disk, with the changes of a fork on top. Each command sees the fork as it is when it starts, and what it
 * changes becomes a change of the fork. Copies take the space of what changes where the file system can share blocks. `above`
 * are the forks that this one is made of, the one next to the disk first.
 */
export function commandCopy(roots: readonly Path[], fork: Fork, above: readonly Fork[] = []): CommandCopy {
  const parent = above.at(-1)?.backend;
  const copied = new Map<Path, Copied>();
  const folders = new Set<Path>();
  const told = new Set<string>();
  let folder: string | undefined;
  /** Folders that commands see as they are. */
  let asIs = new Set<Path>();
  const placeOf = (path: Path): string => {
    const index = roots.findIndex((root) => path === root || path.startsWith(`${root}/`));
    return join(folder ?? "", String(index), path.slice(roots[index]?.length ?? 0));
  };

  /** Everything that differs from the disk, as the fork shows it. */
  const changesOf = async (forks: readonly Fork[], signal?: AbortSignal) => {
    const changes = new Map<Path, ForkChange>();
    for (const each of forks) for (const change of await each.changes({ signal })) changes.set(change.path, change);
    return changes;
  };
  const modeIn = (path: Path): number | undefined => {
    for (const each of [fork, ...above.toReversed()]) {
      const mode = each.modeOf(path);
      if (mode !== undefined) return mode;
    }
    const stats = lookAt(path);
    return stats?.isFile() ? bitsOf(stats) : undefined;
  };
  const note = (path: Path, source: string, stats: Stats) =>
    void copied.set(path, { source, own: signatureOf(stats), stats, mode: bitsOf(stats) });

  /** Make a copy once more, unless it was made of the same. */
  async function put(path: Path, source: string, make: (place: string) => Promise<unknown>): Promise<void> {
    if (copied.get(path)?.source === source) return;
    const place = placeOf(path);
    if (copied.has(path)) await fs.rm(place, { force: true, recursive: true });
    await make(place).catch(async () => {
      // A folder was there before.
      await fs.rm(place, { force: true, recursive: true });
      await make(place);
    });
    note(path, source, await fs.lstat(place));
  }

  /** The same for a file on the disk. A small one that is new is copied at once. */
  function putFile(path: Path, stats: Stats): Promise<void> | undefined {
    const source = signatureOf(stats);
    const known = copied.get(path)?.source;
    if (known === source) return undefined;
    const again = () => put(path, source, async (to) => copyFile(path, to, stats));
    if (known !== undefined) return again();
    try {
      const made = copyFile(path, placeOf(path), stats);
      if (!(made instanceof Promise)) return void note(path, source, made);
      return made.then((large) => note(path, source, large), again);
    } catch {
      return again(); // something is in its place
    }
  }

  async function prepare(signal: AbortSignal): Promise<readonly ReplacedRoot[]> {
    folder ??= await fs.mkdtemp(join(tmpdir(), "holdall-agent-"));
    const changes = await changesOf([...above, fork], signal);
    const pause = createYield(signal);
    const shown = new Map<Path, Path[]>();
    const wanted = new Set<Path>();
    const pending: Promise<void>[] = [];
    let bytes = 0;
    for (const [index, root] of roots.entries()) {
      await fs.mkdir(join(folder, String(index)), { recursive: true });
      const kept: Path[] = [];
      shown.set(root, kept);
      for await (const entries of walkDisk(root, kept, signal)) {
        for (const { path, stats } of entries) {
          if (stats.isDirectory()) {
            if (!folders.has(path)) await fs.mkdir(placeOf(path), { recursive: true });
            folders.add(path);
            continue;
          }
          if (changes.has(path)) continue;
          wanted.add(path);
          bytes += stats.size;
          if (wanted.size > maxFiles || bytes > maxBytes) throw tooLarge(root);
          if (stats.isSymbolicLink()) {
            const target = await fs.readlink(path);
            await put(path, `link ${target}`, (place) => fs.symlink(target, place));
          } else if (stats.isFile()) {
            const copying = putFile(path, stats);
            // A failure is thrown once all of them are awaited.
            copying?.catch(() => {});
            if (copying) pending.push(copying);
            if (pending.length >= atOnce) await Promise.all(pending.splice(0));
          }
          const waiting = pause();
          if (waiting) await waiting;
        }
      }
    }
    await Promise.all(pending);
    for (const [path, { after }] of changes) {
      if (!after || !roots.some((root) => path.startsWith(`${root}/`))) continue;
      wanted.add(path);
      await put(path, `fork ${contentHash(after)}`, async (place) => {
        await fs.mkdir(dirname(place), { recursive: true });
        await fs.writeFile(place, after);
        const mode = modeIn(path);
        if (mode !== undefined) await fs.chmod(place, mode);
      });
    }
    for (const path of copied.keys()) {
      if (wanted.has(path)) continue;
      await fs.rm(placeOf(path), { force: true, recursive: true });
      copied.delete(path);
    }
    asIs = new Set([...shown.values()].flat());
    return roots.map((root, index) => ({ root, by: join(folder ?? "", String(index)), shown: shown.get(root) ?? [] }));
  }

  const takeOver: OwnCommands["settle"] = async ({ decide }) => {
    if (folder === undefined) return [];
    const notes: string[] = [];
    const left: string[] = [];
    const present = new Set<Path>();
    const newFolders: Path[] = [];
    const mine = new Set((await fork.changes()).map(({ path }) => path));
    const below = await changesOf(above);
    /** What the fork is made of may have changed while the command ran. */
    const isAsBefore = async (path: Path): Promise<boolean> => {
      const source = copied.get(path)?.source;
      if (source?.startsWith("fork ")) return source === (await sourceIn(parent, path));
      if (below.has(path)) return source === undefined && below.get(path)?.after === undefined;
      const stats = lookAt(path);
      return source === undefined ? stats === undefined : stats !== undefined && signatureOf(stats) === source;
    };
    const isAllowed = async (path: Path, action: "write" | "delete") => {
      const effect = await decide({ action, target: path });
      const isFree = effect === "allow" || (effect === "ask" && protectedReason(path, roots) === undefined);
      if (!isFree) left.push(path);
      return isFree;
    };
    for (const [index, root] of roots.entries()) {
      const top = join(folder ?? "", String(index));
      const inRoot = (place: string) => toPath(`${root}${place.slice(top.length)}`);
      const apart: Path[] = [];
      for await (const { path: place, stats } of entriesBelow(toPath(top), apart)) {
        const path = inRoot(place);
        present.add(path);
        if (stats.isDirectory()) {
          if (!folders.has(path)) newFolders.push(path);
          continue;
        }
        const known = copied.get(path);
        const own = signatureOf(stats);
        if (known?.own === own) continue;
        if (!stats.isFile()) {
          const what = stats.isSymbolicLink() ? "a symbolic link" : "not a file";
          const how = known?.source.startsWith("link ") ? "has another target now" : `is ${what} now`;
          notes.push(`${path} ${how}, which was not taken over: create it after the merge.`);
          continue;
        }
        const bytes = new Uint8Array(await fs.readFile(place));
        // The sandbox puts an empty file where it protects one that the agent has removed.
        if (bytes.length === 0 && !known && mine.has(path)) continue;
        if (!(await isAllowed(path, "write"))) continue;
        const mode = bitsOf(stats);
        if (known && isSameContent(known.stats, stats)) {
          const there = await fork.backend.stat(path);
          if (there?.kind !== "file") await fork.assume(path, bytes, "unknown");
          else if (!mine.has(path)) await fork.backend.write(path, (await fork.backend.read(path)).bytes);
          fork.setMode(path, mode, known.mode);
          copied.set(path, { source: `fork ${contentHash(bytes)}`, own, stats, mode });
          continue;
        }
        if (mine.has(path) || (await isAsBefore(path))) await fork.backend.write(path, bytes);
        else await fork.assume(path, bytes, known ? "unknown" : "nothing");
        if (!known) fork.setMode(path, mode);
        else if (mode !== known.mode) fork.setMode(path, mode, known.mode);
        copied.set(path, { source: `fork ${contentHash(bytes)}`, own, stats, mode });
      }
      for (const made of apart.map(inRoot))
        if (!asIs.has(made))
          notes.push(`${made} was made by a command and is not merged: make it again after the merge.`);
    }
    for (const path of [...copied.keys()]) {
      if (present.has(path)) continue;
      const isKnown = mine.has(path) || copied.get(path)?.source.startsWith("link ") || (await isAsBefore(path));
      copied.delete(path);
      if (!(await isAllowed(path, "delete"))) continue;
      if (isKnown) {
        if (await fork.backend.stat(path)) await fork.backend.remove(path);
      } else await fork.assume(path, undefined, "unknown");
    }
    for (const path of newFolders)
      if (!(await fork.backend.stat(path)) && (await isAllowed(path, "write")))
        await fork.backend.createDirectory?.(path);
    for (const path of [...folders].sort().reverse()) {
      if (present.has(path)) continue;
      folders.delete(path);
      if (await isEmptyFolder(fork, path)) await fork.backend.remove(path, { recursive: true });
    }
    if (left.length > 0) notes.push(`Not taken over, because it needs approval: ${left.join(", ")}.`);
    return notes;
  };

  return {
    prepare,
    async settle(at) {
      const notes = (await takeOver(at)).filter((note) => !told.has(note));
      for (const note of notes) told.add(note);
      return notes;
    },
    async finish(at) {
      const notes = await takeOver(at);
      if (folder !== undefined) await fs.rm(folder, { recursive: true, force: true });
      folder = undefined;
      copied.clear();
      folders.clear();
      told.clear();
      return notes;
    },
  };
}

async function isEmptyFolder({ backend }: Fork, path: Path): Promise<boolean> {
  if ((await backend.stat(path))?.kind !== "directory") return false;
  for await (const _ of backend.list(path)) return false;
  return true;
}

/** The content that a backend has at a path, as the source of a copy. */
async function sourceIn(backend: Backend | undefined, path: Path): Promise<string | undefined> {
  const found = backend && (await backend.stat(path))?.kind === "file" ? await backend.read(path) : undefined;
  return found && `fork ${contentHash(found.bytes)}`;
}

/** Everything in a copy. Folders with the names of those that are shown as they are come into `apart`. */
async function* entriesBelow(folder: Path, apart: Path[]) {
  for await (const entries of walkDisk(folder, apart)) yield* entries;
}

const tooLarge = (root: Path) =>
  new ToolError(
    "too_large",
    `Commands of an isolated agent need a copy of ${root}, and it has more than ${maxFiles} files or ${maxBytes / 1024 ** 3} GiB.`,
    {
      hint: "Do it with file tools, or report what is to be run: the agent that started you can run it after the merge.",
    },
  );
