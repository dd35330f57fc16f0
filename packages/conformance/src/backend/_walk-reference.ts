import { foldersAbove, rulesIn, startRules, type WalkRules, walkFolder } from "@holdall/pattern-core";
import {
  type Backend,
  basename,
  type Entry,
  type FileCounts,
  type FileQuery,
  joinPath,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { listed, textOf } from "../_assert.ts";

/** A query for everything except the given fields. */
export const queryOf = (changes: Partial<FileQuery> = {}): FileQuery => ({
  hidden: false,
  ignored: false,
  wants: () => true,
  permits: () => true,
  ...changes,
});

interface Walked {
  /** Files and links in order, with the counts up to each of them. */
  readonly files: readonly { readonly entry: Entry; readonly counts: FileCounts }[];
  readonly counts: FileCounts;
}

/** What a query means, found with `list`, `stat` and `read` alone, one folder after the other. */
export async function walked(
  backend: Backend,
  root: Path,
  query: FileQuery,
  links: boolean,
  signal?: AbortSignal,
): Promise<Walked> {
  const files: { entry: Entry; counts: FileCounts }[] = [];
  const counts = { files: 0, ignored: 0, denied: 0 };

  const visit = async (folder: Path, above: WalkRules): Promise<void> => {
    const entries = (await listed(backend.list(folder, { signal }))).map((entry) => ({
      ...entry,
      name: basename(entry.path),
    }));
    const rules = await rulesOf(backend, folder, entries, above);
    const asked = entries.filter(({ kind }) => links || kind !== "symlink");
    for (const { path, entry, step } of walkFolder(folder, asked, rules, query)) {
      if (step === "ignored") counts.ignored++;
      else if (!(await query.permits(path))) counts.denied++;
      else if (step === "enter") await visit(path, rules);
      else {
        counts.files++;
        files.push({ entry, counts: { ...counts } });
      }
    }
  };

  let rules = startRules(query.excludes, { ignoreCase: !backend.can.caseSensitive, top: query.top });
  for (const folder of foldersAbove(root, query.top) as Path[]) {
    const there = [];
    for (const name of [".git", ".gitignore", ".cursorignore", ".ignore"]) {
      const kind = await kindOf(backend, joinPath(folder, name));
      if (kind) there.push({ name, kind });
    }
    rules = await rulesOf(backend, folder, there, rules);
  }
  await visit(root, rules);
  return { files, counts };
}

async function rulesOf(
  backend: Backend,
  folder: Path,
  entries: Parameters<typeof rulesIn>[1],
  above: WalkRules,
): Promise<WalkRules> {
  const finding = rulesIn(folder, entries, above);
  let step = finding.next();
  while (!step.done) {
    const path = step.value as Path;
    const there = (await kindOf(backend, path)) === "file";
    step = finding.next(there ? textOf((await backend.read(path)).bytes) : undefined);
  }
  return step.value;
}

/** What is there; nothing where the backend does not let one look, as above its roots. */
async function kindOf(backend: Backend, path: Path): Promise<Entry["kind"] | undefined> {
  try {
    return (await backend.stat(path))?.kind;
  } catch (error) {
    if (ToolError.is(error) && ["permission_denied", "wrong_kind"].includes(error.code)) return undefined;
    throw error;
  }
}
