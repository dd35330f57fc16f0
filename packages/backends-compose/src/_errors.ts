import { abortedError, type Io, type Path, ToolError } from "@holdall/tool-core";

export function begin({ signal }: Io = {}): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}

export const notFound = (path: Path): ToolError =>
  new ToolError("not_found", `${path} does not exist.`, {
    hint: "Check the spelling, or list the folder to see what is there.",
    data: { path },
  });

export const isFolder = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a folder, not a file.`, {
    hint: "List it to see its files, or name a file in it.",
    data: { path },
  });

export const isFile = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a file, not a folder.`, {
    hint: "Name the folder it lies in, or read it as a file.",
    data: { path },
  });

export const needsRecursive = (path: Path): ToolError =>
  new ToolError("wrong_kind", `${path} is a folder, and only files are removed without \`recursive\`.`, {
    hint: "Ask for the folder to be removed with everything in it, if that is what you want.",
    data: { path },
  });

export const alreadyExists = (path: Path): ToolError =>
  new ToolError("already_exists", `${path} already exists.`, {
    hint: "Choose another name, or read it first and then replace it on purpose.",
    data: { path },
  });

export const stale = (path: Path, version?: string): ToolError =>
  new ToolError(
    "stale",
    version === undefined ? `${path} no longer exists.` : `${path} has changed since the version you gave.`,
    {
      hint: "Read it again and redo the change on what is there now.",
      data: { path, version: version ?? null },
    },
  );

export const isRoot = (path: Path): ToolError =>
  new ToolError("permission_denied", `${path} is the root here; it cannot be written, removed, moved or replaced.`, {
    hint: "Name what lies in it instead.",
    data: { path },
  });

export const intoItself = (from: Path, to: Path): ToolError =>
  new ToolError("wrong_kind", `${from} cannot be moved to ${to}, which lies inside it.`, {
    hint: "Choose a target outside the folder.",
    data: { from, to },
  });

export const holdsLink = (path: Path): ToolError =>
  new ToolError("unsupported", `${path} is a symbolic link, and a link cannot be made at the target.`, {
    hint: "Move the files it leads to, or leave the link out.",
    data: { path },
  });
