import { type Path, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { notFound } from "@holdall/tool-kit/backends";

export * from "@holdall/tool-kit/backends";

export const isSpecial = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a pipe, a socket or a device, not a file with content.`, {
    hint: "Only plain files can be read and written here.",
    data: { path },
  });

export const isOutside = (path: Path, roots: readonly Path[]): ToolError =>
  new ToolError("permission_denied", `${path} is outside the allowed folders, or a symbolic link leads there.`, {
    hint: `Stay in ${roots.join(" or ")}.`,
    data: { path, roots },
  });

export const tooLarge = (path: Path, size: number): ToolError =>
  new ToolError("too_large", `${path} has ${size} bytes, too many to read at once.`, {
    hint: "Read it in ranges.",
    data: { path, size },
  });

export const tooDeep = (folder: Path): ToolError =>
  new ToolError("too_large", `${folder} contains paths that are too long to use.`, {
    hint: "Move a parent folder to a shorter path, or use a program that goes down step by step.",
    data: { path: folder },
  });

export const lostLock = (path: Path): ToolError =>
  new ToolError("unavailable", `Writing ${path} took so long that another process took over; nothing was changed.`, {
    hint: "Read it again and repeat the change.",
    data: { path },
  });

/** Errno → code, the end of a sentence about the path, and the next move. */
const known: Readonly<Record<string, readonly [ToolErrorCode, string, string]>> = {
  ELOOP: ["not_found", "is a symbolic link in a loop", "Remove the link, or name its intended target."],
  EEXIST: ["already_exists", "already exists", "Choose another name, or replace it."],
  EISDIR: ["wrong_kind", "is a folder, not a file", "List it to see its files, or name a file in it."],
  ENOTDIR: ["wrong_kind", "is below something that is not a folder", "List its parent folders to see which exist."],
  ENXIO: ["wrong_kind", "is a pipe, a socket or a device", "Only plain files can be read and written here."],
  ENOTEMPTY: [
    "unavailable",
    "got new entries while it was removed or replaced",
    "Try again once nothing writes there.",
  ],
  EACCES: [
    "permission_denied",
    "is not accessible to the current user",
    "Use another path, or ask the user for access.",
  ],
  EPERM: [
    "permission_denied",
    "cannot be changed by the current user",
    "Use another path, or ask the user for access.",
  ],
  EROFS: ["permission_denied", "is on a read-only file system", "Write somewhere else."],
  ENAMETOOLONG: ["too_large", "has a name that is too long for this file system", "Choose a shorter name."],
  EFBIG: ["too_large", "would be larger than this file system allows", "Split the content into several files."],
  ENOSPC: [
    "unavailable",
    "does not fit: the disk or the limit of watched files is full",
    "Tell the user; free some space before trying again.",
  ],
  EDQUOT: [
    "unavailable",
    "does not fit: the user's disk quota is used up",
    "Tell the user; free some space before trying again.",
  ],
  EMFILE: ["unavailable", "could not be opened: too many files are open", "Try again, with fewer calls at once."],
  ENFILE: ["unavailable", "could not be opened: too many files are open", "Try again, with fewer calls at once."],
  ESTALE: [
    "unavailable",
    "was moved or replaced while it was being used",
    "Look at what is there now, then try again.",
  ],
  EBUSY: ["unavailable", "is in use by another program", "Close that program, then try again."],
  ETXTBSY: ["unavailable", "is a program that is running", "Stop it, then try again."],
};

export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;

/** Absence: nothing there, a file on the way, or a name that cannot exist. */
export const isAbsence = (thrown: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(errnoOf(thrown) ?? "");

/** A system error as a ToolError about the path that the caller used; any other error unchanged. */
export function fromErrno(thrown: unknown, path: Path): unknown {
  const code = errnoOf(thrown);
  if (code === undefined || ToolError.is(thrown) || !/^E[A-Z0-9]+$/.test(code)) return thrown;
  if (code === "ENOENT") return notFound(path);
  const [kind, what, hint] = known[code] ?? [
    "unavailable",
    `could not be used (${code})`,
    "Try again, or use another path.",
  ];
  return new ToolError(kind, `${path} ${what}.`, { hint, data: { path, reason: code }, cause: thrown });
}

/** An errno of our own making, to be handled like the system's. */
export const errno = (code: string): Error => Object.assign(new Error(code), { code });
