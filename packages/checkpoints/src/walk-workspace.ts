import { type FolderEntry, rulesIn, startRules, type WalkRules, walkFolder } from "@holdall/pattern-core";
import { type Backend, basename, type Entry, isWithin, type Path, ToolError } from "@holdall/tool-core";

export interface WalkOptions {
  readonly workspace: Backend;
  readonly root: Path;
  /** Folders that are left out. */
  readonly exclude: readonly Path[];
  readonly signal?: AbortSignal | undefined;
}

type NamedEntry = FolderEntry & { readonly entry: Entry };

/**
 * Every file and folder below a root that ignore rules do not hide, `.git` left out, and what they hide: files and whole
 * folders. What cannot be listed counts as hidden.
 */
export async function walkWorkspace({ workspace, root, exclude, signal }: WalkOptions) {
  const found: Entry[] = [];
  const hidden: Path[] = [];
  const wants = (path: Path) => !exclude.some((folder) => isWithin(path, folder));

  async function visit(folder: Path, above: WalkRules): Promise<void> {
    const entries = await listed(workspace, folder, signal);
    if (!entries) {
      hidden.push(folder);
      return;
    }
    const rules = await rulesOf(workspace, folder, entries, above);
    const steps = walkFolder(folder, entries, rules, { hidden: true, ignored: false, wants });
    const folders: Path[] = [];
    for (const { path, entry, step } of steps) {
      if (step === "ignored") hidden.push(path);
      else found.push({ ...entry.entry, path });
      if (step === "enter") folders.push(path);
    }
    for (let i = 0; i < folders.length; i += foldersAtOnce)
      await Promise.all(folders.slice(i, i + foldersAtOnce).map((each) => visit(each, rules)));
  }

  await visit(root, startRules("", { ignoreCase: !workspace.can.caseSensitive, top: root }));
  return { found, hidden };
}

const foldersAtOnce = 8;

async function listed(workspace: Backend, folder: Path, signal?: AbortSignal): Promise<NamedEntry[] | undefined> {
  const entries: NamedEntry[] = [];
  try {
    for await (const entry of workspace.list(folder, { signal }))
      entries.push({ name: basename(entry.path), kind: entry.kind, entry });
    return entries;
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    if (["not_found", "wrong_kind", "stale"].includes(error.code)) return [];
    if (["permission_denied", "too_large"].includes(error.code)) return undefined;
    throw error;
  }
}

async function rulesOf(
  workspace: Backend,
  folder: Path,
  entries: readonly FolderEntry[],
  above: WalkRules,
): Promise<WalkRules> {
  const finding = rulesIn(folder, entries, above);
  let step = finding.next();
  while (!step.done) step = finding.next(await textOf(workspace, step.value as Path));
  return step.value;
}

async function textOf(workspace: Backend, path: Path): Promise<string | undefined> {
  try {
    return new TextDecoder().decode((await workspace.read(path)).bytes);
  } catch (error) {
    if (ToolError.is(error) && ["not_found", "permission_denied", "wrong_kind"].includes(error.code)) return undefined;
    throw error;
  }
}
