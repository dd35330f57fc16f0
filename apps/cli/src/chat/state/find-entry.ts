import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The URL of the main module of a package that is installed in one of some folders, as `import` would choose it; undefined when it is in none. */
export function findEntry(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const entry = entryIn(join(folder, "node_modules", name));
    if (entry !== undefined) return entry;
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
