import { type Backend, dirname, type Entry, type Io, isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";

const maxLinks = 40;
/** Such a target is not followed, because what it means depends on the host. */
const isWindows = /\\|^[A-Za-z]:/;

/** True when no symbolic link on the way to a path leads out of `root`. Steps that do not exist lead nowhere. */
export async function stayInside(backend: Backend, root: Path, path: Path, io: Io): Promise<boolean> {
  let at = root;
  let links = 0;
  const steps = stepsBelow(root, path);
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === "" || step === ".") continue;
    if (step === "..") {
      if (at === root) return false;
      at = dirname(at);
      continue;
    }
    const next = toPath(at === "/" ? `/${step}` : `${at}/${step}`);
    const entry = await entryAt(backend, at, next, io);
    if (entry === null && !steps.includes("..")) return true;
    if (entry?.kind !== "symlink") {
      at = next;
      continue;
    }
    const { target } = entry;
    if (target === undefined || isWindows.test(target) || ++links > maxLinks) return false;
    if (!target.startsWith("/")) steps.unshift(...target.split("/"));
    else if (isWithin(target as Path, root)) {
      at = root;
      steps.unshift(...stepsBelow(root, target));
    } else return false;
  }
  return true;
}

const stepsBelow = (root: Path, path: string): string[] => path.slice(root === "/" ? 1 : root.length + 1).split("/");

/** The entry at a path, or one that a storage may take for it where case or Unicode form do not count; null without the folder. */
async function entryAt(backend: Backend, folder: Path, path: Path, { signal }: Io): Promise<Entry | undefined | null> {
  let alike: Entry | undefined;
  try {
    for await (const entry of backend.list(folder, { signal })) {
      if (entry.path === path) return entry;
      if (fold(entry.path) === fold(path)) alike = entry;
    }
  } catch (error) {
    if (ToolError.is(error) && (error.code === "not_found" || error.code === "wrong_kind")) return null;
    throw error;
  }
  return alike;
}

const fold = (path: Path): string => path.normalize("NFKC").toUpperCase().toLowerCase();
