import { type FolderEntry, foldersAbove, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { type Backend, type FileQuery, joinPath, type Path, ToolError } from "@holdall/tool-core";

const names = [".git", ".gitignore", ".ignore"];

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
    for (const name of names) {
      const stat = await unlessHidden(() => backend.stat(joinPath(above, name), { signal }));
      if (stat) entries.push({ name, kind: stat.kind });
    }
    rules = await rulesOf(backend, above, entries, rules, signal);
  }
  return rules;
}

/** The rules that hold for what lies in a folder. */
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

/** Nothing for what is not there, or lies where the backend does not let one look, as above its roots. */
async function unlessHidden<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "permission_denied", "wrong_kind"].includes(error.code)) return undefined;
    throw error;
  }
}
