import {
  type Backend,
  comparePaths,
  type FileQuery,
  isWithin,
  type Path,
  type SearchCandidate,
} from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { KnownFiles } from "./known-files.ts";
import type { ReadThrough } from "./read-through.ts";

type Search = NonNullable<Backend["search"]>;

interface Searching {
  readonly base: Backend;
  readonly search: Search;
  readonly through: ReadThrough;
  readonly known: Pick<KnownFiles, "under"> | undefined;
}

/** Known files about which the editor is asked before a search. */
const maxAsked = 200;

/** A search of the disk in which files with unsaved text are searched as the editor has them. */
export function searchUnsaved({ base, search, through, known }: Searching): Search {
  return async function* (path, query, text, io) {
    const changed = new Map<Path, Uint8Array>();
    await Promise.all(
      (known?.under(path) ?? []).slice(0, maxAsked).map(async (file) => {
        if ((await base.stat(file, { signal: io.signal }))?.kind !== "file") return;
        const found = await unlessMissing(through.read(file, { signal: io.signal }));
        if (found?.isUnsaved) changed.set(file, found.bytes);
      }),
    );
    if (changed.size === 0 || !base.glob) return yield* search(path, query, text, io);
    // Which of them the query includes, the walk of the disk decides: ignore rules, hidden names, the policy.
    const wanted: Path[] = [];
    for await (const { files } of base.glob(path, onlyThese(query, [...changed.keys()]), io))
      wanted.push(...files.map((file) => file.path));
    const matching = wanted.filter((file) => {
      const bytes = changed.get(file);
      return bytes !== undefined && bytes.length <= io.maxBytes && text.mayMatch(bytes);
    });
    yield* merged(search(path, query, text, io), matching, changed);
  };
}

const onlyThese = (query: FileQuery, files: readonly Path[]): FileQuery => ({
  ...query,
  wants: (path, kind) =>
    (kind === "directory" ? files.some((file) => isWithin(file, path)) : files.includes(path)) &&
    query.wants(path, kind),
});

/** The candidates of the disk, in order, with those of the editor in their places. */
async function* merged(
  onDisk: AsyncIterable<SearchCandidate>,
  matching: readonly Path[],
  changed: ReadonlyMap<Path, Uint8Array>,
): AsyncIterable<SearchCandidate> {
  const left = [...matching].sort(comparePaths);
  const next = (): NonNullable<SearchCandidate["file"]> | undefined => {
    const path = left.shift();
    const bytes = path && changed.get(path);
    return path && bytes && { path, bytes };
  };
  for await (const candidate of onDisk) {
    const { file, counts } = candidate;
    while (left[0] !== undefined && (!file || comparePaths(left[0], file.path) <= 0)) {
      const own = next();
      if (own) yield { file: own, counts };
    }
    if (!file || !changed.has(file.path)) yield candidate;
  }
}
