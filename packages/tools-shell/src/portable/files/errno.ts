import { type Path, ToolError, type ToolErrorCode } from "@holdall/tool-core";

/** The codes of errors that commands read in messages. */
export type Errno =
  | "EACCES"
  | "EAGAIN"
  | "EEXIST"
  | "EFBIG"
  | "EINVAL"
  | "EIO"
  | "EISDIR"
  | "ENOENT"
  | "ENOSPC"
  | "ENOTDIR"
  | "ENOTEMPTY"
  | "EPERM"
  | "EROFS"
  | "ENOTSUP";

const texts: Readonly<Record<Errno, string>> = {
  EACCES: "permission denied",
  EAGAIN: "the file changed meanwhile",
  EEXIST: "file already exists",
  EFBIG: "file too large",
  EINVAL: "invalid argument",
  EIO: "input/output error",
  EISDIR: "illegal operation on a directory",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  EPERM: "operation not permitted",
  EROFS: "read-only file system",
  ENOTSUP: "operation not supported",
};

/** The error of a file operation in the form in which commands expect it: `ENOENT: no such file or directory, open '/x'`. */
export function fileError(code: Errno, operation: string, path: string): Error & { readonly code: Errno } {
  return Object.assign(new Error(`${code}: ${texts[code]}, ${operation} '${path}'`), { code });
}

const codes: Partial<Record<ToolErrorCode, Errno>> = {
  not_found: "ENOENT",
  already_exists: "EEXIST",
  permission_denied: "EACCES",
  too_large: "EFBIG",
  stale: "EAGAIN",
  unsupported: "ENOTSUP",
  invalid_input: "EINVAL",
};

/** The same for an error of a backend or of a policy. What is no ToolError, and the end of the call, are passed on. */
export function toFileError(error: unknown, operation: string, path: Path): unknown {
  if (!ToolError.is(error)) return error;
  if (error.code === "aborted" || error.code === "timeout") return error;
  if (error.code === "wrong_kind") return fileError(operation === "scandir" ? "ENOTDIR" : "EISDIR", operation, path);
  return fileError(codes[error.code] ?? "EIO", operation, path);
}
