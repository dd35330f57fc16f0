import { type Path, ToolError } from "@holdall/tool-core";

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

export const stale = (path: Path, version: string | null): ToolError =>
  new ToolError(
    "stale",
    version === null ? `${path} no longer exists.` : `${path} has changed since the version you gave.`,
    { hint: "Read it again and redo the change on what is there now.", data: { path, version } },
  );

export const isRoot = (path: Path): ToolError =>
  new ToolError("permission_denied", `${path} is the root of this storage; it cannot be removed or replaced.`, {
    hint: "Name what lies in it instead.",
    data: { path },
  });

export const isReadOnly = (path: Path): ToolError =>
  new ToolError("permission_denied", `${path} cannot be changed: its storage driver only reads.`, {
    hint: "Write somewhere else, or ask the user to open the storage for writing.",
    data: { path },
  });

export const isNoBytes = (path: Path, kind: string): ToolError =>
  new ToolError("unavailable", `${path} holds a ${kind} instead of bytes; it was not written as a file.`, {
    hint: "Leave it to the program that wrote it, or replace it.",
    data: { path },
  });

export const isStill = (path: Path): ToolError =>
  new ToolError("unavailable", `${path} is still there after the storage was asked to remove it.`, {
    hint: "Tell the user: the storage driver may lack the right to.",
    data: { path },
  });

export const failedStorage = (path: Path, cause: unknown): ToolError =>
  new ToolError("unavailable", `${path} could not be used: the storage driver failed.`, {
    hint: "Try again in a moment; tell the user when it stays so.",
    data: { path, ...(codeOf(cause) !== undefined && { code: codeOf(cause) }) },
    cause,
  });

export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
