/** Folders that tools can create again: those of package managers, test runners and compilers. They are never recorded. */
export const regeneratedFolders: readonly string[] = [
  ...["node_modules", ".pnpm-store", ".yarn/cache", ".venv", "__pycache__", "bower_components"],
  ...[".cache", ".parcel-cache", ".turbo", ".nx/cache", ".gradle", ".terraform", ".angular/cache"],
  ...[".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".nyc_output"],
  ...[".next", ".nuxt", ".svelte-kit", ".vite"],
];

/** Folders with names that people also give to their own: left out only where ignore rules hide them. */
export const regeneratedIfIgnored: readonly string[] = ["dist", "build", "out", "target", "coverage", "venv", "obj"];

/** Of git: objects are only added, and are found again by their hash. */
const inGit: readonly string[] = ["objects", "lfs"];

const always = new Set(regeneratedFolders.filter((name) => !name.includes("/")));
const nested = new Set(regeneratedFolders.filter((name) => name.includes("/")));
const ifIgnored = new Set(regeneratedIfIgnored);

/** Whether a folder is left out: for `if-ignored`, the ignore rules decide. */
export function leftOut(above: string, name: string, isInGit: boolean): boolean | "if-ignored" {
  if (isInGit) return inGit.includes(name);
  if (always.has(name) || nested.has(`${above}/${name}`)) return true;
  return ifIgnored.has(name) ? "if-ignored" : false;
}

/** Whether a path is or lies in a folder that is left out wherever it is. */
export const isRegenerated = (path: string): boolean => path.split("/").some((name) => always.has(name));
