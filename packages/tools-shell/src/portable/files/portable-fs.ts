import type { Path, Stat } from "@holdall/tool-core";
import { isWithin, toPath } from "@holdall/tool-core";
import type { BufferEncoding, FileContent, FsStat, IFileSystem } from "just-bash";
import { makeFolder } from "./change-folders.ts";
import { encodingOf, fromBytes, toBytes, toLatin1 } from "./encoding.ts";
import { fileError } from "./errno.ts";
import { attempt, type FileContext, linkAt, listFolder, readContent, statOf } from "./file-access.ts";
import { accessesTo } from "./judge.ts";
import { copyPath, makeLink, movePath, resolveFrom } from "./move-path.ts";
import { removePath } from "./remove-path.ts";
import { setMode, setTime } from "./set-attributes.ts";
import { requireWritable, writeContent } from "./write-file.ts";

/** The files that exist only for commands: devices, processes, the names of commands, and a folder for temporary files. */
export interface Scratch {
  readonly fs: IFileSystem;
  /** The temporary folder is in memory, because the storage has none. */
  readonly hasTemp: boolean;
}

type Encoding = { readonly encoding?: BufferEncoding | null } | BufferEncoding;

export interface PortableFs {
  readonly fs: IFileSystem;
  /** Why a file cannot be written, as bash says it; undefined if it can. */
  openForWriting(path: string): Promise<string | undefined>;
}

