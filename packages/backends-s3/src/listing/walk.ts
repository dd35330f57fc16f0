import {
  createFlatWalk,
  type FolderEntry,
  foldersAbove,
  rulesIn,
  startRules,
  type WalkRules,
} from "@holdall/pattern-core";
import {
  abortedError,
  type Entry,
  type FileCounts,
  type FileQuery,
  isWithin,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { readFile } from "../file/read-file.ts";
import type { Store } from "../file/store.ts";
import { createListing, ruleFilesAt } from "./listing.ts";

/** A file of a walk, with the counts up to it. */
export interface WalkedFile {
  readonly entry: Entry;
  readonly counts: FileCounts;
}

export interface WalkBatch {
  readonly files: readonly WalkedFile[];
  readonly counts: FileCounts;
}

const filesAtOnce = 100;
/** Entries of a folder that is not entered that are read before a request is made to get behind it: as many as a page has. */
const maxPassed = 1000;

/**
 * What a query means below a folder, in order: one request for a page of keys, and one for each file of rules. The last
 * batch has the final counts.
 */
export async function* walk(
  store: Store,
  root: Path,
  query: FileQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<WalkBatch, void, void> {
  const rulesFrom = async (folder: Path, there: readonly FolderEntry[], above: WalkRules): Promise<WalkRules> => {
    const finding = rulesIn(folder, there, above);
    let step = finding.next();
    while (!step.done) step = finding.next(await textOf(store, step.value as Path, signal));
    return step.value;
  };

  const listing = createListing(store, root, signal);
  try {
    // First, as it fails where there is nothing to walk in.
    await listing.current();
    let rules = startRules(query.excludes, { top: query.top });
    if (!query.ignored) {
      for (const folder of foldersAbove(root, query.top) as Path[])
        rules = await rulesFrom(folder, await ruleFilesAt(store, folder, signal), rules);
      rules = await rulesFrom(root, await listing.ruleFilesIn(root), rules);
    }
    const walking = createFlatWalk<Entry>({
      root,
      query,
      rules,
      rulesOf: async ({ path }, above) => rulesFrom(path, await listing.ruleFilesIn(path), above),
    });
    const { counts } = walking;
    let files: WalkedFile[] = [];
    let countPassed = 0;
    for (let entry = await listing.current(); entry; entry = await listing.current()) {
      if (signal?.aborted) throw abortedError(signal.reason);
      if (await walking.visit(entry)) files.push({ entry, counts: { ...counts } });
      listing.advance();
      if (files.length === filesAtOnce) {
        yield { files, counts: { ...counts } };
        files = [];
      }
      const { passed } = walking;
      countPassed = passed && isWithin(entry.path, passed) ? countPassed + 1 : 0;
      if (passed && countPassed === maxPassed) await listing.passOver(passed);
    }
    await walking.end();
    yield { files, counts: { ...counts } };
  } finally {
    await listing.close();
  }
}

/** Nothing for what is not there, or may not be read: it says nothing then. */
async function textOf(store: Store, path: Path, signal: AbortSignal | undefined): Promise<string | undefined> {
  try {
    return new TextDecoder().decode((await readFile(store, path, { signal })).bytes);
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "wrong_kind", "permission_denied"].includes(error.code)) return undefined;
    throw error;
  }
}
