import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Manifest, type Package, readIfThere, readJson } from "./_workspace.ts";

/** What is wrong with the files of an unpacked tarball; one sentence each. */
export function packedFiles({ dir, folder, manifest }: Package, installed: string): string[] {
  const published = readJson<Manifest>(join(installed, "package.json"));
  const { exports, bin, dependencies, peerDependencies } = published;
  const text = JSON.stringify([exports, bin, dependencies, peerDependencies]);
  const files = globSync("**/*", { cwd: installed, exclude: ["node_modules/**"] });
  const testing = files.filter((file) => /\.(test|fixture)\.|fixtures[\\/]/.test(file));
  const hashed = files.filter((file) => /-[A-Z0-9]{8}\.js$/.test(file));
  const lost = files.filter((file) => file.endsWith(".map")).flatMap((file) => lostSources(join(installed, file)));
  const licenses = manifest.bin !== undefined && !hasCurrentLicenses(dir);
  return [
    ...(/\/src\//.test(text) ? ['the packed "exports" point into src. Add publishConfig.exports.'] : []),
    ...(/"(workspace|catalog|link):/.test(text)
      ? ["the packed package.json has workspace:, catalog: or link: ranges. Pack with pnpm."]
      : []),
    ...testing.map((file) => `the tarball holds ${file}. Keep tests and fixtures out of "files".`),
    ...hashed.map((file) => `the tarball holds ${file}, whose name says nothing.`),
    ...lost.map((source) => `a source map names ${source}, which is not in the tarball.`),
    ...(manifest.exports !== undefined && lost.length === 0 && !files.some((file) => file.endsWith(".d.ts.map"))
      ? ["the tarball has no declaration maps."]
      : []),
    ...(licenses
      ? ["THIRD_PARTY_LICENSES is not what the bundle holds. Run `node scripts/write-licenses.ts` after the build."]
      : []),
  ].map((problem) => `${folder}: ${problem}`);
}

function lostSources(map: string): string[] {
  const { sources = [], sourcesContent } = readJson<{ sources?: string[]; sourcesContent?: string[] }>(map);
  if (sourcesContent !== undefined) return [];
  return sources.map((source) => resolve(dirname(map), source)).filter((source) => !existsSync(source));
}

/** True when the list that is published is the one that the last build wrote. */
function hasCurrentLicenses(dir: string): boolean {
  return (
    readIfThere(join(dir, "THIRD_PARTY_LICENSES")) === readFileSync(join(dir, "dist/THIRD_PARTY_LICENSES"), "utf8")
  );
}