/** The file system of one command, over the backend of its call. */
export function portableFs(files: FileContext, { fs: scratch, hasTemp }: Scratch): PortableFs {
  const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const inRoot = (path: string) => files.roots.some((root) => root !== "/" && isWithin(path as Path, root));
  /** No root holds it or lies in it. */
  const isApart = (path: string) => !files.roots.some((root) => root === "/" || isIn(path, root) || isIn(root, path));
  /** Whether a path is one of those that exist only for commands. */
  const isVirtual = (path: string): boolean => {
    if (inRoot(path)) return false;
    if (isIn(path, "/dev") || isIn(path, "/proc")) return true;
    if (hasTemp && path !== "/tmp" && isIn(path, "/tmp") && isApart(path)) return true;
    if (/^\/(?:usr|bin|sbin)\//.test(path) && isApart(path)) return true;
    return /^\/(?:usr\/)?bin\/[^/]+$/.test(path) && stubs.has(path.slice(path.lastIndexOf("/") + 1));
  };
  const stubs = new Set(scratch.getAllPaths().flatMap((path) => /^\/usr\/bin\/([^/]+)$/.exec(path)?.[1] ?? []));

  const pathOf = (path: string, operation: string): Path => {
    if (path.includes("\0") || path.length > 4_096) throw fileError("EINVAL", operation, path.slice(0, 100));
    return toPath(path || "/");
  };
  const isFolderOfCommands = (path: string) => hasTemp && /^\/(?:usr|usr\/bin|bin|tmp)$/.test(path) && !inRoot(path);

  const toFsStat = (stat: Stat, path: Path): FsStat => ({
    isFile: stat.kind !== "directory",
    isDirectory: stat.kind === "directory",
    isSymbolicLink: false,
    mode: files.attributes.modes.get(path) ?? stat.mode ?? (stat.kind === "directory" ? 0o755 : 0o644),
    size: stat.kind === "directory" ? 4_096 : stat.size,
    mtime: new Date(files.attributes.times.get(path) ?? stat.modified ?? 0),
  });
  const stat = async (given: string): Promise<FsStat> => {
    const path = pathOf(given, "stat");
    if (isVirtual(path) || isFolderOfCommands(path)) return scratch.stat(path);
    return { ...toFsStat(await statOf(files, path), path), identity: await identityOf(path) };
  };
  /** What tells whether two paths are one file. */
  const identityOf = async (path: Path): Promise<string> =>
    (await files.backend.realPath?.(path, { signal: files.signal }).catch(() => path)) ?? path;
  const read = async (given: string): Promise<Uint8Array> => {
    const path = pathOf(given, "open");
    return isVirtual(path) ? scratch.readFileBuffer(path) : (await readContent(files, path)).bytes;
  };
  const list = async (given: string) => {
    const path = pathOf(given, "scandir");
    if (!isVirtual(path) && !isFolderOfCommands(path)) return listFolder(files, path);
    const names = await scratch.readdir(path);
    return Promise.all(
      names.map(async (name) => {
        const { isFile, isDirectory } = await scratch.stat(`${path}/${name}`);
        return { name, isFile, isDirectory, isSymbolicLink: false };
      }),
    );
  };
  const write = async (given: string, content: FileContent, option: Encoding | undefined, isAppend: boolean) => {
    const path = pathOf(given, "open");
    const bytes = toBytes(content, encodingOf(option));
    if (isVirtual(path)) return isAppend ? scratch.appendFile(path, bytes) : writeScratch(path, bytes);
    const make = isAppend ? (old: Uint8Array | undefined) => joined(old, bytes) : () => bytes;
    return writeContent(files, path, { make, isReplacement: !isAppend });
  };
  const writeScratch = async (path: Path, bytes: Uint8Array) => {
    if (path === "/dev/null") return;
    const folder = path.slice(0, path.lastIndexOf("/")) || "/";
    if (!(await scratch.exists(folder))) throw fileError("ENOENT", "open", path);
    await scratch.writeFile(path, bytes);
  };
  /** Run an operation on two paths where both are of one kind; across, content is copied. */
  const copyAcross = async (from: Path, to: Path, recursive: boolean): Promise<void> => {
    if ((await stat(from)).isDirectory) {
      if (!recursive) throw fileError("EISDIR", "cp", from);
      await self.mkdir(to, { recursive: true });
      for (const { name } of await list(from))
        await copyAcross(`${from}/${name}` as Path, `${to}/${name}` as Path, true);
    } else await write(to, await read(from), undefined, false);
  };

  const self: IFileSystem = {
    readFile: async (path, option) => fromBytes(await read(path), encodingOf(option)),
    readFileBytes: async (path) => toLatin1(await read(path)) as never,
    readFileBuffer: read,
    writeFile: (path, content, option) => write(path, content, option, false),
    appendFile: (path, content, option) => write(path, content, option, true),
    exists: (path) =>
      stat(path).then(
        () => true,
        (error: unknown) => {
          if (typeof (error as { code?: unknown }).code === "string" || error instanceof Error) {
            files.signal.throwIfAborted();
            return false;
          }
          throw error;
        },
      ),
    stat,
    async lstat(given) {
      const path = pathOf(given, "lstat");
      if (isVirtual(path) || isFolderOfCommands(path)) return scratch.lstat(path);
      const target = await attempt(files, "lstat", path, async () => {
        if (!files.backend.entries) return undefined;
        await files.judge.permit(accessesTo(path, "read"));
        return linkAt(files, path);
      });
      if (target === undefined) return stat(path);
      return {
        isFile: false,
        isDirectory: false,
        isSymbolicLink: true,
        mode: 0o777,
        size: target.length,
        mtime: new Date(0),
      };
    },
    async mkdir(given, option) {
      const path = pathOf(given, "mkdir");
      if (isVirtual(path)) return scratch.mkdir(path, option);
      return makeFolder(files, path, option?.recursive === true);
    },
    readdir: async (path) => (await list(path)).map(({ name }) => name),
    readdirWithFileTypes: list,
    async rm(given, option) {
      const path = pathOf(given, "rm");
      if (isVirtual(path)) return scratch.rm(path, option);
      try {
        await removePath(files, path, option?.recursive === true);
      } catch (error) {
        if (!(option?.force && (error as { code?: unknown }).code === "ENOENT")) throw error;
      }
    },
    async cp(source, target, option) {
      const [from, to] = [pathOf(source, "cp"), pathOf(target, "cp")];
      const recursive = option?.recursive === true;
      return isVirtual(from) || isVirtual(to) ? copyAcross(from, to, recursive) : copyPath(files, from, to, recursive);
    },
    async mv(source, target) {
      const [from, to] = [pathOf(source, "rename"), pathOf(target, "rename")];
      if (!isVirtual(from) && !isVirtual(to)) return movePath(files, from, to);
      if (isVirtual(from) && isVirtual(to)) return scratch.mv(from, to);
      await copyAcross(from, to, true);
      await self.rm(from, { recursive: true });
    },
    resolvePath: (base, path) => resolveFrom(base, path),
    getAllPaths: () => [],
    async chmod(given, mode) {
      const path = pathOf(given, "chmod");
      return isVirtual(path) ? scratch.chmod(path, mode) : setMode(files, path, mode);
    },
    async symlink(target, given) {
      const path = pathOf(given, "symlink");
      if (!isVirtual(path)) return makeLink(files, target, path);
      files.note("The temporary folder of the shell has no symbolic links.");
      throw fileError("EPERM", "symlink", path);
    },
    async link(_, given) {
      files.note("There are no hard links here: copy the file with cp, or use ln -s.");
      throw fileError("EPERM", "link", given);
    },
    async readlink(given) {
      const path = pathOf(given, "readlink");
      if (isVirtual(path)) return scratch.readlink(path);
      return attempt(files, "readlink", path, async () => {
        await files.judge.permit(accessesTo(path, "read"));
        const target = await linkAt(files, path);
        if (target !== undefined) return target;
        await statOf(files, path);
        throw fileError("EINVAL", "readlink", path);
      });
    },
    async realpath(given) {
      const path = pathOf(given, "realpath");
      await stat(path);
      const { backend, signal } = files;
      if (isVirtual(path) || isFolderOfCommands(path) || !backend.realPath) return path;
      if (files.roots.some((root) => root !== path && isWithin(root, path))) return path;
      return attempt(files, "realpath", path, async () => (await backend.realPath?.(path, { signal })) ?? path);
    },
    async utimes(given, _, modified) {
      const path = pathOf(given, "utime");
      return isVirtual(path) ? scratch.utimes(path, modified, modified) : setTime(files, path, modified.getTime());
    },
  };
  return {
    fs: self,
    async openForWriting(given) {
      try {
        const path = pathOf(given, "open");
        if (!isVirtual(path)) await requireWritable(files, path);
        else if (!(await scratch.exists(path.slice(0, path.lastIndexOf("/")) || "/"))) return reasons.ENOENT;
        return undefined;
      } catch (error) {
        const { code = "" } = error as { readonly code?: string };
        const reason = reasons[code];
        if (reason === undefined) throw error;
        return reason;
      }
    },
  };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EINVAL: "Invalid argument",
  EISDIR: "Is a directory",
  ENOENT: "No such file or directory",
  ENOTDIR: "Not a directory",
  EIO: "Input/output error",
};

function joined(old: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (!old) return bytes;
  const all = new Uint8Array(old.length + bytes.length);
  all.set(old);
  all.set(bytes, old.length);
  return all;
}
