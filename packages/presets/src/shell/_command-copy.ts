import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Fork } from "@holdall/backends-compose/merge";
import { type OwnCommands, protectedReason, type ReplacedRoot } from "@holdall/sandbox/port";
import { type Path, ToolError, toPath } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";

/** Commands of an agent with files of its own. Finish it when nothing of it runs any more. */
export interface CommandCopy extends OwnCommands {
  /** Settle a last time and remove the copies. Returns everything that was not taken over. */
  finish(at: Parameters<OwnCommands["settle"]>[0]): Promise<readonly string[]>;
}

/** Folders that commands see as they are, and cannot change: they are large, and are made again by others. */
const shownNames = new Set([".git", "node_modules", ".venv", "venv", "target", ".gradle", ".next", ".nuxt"]);
const maxFiles = 50_000;
/** Files that are copied at the same time. */
const atOnce = 32;
const maxBytes = 1024 * 1024 * 1024;

interface Copied {
  /** What the copy was made of. */
  readonly source: string;
  /** What it was when it was made. */
  readonly own: string;
  readonly stats: DiskEntry["stats"];
  /** The permission bits of the source. */
  readonly mode: number;
}

interface DiskEntry {
  readonly path: Path;
  readonly stats: Awaited<ReturnType<typeof fs.lstat>>;
}

const bitsOf = ({ mode }: DiskEntry["stats"]) => Number(mode) & 0o777;

/** Whether only the permissions of a copy have changed. */
const isSameContent = (one: DiskEntry["stats"], other: DiskEntry["stats"]) =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

const signatureOf = ({ mtimeMs, ctimeMs, size, ino, mode }: DiskEntry["stats"]) =>
  `${mtimeMs} ${ctimeMs} ${size} ${ino} ${mode}`;

/**
 * Copies of roots on disk, with the changes of a fork on top. Each command sees the fork as it is when it starts, and what it
 * changes becomes a change of the fork. Copies take the space of what changes where the file system can share blocks.
 */
export function commandCopy(roots: readonly Path[], fork: Fork): CommandCopy {
  const copied = new Map<Path, Copied>();
  const folders = new Set<Path>();
  const told = new Set<string>();
  let folder: string | undefined;
  const placeOf = (path: Path): string => {
    const index = roots.findIndex((root) => path === root || path.startsWith(`${root}/`));
    return join(folder ?? "", String(index), path.slice(roots[index]?.length ?? 0));
  };

  async function put(path: Path, source: string, make: (place: string) => Promise<unknown>): Promise<void> {
    if (copied.get(path)?.source === source) return;
    const place = placeOf(path);
    if (copied.has(path)) await fs.rm(place, { force: true, recursive: true });
    await make(place).catch(async () => {
      // A folder was there before.
      await fs.rm(place, { force: true, recursive: true });
      await make(place);
    });
    const stats = await fs.lstat(place);
    copied.set(path, { source, own: signatureOf(stats), stats, mode: bitsOf(stats) });
  }

  async function prepare(signal: AbortSignal): Promise<readonly ReplacedRoot[]> {
    folder ??= await fs.mkdtemp(join(tmpdir(), "holdall-agent-"));
    const changes = new Map((await fork.changes({ signal })).map((change) => [change.path, change]));
    const shown = new Map<Path, Path[]>();
    const wanted = new Set<Path>();
    const pending: Promise<void>[] = [];
    let bytes = 0;
    for (const [index, root] of roots.entries()) {
      await fs.mkdir(join(folder, String(index)), { recursive: true });
      const kept: Path[] = [];
      shown.set(root, kept);
      for await (const { path, stats } of walk(root, kept)) {
        signal.throwIfAborted();
        if (stats.isDirectory()) {
          await fs.mkdir(placeOf(path), { recursive: true });
          folders.add(path);
          continue;
        }
        if (changes.has(path)) continue;
        wanted.add(path);
        bytes += Number(stats.size);
        if (wanted.size > maxFiles || bytes > maxBytes) throw tooLarge(root);
        if (stats.isSymbolicLink()) {
          const target = await fs.readlink(path);
          await put(path, `link ${target}`, (place) => fs.symlink(target, place));
        } else if (stats.isFile()) {
          const copying = put(path, signatureOf(stats), (place) =>
            fs.copyFile(path, place, constants.COPYFILE_FICLONE),
          );
          // A failure is thrown once all of them are awaited.
          copying.catch(() => {});
          pending.push(copying);
          if (pending.length >= atOnce) await Promise.all(pending.splice(0));
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
        const mode = fork.modeOf(path) ?? (await modeOf(path));
        if (mode !== undefined) await fs.chmod(place, mode);
      });
    }
    for (const path of copied.keys()) {
      if (wanted.has(path)) continue;
      await fs.rm(placeOf(path), { force: true, recursive: true });
      copied.delete(path);
    }
    return roots.map((root, index) => ({ root, by: join(folder ?? "", String(index)), shown: shown.get(root) ?? [] }));
  }

  const takeOver: OwnCommands["settle"] = async ({ decide }) => {
    if (folder === undefined) return [];
    const notes: string[] = [];
    const left: string[] = [];
    const present = new Set<Path>();
    const newFolders: Path[] = [];
    const mine = new Set((await fork.changes()).map(({ path }) => path));
    /** What is really there may have changed while the command ran. */
    const isAsBefore = async (path: Path) => {
      const stats = await fs.lstat(path).catch(() => undefined);
      const known = copied.get(path);
      return known === undefined ? stats === undefined : stats !== undefined && signatureOf(stats) === known.source;
    };
    const isAllowed = async (path: Path, action: "write" | "delete") => {
      const effect = await decide({ action, target: path });
      const isFree = effect === "allow" || (effect === "ask" && protectedReason(path, roots) === undefined);
      if (!isFree) left.push(path);
      return isFree;
    };
    for (const [index, root] of roots.entries()) {
      const top = join(folder ?? "", String(index));
      for await (const { path: place, stats } of walk(toPath(top), [])) {
        const path = toPath(`${root}${place.slice(top.length)}`);
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
    }
    for (const path of [...copied.keys()]) {
      if (present.has(path)) continue;
      const { source } = copied.get(path) ?? { source: "" };
      copied.delete(path);
      if (!(await isAllowed(path, "delete"))) continue;
      if (mine.has(path) || source.startsWith("link ") || (await isUnchanged(path, source))) {
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

const modeOf = async (path: Path): Promise<number | undefined> => {
  const stats = await fs.lstat(path).catch(() => undefined);
  return stats?.isFile() ? bitsOf(stats) : undefined;
};

async function isUnchanged(path: Path, source: string): Promise<boolean> {
  const stats = await fs.lstat(path).catch(() => undefined);
  return stats !== undefined && signatureOf(stats) === source;
}

/** Everything below a folder. Folders that commands see as they are come into `shown` instead. */
async function* walk(folder: Path, shown: Path[]): AsyncGenerator<DiskEntry> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const path = toPath(`${folder}/${entry.name}`);
    if (entry.isDirectory() && shownNames.has(entry.name)) {
      shown.push(path);
      continue;
    }
    yield { path, stats: await fs.lstat(path) };
    if (entry.isDirectory()) yield* walk(path, shown);
  }
}

const tooLarge = (root: Path) =>
  new ToolError(
    "too_large",
    `Commands of an isolated agent need a copy of ${root}, and it has more than ${maxFiles} files or ${maxBytes / 1024 ** 3} GiB.`,
    {
      hint: "Do it with file tools, or report what is to be run: the agent that started you can run it after the merge.",
    },
  );
