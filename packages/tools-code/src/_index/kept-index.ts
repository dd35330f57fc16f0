import { createSearchIndex, packIndex, unpackIndex } from "@holdall/code-core";
import { type Backend, type Path, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { CodeToolsOptions, KeptIndex } from "../options.ts";
import type { CodeIndex, FileState } from "./code-index.ts";

/** What a file of the store has besides the index. */
interface About {
  readonly workspace: string;
  /** Milliseconds since 1970 when all of it was read. */
  readonly built: number;
  readonly states: readonly (readonly [path: Path, signature: string, version: string, left?: FileState["left"]])[];
}

const day = 86_400_000;
/** An index that is older is built again; files and their bytes that stay in the store. */
const bounds = { age: 30 * day, fileBytes: 128 * 1024 * 1024, bytes: 512 * 1024 * 1024 } as const;
/** Fewer files are read in less time than an answer may take. */
const minFiles = 100;
/** Milliseconds after which an index is written that nothing has changed meanwhile. */
const rest = 100;

/** Start from the index of an earlier session, if there is one, and nothing was read yet. Whatever goes wrong, there is none. */
export async function openKept(
  index: CodeIndex,
  { keep, maxIndexBytes = Number.POSITIVE_INFINITY }: CodeToolsOptions,
): Promise<void> {
  if (!keep || index.states.size > 0) return;
  try {
    const place = await placeOf(keep, { create: false });
    const stat = await place?.backend.stat(place.path);
    if (!place || stat?.kind !== "file" || stat.size > bounds.fileBytes) return;
    const found = unpackIndex((await place.backend.read(place.path)).bytes);
    if (!found || !isAbout(found.about, keep.workspace)) return;
    const { built, states } = found.about;
    const age = Date.now() - built;
    const search = createSearchIndex(found.data);
    if (age < 0 || age > bounds.age || search.bytes > maxIndexBytes) return;
    index.search = search;
    index.built = built;
    index.fromKept = true;
    for (const [path, signature, version, left] of states) {
      if (left !== undefined) index.states.set(path, { signature, version, left });
      else if (search.has(path)) index.states.set(path, { signature, version });
    }
  } catch {} // An answer does not fail because of a hint.
}

/** What earlier sessions kept goes: answers that say they are complete rest on what this process has read. */
export function dropKept(index: CodeIndex): void {
  index.fromKept = false;
  index.search = createSearchIndex();
  index.states.clear();
}

/** Write the index after a while, if much of it is new. It does not keep the process alive. */
export function keepSoon(index: CodeIndex, { keep }: CodeToolsOptions): void {
  const { size } = index.states;
  if (!keep || size < minFiles || index.unkept < Math.max(minFiles, size / 20)) return;
  index.unkept = 0;
  const timer: { unref?(): void } | number = setTimeout(() => {
    // A store that cannot be written keeps nothing.
    index.serially(() => write(index, keep)).catch(() => {});
  }, rest);
  if (typeof timer === "object") timer.unref?.();
}

async function write(index: CodeIndex, keep: KeptIndex): Promise<void> {
  const place = await placeOf(keep, { create: true });
  if (!place) return;
  if (!index.fromKept) index.built = Date.now();
  const states = [...index.states]
    .filter(([, { left, signature }]) => left !== "no_room" && signature !== "")
    .map(([path, { signature, version, left }]): About["states"][number] => {
      return left === undefined ? [path, signature, version] : [path, signature, version, left];
    });
  const about: About = { workspace: keep.workspace, built: index.built, states };
  const bytes = packIndex({ data: index.search.data(), about });
  if (bytes.length > bounds.fileBytes) return;
  await place.backend.write(place.path, bytes, { mode: 0o600 });
  await sweep(place, keep.maxBytes ?? bounds.bytes);
}

interface IndexLocation {
  readonly backend: Backend;
  readonly folder: Path;
  readonly path: Path;
}

async function placeOf(
  { open, workspace }: KeptIndex,
  how: { readonly create: boolean },
): Promise<IndexLocation | undefined> {
  const store = await open(how);
  if (!store) return undefined;
  const folder = toPath(store.folder);
  return { backend: store.backend, folder, path: toPath(`${await sha256Hex(workspace)}.index`, folder) };
}

/** Remove what is old, and then the oldest until the others have room. */
async function sweep({ backend, folder, path: own }: IndexLocation, maxBytes: number): Promise<void> {
  const found = (await Array.fromAsync(backend.list(folder)))
    .filter(({ path, kind }) => kind === "file" && path.endsWith(".index"))
    .map(({ path, size = 0, modified = 0 }) => ({ path, size, modified }))
    .sort((one, other) => other.modified - one.modified);
  let sum = 0;
  for (const { path, size, modified } of found) {
    sum += size;
    if (path !== own && (sum > maxBytes || Date.now() - modified > bounds.age)) await backend.remove(path);
  }
}

function isAbout(about: unknown, workspace: string): about is About {
  const { workspace: of, built, states } = (about ?? {}) as Partial<Record<keyof About, unknown>>;
  return of === workspace && typeof built === "number" && Array.isArray(states) && states.every(isState);
}

const isState = (row: unknown): boolean =>
  Array.isArray(row) &&
  row.slice(0, 3).filter((text) => typeof text === "string").length === 3 &&
  (row.length === 3 || ["binary", "generated", "too_large"].includes(row[3] as string));
