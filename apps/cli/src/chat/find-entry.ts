import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The URL of a package's main module as `import` would find it from one of some folders; undefined when it is nowhere. */
export function findEntry(name: string, folders: readonly string[]): string | undefined {
  for (const start of folders) {
    for (let folder = start; ; folder = dirname(folder)) {
      const entry = entryIn(join(folder, "node_modules", name));
      if (entry !== undefined) return entry;
      if (dirname(folder) === folder) break;
    }
  }
  return undefined;
}

function entryIn(folder: string): string | undefined {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) return undefined;
  const { exports, main } = JSON.parse(readFileSync(manifest, "utf8")) as { exports?: unknown; main?: string };
  const target = targetOf(mainOf(exports)) ?? main ?? "index.js";
  const file = join(folder, target);
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}

/** `exports` may be the main module's target itself, or name it as `.`. */
const mainOf = (exports: unknown): unknown => {
  const hasPaths = typeof exports === "object" && exports !== null && "." in exports;
  return hasPaths ? (exports as { readonly ".": unknown })["."] : exports;
};

const conditions = new Set(["node", "import", "module-sync", "default"]);

/** The first target whose conditions hold for an import by Node. */
function targetOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [condition, inner] of Object.entries(value)) {
    const target = conditions.has(condition) ? targetOf(inner) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}
