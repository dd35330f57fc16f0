import { compileIgnore, type IgnoreLayer, isIgnored } from "@holdall/pattern-core";
import {
  type Backend,
  basename,
  comparePaths,
  dirname,
  type Entry,
  isWithin,
  joinPath,
  type Path,
  type ToolContext,
  ToolError,
} from "@holdall/tool-core";
import { createPace } from "../_pace.ts";

export interface WalkOptions {
  /** Show names that begin with a dot. */
  readonly hidden: boolean;
  /** Show what ignore files hide. */
  readonly ignored: boolean;
  /** Which files are wanted; the others are neither yielded nor counted. `always`: even when a rule or a dot hides it. */
  wants?(path: Path): boolean | "always";
}

/** What a walk left out, counted while it runs: entries, where a folder that was not entered is one. */
export interface WalkCounts {
  ignored: number;
  denied: number;
}

const ignoreFiles = [".gitignore", ".ignore"];

/**
 * Every file and link below a folder, in `comparePaths` order, leaving out what ignore files, hidden names and the
 * policy leave out; `.git` is never entered from outside. Links are not followed. The one place that walks.
 */
export async function* walkFiles(
  backend: Backend,
  root: Path,
  { hidden, ignored, wants = () => true }: WalkOptions,
  counts: WalkCounts,
  ctx: Pick<ToolContext, "cwd" | "signal" | "decide">,
): AsyncGenerator<Entry, void, void> {
  const { cwd, signal } = ctx;
  const mayRead = await readGate(root, ctx);

  const pace = createPace();

  async function* walk(folder: Path, above: IgnoreLayer | undefined): AsyncGenerator<Entry, void, void> {
    const entries = await children(backend, folder, signal);
    const layer = ignored ? undefined : await readLayer(backend, folder, entries, above, signal);
    for (const entry of entries) {
      await pace();
      const { path, kind } = entry;
      const isDirectory = kind === "directory";
      const name = basename(path);
      const wanted = isDirectory || wants(path);
      if (!wanted || name === ".git") continue;
      if (wanted !== "always" && !hidden && name.startsWith(".")) continue;
      if (wanted !== "always" && isIgnored(layer, path, isDirectory)) counts.ignored++;
      else if (!(await mayRead(path))) counts.denied++;
      else if (isDirectory) yield* walk(path, layer);
      else yield entry;
    }
  }

  yield* walk(root, ignored ? undefined : await layersAbove(backend, root, cwd, signal));
}

/** What lies in a folder, in the order of the whole paths below it: a folder sorts as its name with a `/`. */
export async function children(backend: Backend, folder: Path, signal: AbortSignal): Promise<Entry[]> {
  signal.throwIfAborted();
  const entries: Entry[] = [];
  for await (const entry of backend.list(folder, { signal })) entries.push(entry);
  const key = ({ path, kind }: Entry) => (kind === "directory" ? `${path}/` : path);
  return entries.sort((a, b) => comparePaths(key(a), key(b)));
}

export async function readLayer(
  backend: Backend,
  folder: Path,
  entries: readonly Entry[],
  above: IgnoreLayer | undefined,
  signal: AbortSignal,
): Promise<IgnoreLayer | undefined> {
  let layer = above;
  for (const name of ignoreFiles) {
    const file = entries.find(({ path, kind }) => kind === "file" && basename(path) === name);
    if (!file) continue;
    const rules = compileIgnore(new TextDecoder().decode((await backend.read(file.path, { signal })).bytes));
    if (rules.size > 0) layer = { folder: folder === "/" ? "" : folder, rules, above: layer };
  }
  return layer;
}

/** The rules of the folders above a walk, up to the one that holds `.git`, or to the working directory where none does. */
export async function layersAbove(
  backend: Backend,
  root: Path,
  cwd: Path,
  signal: AbortSignal,
): Promise<IgnoreLayer | undefined> {
  const folders: Path[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    if (folder !== root) folders.unshift(folder);
    if (folder === "/" || (await exists(backend, joinPath(folder, ".git"), signal))) break;
    if (folder === cwd || !isWithin(folder, cwd)) break;
  }
  let layer: IgnoreLayer | undefined;
  for (const folder of folders) {
    const entries: Entry[] = [];
    for (const name of ignoreFiles) {
      const path = joinPath(folder, name);
      if (await exists(backend, path, signal)) entries.push({ path, kind: "file" });
    }
    layer = await readLayer(backend, folder, entries, layer, signal);
  }
  return layer;
}

/** Whether something is there and can be seen; a folder above the backend's roots cannot. */
async function exists(backend: Backend, path: Path, signal: AbortSignal): Promise<boolean> {
  try {
    return (await backend.stat(path, { signal })) !== null;
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return false;
    throw error;
  }
}

/**
 * Whether a result may be seen. The call itself was permitted on `root`; a result that the policy denies stays out,
 * and so does one that takes a person's yes, unless `root` took one too.
 */
export async function readGate(
  root: Path,
  { decide }: Pick<ToolContext, "decide">,
): Promise<(path: Path) => Promise<boolean>> {
  const onRoot = await decide({ action: "read", target: root });
  return async (path) => {
    const effect = await decide({ action: "read", target: path });
    return effect === "allow" || effect === onRoot;
  };
}
