import { abortedError, type Io, type Path, ToolError } from "@holdall/tool-core";

/** Throw the error of an aborted signal, for the start of an operation and between its steps. */
export function throwIfAborted({ signal }: Io = {}): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}

/** Nothing exists at this path. */
export const notFound = (path: Path): ToolError =>
  new ToolError("not_found", `${path} does not exist.`, {
    hint: "Check the spelling, or list the folder to see what is there.",
    data: { path },
  });

/** A file was expected, but the path is a folder. */
export const isFolder = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a folder, not a file.`, {
    hint: "List it to see its files, or name a file in it.",
    data: { path },
  });

/** A folder was expected, but the path is a file. */
export const isFile = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a file, not a folder.`, {
    hint: "Name its folder, or read it as a file.",
    data: { path },
  });

/** A folder cannot be removed without `recursive`. */
export const needsRecursive = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a folder. Without \`recursive\`, only files are removed.`, {
    hint: "To remove it with everything in it, set `recursive`.",
    data: { path },
  });

/** The target of a new file already exists. */
export const alreadyExists = (path: Path): ToolError =>
  new ToolError("already_exists", `${path} already exists.`, {
    hint: "Choose another name, or read it first and then replace it.",
    data: { path },
  });

/** The file no longer has the given version. `null` means that it no longer exists. */
export const stale = (path: Path, version: string | null): ToolError =>
  new ToolError(
    "stale",
    version === null ? `${path} no longer exists.` : `${path} has changed since the version you gave.`,
    { hint: "Read it again and redo the change.", data: { path, version } },
  );

/** The path resolves to another location than when the operation was checked. */
export const leadsElsewhere = (path: Path): ToolError =>
  new ToolError(
    "stale",
    `${path} no longer leads to the location that was checked: a folder or link in it was replaced.`,
    {
      hint: "Nothing was changed. Call again to check the new location.",
      data: { path },
    },
  );

/** The root cannot be removed, moved or replaced. */
export const isRoot = (path: Path): ToolError =>
  new ToolError("permission_denied", `${path} is the root of this storage; it cannot be removed, moved or replaced.`, {
    hint: "Name something in it instead.",
    data: { path },
  });

/** A folder cannot be moved into itself. */
export const intoItself = (from: Path, to: Path): ToolError =>
  new ToolError("wrong_kind", `${from} cannot be moved to ${to}, which is inside it.`, {
    hint: "Choose a target outside the folder.",
    data: { from, to },
  });

/** Get the result of a read, or undefined if the file does not exist. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (ToolError.is(error) && error.code === "not_found") return undefined;
    throw error;
  }
}
