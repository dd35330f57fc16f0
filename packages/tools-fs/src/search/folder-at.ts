import { type Backend, type Path, ToolError } from "@holdall/tool-core";

/** The path again when a folder is there; else `not_found` with near names, or `wrong_kind`. */
export async function folderAt(backend: Backend, path: Path, signal: AbortSignal): Promise<Path> {
  const stat = await backend.stat(path, { signal });
  if (!stat && path !== "/") {
    const { missingPath } = await import("./suggest.ts");
    throw await missingPath(backend, path, signal);
  }
  if (stat && stat.kind !== "directory") {
    throw new ToolError("wrong_kind", `${path} is a ${stat.kind}, not a folder.`, {
      hint: "Read it with {read_file}, or name its folder.",
      data: { path },
    });
  }
  return path;
}

/** True for what a backend throws where no folder is. */
export const isNoFolder = (error: unknown): boolean =>
  ToolError.is(error) && (error.code === "not_found" || error.code === "wrong_kind");
