import { type Backend, basename, dirname, joinPath, nearest, type Path, ToolError, toPath } from "@holdall/tool-core";
import { showPath, unshowPath } from "@holdall/tool-kit/file-tools";

/** The path again when a folder is there; else `not_found` with near names, or `wrong_kind`. */
export async function folderAt(backend: Backend, path: Path, signal: AbortSignal): Promise<Path> {
  const stat = await backend.stat(path, { signal });
  if (!stat && path !== "/") {
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

const maxSeen = 2_000;

/** What two spellings of a name have in common: Unicode form, kinds of space, case. */
const fold = (name: string): string => name.normalize("NFKC").replace(/\s/gu, " ").toLowerCase();
const stem = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, "");

/** The error for a path where nothing is, with up to three names that may have been meant: its own folder first. */
export async function missingPath(backend: Backend, path: Path, signal: AbortSignal): Promise<ToolError> {
  const meant = await quotedPath(backend, path, signal);
  if (meant !== undefined) {
    return new ToolError(
      "not_found",
      `${path} does not exist: the quotes and escapes were read as parts of the name.`,
      {
        hint: `Send the path itself, which in JSON is ${showPath(meant)}, without extra quotes.`,
        data: { path, nearest: [meant] },
      },
    );
  }
  const similar = await similarPaths(backend, path, signal);
  const hint =
    similar.length > 0
      ? `Did you mean ${similar.join(" or ")}?`
      : "Look with {list_directory}, or find the file by name with {glob_files}.";
  return new ToolError("not_found", `${path} does not exist.`, { hint, data: { path, nearest: similar } });
}

/** What is there under the path that was sent as answers show it, in quotes. */
async function quotedPath(backend: Backend, path: Path, signal: AbortSignal): Promise<Path | undefined> {
  const from = path.indexOf('/"') + 1;
  const shown = from > 0 ? unshowPath(path.slice(from)) : undefined;
  if (!shown) return undefined;
  const meant = toPath(shown, path.slice(0, from - 1) || "/");
  return (await namesIn(backend, dirname(meant), signal))?.includes(basename(meant)) ? meant : undefined;
}

/** Up to three existing paths that resemble one that is not there. */
async function similarPaths(backend: Backend, path: Path, signal: AbortSignal): Promise<Path[]> {
  const name = basename(path);
  let folder = dirname(path);
  let names = await namesIn(backend, folder, signal);
  while (!names && folder !== "/") {
    // The folder is missing too: a name that resembles it is the better guess, else look further up.
    const parent = dirname(folder);
    const [twin] = pick(basename(folder), (await namesIn(backend, parent, signal)) ?? []);
    if (twin) {
      const candidate = joinPath(parent, `${twin}${path.slice(folder.length)}`);
      const there = await namesIn(backend, dirname(candidate), signal);
      if (there) return pick(name, there).map((found) => joinPath(dirname(candidate), found));
      return [joinPath(parent, twin)];
    }
    folder = parent;
    names = folder === "/" ? undefined : await namesIn(backend, folder, signal);
    if (names) return pick(name, names).map((found) => joinPath(folder, found));
  }
  return pick(name, names ?? []).map((found) => joinPath(folder, found));
}

function pick(name: string, names: readonly string[]): string[] {
  const same = names.filter((other) => fold(other) === fold(name));
  const siblings = names.filter((other) => fold(stem(other)) === fold(stem(name)));
  return [...new Set([...same, ...siblings, ...nearest(name, names)])].slice(0, 3);
}

async function namesIn(backend: Backend, folder: Path, signal: AbortSignal): Promise<string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const { path } of backend.list(folder, { signal })) {
      names.push(basename(path));
      if (names.length >= maxSeen) break;
    }
    return names;
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "wrong_kind", "permission_denied"].includes(error.code)) return undefined;
    throw error;
  }
}
