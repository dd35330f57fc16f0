import { type Backend, basename, dirname, type Path } from "@holdall/tool-core";

const maxFiles = 5_000;
const maxBytes = 300_000;
const maxFound = 20;
const script = /\.([cm]?[jt]sx?)$/;
const test = /(^|[/._-])(tests?|specs?|__tests__)([/._-]|$)/i;
const skipped = /\/(node_modules|\.git|dist|build|coverage)\//;

/** Files that may import one of those that changed, for a server looks only at what it is asked about; nearest first, tests last. */
export async function findDependents(
  backend: Backend,
  changed: readonly Path[],
  root: Path,
  signal: AbortSignal,
): Promise<readonly Path[]> {
  const stems = new Set(changed.filter((path) => script.test(path)).map(stemOf));
  if (stems.size === 0) return [];
  const own = new Set(changed);
  const imported = new RegExp(`["'/](?:${[...stems].map(quote).join("|")})(?:\\.[cm]?[jt]sx?)?["']`);
  const found: Path[] = [];
  let files = 0;
  for await (const { path, kind, size = 0 } of backend.list(root, { recursive: true, signal })) {
    if (kind !== "file" || !script.test(path) || skipped.test(path) || own.has(path) || size > maxBytes) continue;
    if (++files > maxFiles) break;
    const { bytes } = await backend.read(path, { signal });
    if (imported.test(new TextDecoder().decode(bytes))) found.push(path);
  }
  const distance = (path: Path) => Math.min(...changed.map((from) => stepsBetween(dirname(from), dirname(path))));
  return found
    .sort((a, b) => Number(test.test(a)) - Number(test.test(b)) || distance(a) - distance(b))
    .slice(0, maxFound);
}

/** What importers write: the name, or that of the folder for an index. */
function stemOf(path: Path): string {
  const stem = basename(path).replace(/(\.d)?\.[cm]?[jt]sx?$/, "");
  return stem === "index" ? basename(dirname(path)) : stem;
}

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function stepsBetween(a: Path, b: Path): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  return left.length + right.length - 2 * same;
}
