import {
  type Backend,
  basename,
  type Entry,
  type FileCounts,
  type FileKind,
  type FileQuery,
  type Io,
  joinPath,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { type WalkStep, walkSteps } from "../ignore/walk-folder.ts";
import {
  type FolderEntry,
  foldersAbove,
  ruleFiles,
  rulesIn,
  startRules,
  type WalkRules,
} from "../ignore/walk-rules.ts";
import { readAhead } from "./read-ahead.ts";

/** A file or link of a walk, with the counts up to it. */
export interface WalkedFile {
  readonly entry: Entry;
  readonly counts: FileCounts;
}

export interface Walk extends AsyncIterable<readonly WalkedFile[]> {
  readonly counts: FileCounts;
}

interface NamedEntry {
  readonly name: string;
  readonly kind: FileKind;
  readonly entry: Entry;
}

/** A folder that is being walked. */
interface Visit {
  readonly rules: WalkRules;
  readonly steps: readonly WalkStep<Path, NamedEntry>[];
  readonly permitted: readonly boolean[];
  /** What is in the folders that are entered, in their order. */
  readonly listings: AsyncGenerator<readonly NamedEntry[] | "denied" | "tooDeep", void, void>;
  next: number;
}

/** Entries between two looks at the clock. */
const entriesATime = 64;
/** Folders that are listed before the walk has come to them, at every level. */
const foldersAhead = 4;

/** Walk below a folder with `list` alone, some files at a time. Only what a query wants and permits is listed. */
export function walk(backend: Backend, root: Path, query: FileQuery, { signal }: Io = {}): Walk {
  const yieldToEventLoop = createYield(signal);
  let counts: FileCounts = { files: 0, ignored: 0, denied: 0 };
  const add = (name: keyof FileCounts) => {
    counts = { ...counts, [name]: (counts[name] ?? 0) + 1 };
  };

  const visit = async (folder: Path, entries: readonly NamedEntry[], above: WalkRules): Promise<Visit> => {
    const rules = query.ignored ? above : await rulesOf(backend, folder, entries, above, signal);
    const walked = walkSteps(folder, entries, rules, query);
    const steps: WalkStep<Path, NamedEntry>[] = [];
    const permitted: boolean[] = [];
    for (let i = 0; i < walked.length; i++) {
      if (i % entriesATime === 0) await yieldToEventLoop();
      const step = walked.at(i);
      if (!step) continue;
      const answer = step.step !== "ignored" && query.permits(step.path);
      steps.push(step);
      permitted.push(typeof answer === "boolean" ? answer : await answer);
    }
    const entered = steps.filter(({ step }, i) => step === "enter" && permitted[i]);
    const listings = readAhead([entered], ({ path }) => listingOf(path), { width: foldersAhead });
    return { rules, steps, permitted, listings, next: 0 };
  };

  async function* visitAll(first: Visit): AsyncGenerator<readonly WalkedFile[], void, void> {
    const visits = [first];
    let found: WalkedFile[] = [];
    for (let here = visits.at(-1); here; here = visits.at(-1)) {
      if (here.next % entriesATime === 0) await yieldToEventLoop();
      const i = here.next++;
      const step = here.steps[i];
      if (step?.step === "ignored") add("ignored");
      else if (step && !here.permitted[i]) add("denied");
      else if (step?.step === "take") {
        add("files");
        found.push({ entry: step.entry.entry, counts });
      } else {
        if (found.length > 0) yield found;
        found = [];
        if (!step) visits.pop();
        else {
          const { value: listing } = await here.listings.next();
          if (typeof listing === "string") add(listing);
          else if (listing) visits.push(await visit(step.path, listing, here.rules));
        }
      }
    }
  }

  const listed = async (folder: Path): Promise<NamedEntry[]> => {
    const entries: NamedEntry[] = [];
    for await (const entry of backend.list(folder, { signal })) {
      if (entries.length % entriesATime === 0) await yieldToEventLoop();
      entries.push({ name: basename(entry.path), kind: entry.kind, entry });
    }
    return entries;
  };

  /** What is in a folder that was there a moment ago. */
  const listingOf = async (folder: Path): Promise<readonly NamedEntry[] | "denied" | "tooDeep"> => {
    try {
      return await listed(folder);
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "permission_denied" || error.code === "stale") return "denied";
      if (error.code === "too_large") return "tooDeep";
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
      yield* visitAll(await visit(root, entries, above));
    },
  };
}

/** The rules of a query that come from above a folder: the user's own, and of every folder over it that the backend shows. */
export async function rulesAbove(
  backend: Backend,
  folder: Path,
  { excludes, top }: Pick<FileQuery, "excludes" | "top">,
  signal: AbortSignal | undefined,
): Promise<WalkRules> {
  let rules = startRules(excludes, { ignoreCase: !backend.can.caseSensitive, top });
  for (const above of foldersAbove(folder, top) as Path[]) {
    const entries: FolderEntry[] = [];
    for (const name of ruleFiles) {
      const stat = await unlessHidden(() => backend.stat(joinPath(above, name), { signal }));
      if (stat) entries.push({ name, kind: stat.kind });
    }
    rules = await rulesOf(backend, above, entries, rules, signal);
  }
  return rules;
}

/** The rules for the entries of a folder. */
export async function rulesOf(
  backend: Backend,
  folder: Path,
  entries: readonly FolderEntry[],
  above: WalkRules,
  signal: AbortSignal | undefined,
): Promise<WalkRules> {
  const finding = rulesIn(folder, entries, above);
  let step = finding.next();
  while (!step.done) {
    const path = step.value as Path;
    const file = await unlessHidden(() => backend.read(path, { signal }));
    step = finding.next(file && new TextDecoder().decode(file.bytes));
  }
  return step.value;
}

/** Nothing for what is not there, or is where the backend does not let one look, as above its roots. */
async function unlessHidden<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "permission_denied", "wrong_kind"].includes(error.code)) return undefined;
    throw error;
  }
}
