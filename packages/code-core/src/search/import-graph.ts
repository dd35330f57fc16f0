/**
 * Which files import which, by number, from what they write: a relative path, or the end of a path in the language's own
 * spelling (`a.b.C`, `crate::a::b`, `A\B`, `a/b.h`). What could mean several files means the nearest.
 */
export function importGraph(
  files: readonly { readonly path: string; readonly imports: readonly string[] }[],
): number[][] {
  const byEnd = new Map<string, number[]>();
  for (const [i, { path }] of files.entries()) {
    const parts = withoutEnding(path).split("/");
    for (let from = parts.length - 1; from >= Math.max(0, parts.length - 4); from--) {
      const end = parts.slice(from).join("/").toLowerCase();
      const known = byEnd.get(end);
      if (known) known.push(i);
      else byEnd.set(end, [i]);
    }
  }
  return files.map(({ path, imports }, i) => {
    const targets = new Set<number>();
    for (const written of imports) {
      const target = targetOf(written, path, files, byEnd);
      if (target !== undefined && target !== i) targets.add(target);
    }
    return [...targets];
  });
}

const withoutEnding = (path: string): string =>
  path.replace(/(?:\/(?:index|mod|__init__))?\.[a-z0-9]{1,6}$/i, "").replace(/^\/+/, "");

function targetOf(
  written: string,
  path: string,
  files: readonly { readonly path: string }[],
  byEnd: ReadonlyMap<string, readonly number[]>,
): number | undefined {
  const parts = partsOf(written, path);
  for (let length = Math.min(4, parts.length); length > 0; length--) {
    // A longer path that ends in a name of something in a file: the file is one part before.
    for (const last of [parts.length, parts.length - 1]) {
      if (last < length || (last < parts.length && length < 2 && !/^\p{Lu}/u.test(parts.at(-1)!))) continue;
      const found = byEnd.get(
        parts
          .slice(last - length, last)
          .join("/")
          .toLowerCase(),
      );
      if (found) return nearestTo(path, found, files);
    }
  }
  return undefined;
}

/** The parts of what an import writes, relative ones led back to the file's folder. */
function partsOf(written: string, path: string): string[] {
  const folder = path.split("/").slice(0, -1).filter(Boolean);
  const dots = /^\.+(?![./])/.exec(written)?.[0].length ?? 0;
  if (dots > 0 && !written.startsWith("./") && !written.startsWith("../"))
    return [...folder.slice(0, folder.length - dots + 1), ...written.slice(dots).split(".").filter(Boolean)];
  const isPath = written.includes("/");
  const parts = (isPath ? withoutEnding(written) : written.replace(/\.(?:h|hpp|hh|rb|php|sh|bash)$/, ""))
    .split(isPath ? "/" : /::|\\|\./)
    .filter((part) => part !== "" && part !== "crate" && part !== "self" && part !== "super" && part !== "*");
  if (!/^\.\.?\//.test(written)) return parts;
  const from = [...folder];
  for (const part of parts) {
    if (part === "..") from.pop();
    else if (part !== ".") from.push(part);
  }
  return from;
}

function nearestTo(
  path: string,
  found: readonly number[],
  files: readonly { readonly path: string }[],
): number | undefined {
  let [best, longest] = [found[0], -1];
  for (const i of found) {
    const shared = sharedLength(path, files[i]!.path);
    if (shared > longest) [best, longest] = [i, shared];
  }
  return best;
}

function sharedLength(one: string, other: string): number {
  let i = 0;
  while (i < one.length && one[i] === other[i]) i++;
  return i;
}
