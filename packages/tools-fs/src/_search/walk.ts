import { type WalkRules, walkFolder } from "@holdall/pattern-core";
import {
  type Backend,
  basename,
  type Entry,
  type FileCounts,
  type FileKind,
  type FileQuery,
  type Io,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { createPace } from "@holdall/tool-core/pace";
import { readAhead } from "./read-ahead.ts";
import { rulesAbove, rulesOf } from "./rules.ts";

/** A file or link of a walk, with the counts up to it. */
export interface Found {
  readonly entry: Entry;
  readonly counts: FileCounts;
}

export interface Walk extends AsyncIterable<readonly Found[]> {
  readonly counts: FileCounts;
}

interface NamedEntry {
  readonly name: string;
  readonly kind: FileKind;
  readonly entry: Entry;
}

/** Entries between two looks at the clock. */
const entriesATime = 64;
/** Folders that are listed before the walk has come to them, at every level. */
const foldersAhead = 4;

/** Walk below a folder with `list` alone, some files at a time. Only what a query wants and permits is listed. */
export function walk(backend: Backend, root: Path, query: FileQuery, { signal }: Io = {}): Walk {
  const pace = createPace(signal);
  let counts: FileCounts = { files: 0, ignored: 0, denied: 0 };
  const add = (name: keyof FileCounts) => {
    counts = { ...counts, [name]: counts[name] + 1 };
  };

  async function* visit(
    folder: Path,
    entries: readonly NamedEntry[],
    above: WalkRules,
  ): AsyncGenerator<readonly Found[], void, void> {
    const rules = query.ignored ? above : await rulesOf(backend, folder, entries, above, signal);
    const steps = walkFolder(folder, entries, rules, query);
    const permitted: boolean[] = [];
    for (const [i, { path, step }] of steps.entries()) {
      if (i % entriesATime === 0) await pace();
      const answer = step !== "ignored" && query.permits(path);
      permitted.push(typeof answer === "boolean" ? answer : await answer);
    }
    const entered = steps.filter(({ step }, i) => step === "enter" && permitted[i]);
    const listings = readAhead([entered], ({ path }) => listingOf(path), { width: foldersAhead });
    let found: Found[] = [];
    for (const [i, { path, entry: listed, step }] of steps.entries()) {
      if (i % entriesATime === 0) await pace();
      if (step === "ignored") add("ignored");
      else if (!permitted[i]) add("denied");
      else if (step === "take") {
        add("files");
        found.push({ entry: listed.entry, counts });
      } else {
        if (found.length > 0) yield found;
        found = [];
        const { value: listing } = await listings.next();
        if (listing === "denied") add("denied");
        else if (listing) yield* visit(path, listing, rules);
      }
    }
    if (found.length > 0) yield found;
  }

  const listed = async (folder: Path): Promise<NamedEntry[]> => {
    const entries: NamedEntry[] = [];
    for await (const entry of backend.list(folder, { signal })) {
      if (entries.length % entriesATime === 0) await pace();
      entries.push({ name: basename(entry.path), kind: entry.kind, entry });
    }
    return entries;
  };

  /** What lies in a folder that was there a moment ago. */
  const listingOf = async (folder: Path): Promise<readonly NamedEntry[] | "denied"> => {
    try {
      return await listed(folder);
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "permission_denied") return "denied";
      if (error.code === "not_found" || error.code === "wrong_kind") return [];
      throw error;
    }
  };

  return {
    get counts() {
      return counts;
    },
    async *[Symbol.asyncIterator]() {
      const entries = await listed(root);
      const above = await rulesAbove(backend, root, query, signal);
      yield* visit(root, entries, above);
    },
  };
}
