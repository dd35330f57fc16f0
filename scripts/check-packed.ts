import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packedFiles } from "./_packed-files.ts";
import { packedImports } from "./_packed-imports.ts";
import { packedLints } from "./_packed-lints.ts";
import { exec, mapLimit } from "./_process.ts";
import { type Package, type Report, readWorkspace, runCheck } from "./_workspace.ts";

/** What would be published, as a user gets it: packed, linted, its types resolved, and every entry imported. Needs a build. */
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
    if (problems.length === 0) problems.push(...(await packedImports(packages, temp)));
    return { looked: `${packages.length} tarballs packed, linted and imported`, problems };
  } finally {
    rmSync(temp, { recursive: true, force: true });
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

/** Lay a tarball out as an installation would, with links to the dependencies it declares and to nothing else. */
async function unpack(tarball: string, { dir, manifest }: Package, temp: string): Promise<string> {
  const target = join(temp, "node_modules", manifest.name);
  mkdirSync(target, { recursive: true });
  await exec("tar", ["-xzf", tarball, "--strip-components=1", "-C", target], temp);
  for (const name of Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  })) {
    const source = join(dir, "node_modules", name);
    if (name.startsWith("@holdall/") || !existsSync(source)) continue;
    const link = join(target, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(source, link, "dir");
  }
  return target;
}

if (import.meta.main) await runCheck("packed", checkPacked);
