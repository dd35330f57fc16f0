import { type Path, ToolError } from "@holdall/tool-core";

export * from "@holdall/tool-kit/backends";

export const isReadOnly = (path: Path): ToolError =>
  new ToolError("permission_denied", `${path} cannot be changed: its storage driver is read-only.`, {
    hint: "Write somewhere else, or ask the user to open the storage for writing.",
    data: { path },
  });

export const isNoBytes = (path: Path, kind: string): ToolError =>
  new ToolError("unavailable", `${path} holds a ${kind} instead of bytes; it was not written as a file.`, {
    hint: "Leave it to the program that wrote it, or replace it.",
    data: { path },
  });

export const isStill = (path: Path): ToolError =>
  new ToolError("unavailable", `${path} still exists after the storage was asked to remove it.`, {
    hint: "Tell the user: the storage driver may lack the permission.",
    data: { path },
  });

export const failedStorage = (path: Path, cause: unknown): ToolError =>
  new ToolError("unavailable", `${path} could not be used: the storage driver failed.`, {
    hint: "Try again in a moment; tell the user if it keeps failing.",
    data: { path, ...(codeOf(cause) !== undefined && { reason: codeOf(cause) }) },
    cause,
  });

export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
