import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { notTried, packedConsumers } from "./_packed-consumers.ts";
import { packedFiles } from "./_packed-files.ts";
import { packedLints } from "./_packed-lints.ts";
import { exec, mapLimit } from "./_process.ts";
import { type Package, type Report, readWorkspace, runCheck, show } from "./_workspace.ts";

/** What would be published, as a user gets it: packed, linted, and used by everyone who installs it. Needs a build. */
export async function checkPacked(root: string): Promise<Report> {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const unbuilt = packages.filter(({ dir }) => !existsSync(join(dir, "dist")));
  if (unbuilt.length > 0) {
    return {
      looked: "nothing",
      problems: unbuilt.map(({ folder }) => `${folder}/dist is missing. Run \`pnpm build\` first.`),
    };
  }
  const temp = mkdtempSync(join(tmpdir(), "holdall-packed-"));
  try {
    const results = await mapLimit(packages, availableParallelism() + 1, (pkg) => packAndLint(pkg, temp));
    const problems = results.flat();
    if (problems.length === 0) problems.push(...(await packedConsumers(packages, temp)));
    const looked = `${packages.length} tarballs packed, linted, imported, called, compiled and built into a page`;
    return { looked, problems, notes: notTried() };
  } finally {
    // A bundler that failed may still write there.
    rmSync(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function packAndLint(pkg: Package, temp: string): Promise<string[]> {
  const folder = join(temp, "tarballs", pkg.manifest.name);
  mkdirSync(folder, { recursive: true });
  const packed = await exec("pnpm", ["pack", "--pack-destination", folder], pkg.dir);
  const tarball = globSync(join(folder, "*.tgz"))[0];
  if (tarball === undefined) return [`${pkg.folder}: pnpm pack failed:\n${packed.output}`];
  const installed = unpack(tarball, pkg, temp);
  return [
    ...(await packedLints(tarball, pkg.manifest)).map((problem) => `${pkg.folder}: ${problem}`),
    ...packedFiles(pkg, await installed),
  ];
}

/** Lay a tarball out as an installation would, with links to its dependencies and required peers, and to nothing that is optional. */
async function unpack(tarball: string, { dir, manifest }: Package, temp: string): Promise<string> {
  const target = join(temp, "node_modules", manifest.name);
  mkdirSync(target, { recursive: true });
  // GNU tar takes the colon of a drive for the end of a host's name.
  const [archive = "", folder = ""] = [tarball, target].map((path) => show(path, temp));
  await exec("tar", ["-xzf", archive, "--strip-components=1", "-C", folder], temp);
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => !manifest.peerDependenciesMeta?.[name]?.optional,
  );
  for (const name of [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...peers]) {
    const source = join(dir, "node_modules", name);
    if (name.startsWith("@holdall/") || !existsSync(source)) continue;
    const link = join(target, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(source, link, "junction");
  }
  return target;
}

if (import.meta.main) await runCheck("packed", checkPacked);
