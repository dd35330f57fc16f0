import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { mapLimit } from "./_process.ts";
import { type Package, packageOf, type Report, readWorkspace, runCheck, show, sourcesOf } from "./_workspace.ts";

/** A package that a bundler has to find, and the file that makes it look. */
interface Need {
  readonly file: string;
  readonly specifier: string;
}

/** Workers and files that bundlers take along by the form of their address. */
const address = /new\s+URL\(\s*["'`]([^"'`]+)["'`]\s*,\s*import\.meta\.url/g;

/** `require.resolve("x")` and `createRequire(…).resolve("x")`, which bundlers for servers follow. */
const resolvedName = /\b(?:require|createRequire\([^()]*\))\.resolve\(\s*["'`][^."'`$]/;

/**
 * Bundlers resolve every import, worker and address that they see, used or not. So an entry for browsers leads to nothing but
 * what its packages depend on: optional peers are imported by the page itself, or by an entry that names them in
 * `holdall.peerEntries` of its package.json. An entry that leads to Node's modules is none for browsers.
 */
export async function checkBrowserPeers(root: string): Promise<Report> {
  const packages = readWorkspace(root);
  const entries = packages
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap((pkg) =>
      Object.entries(pkg.manifest.exports ?? {}).flatMap(([key, target]) =>
        typeof target === "string" && /\.tsx?$/.test(target) ? [{ pkg, key, file: join(pkg.dir, target) }] : [],
      ),
    );
  const found = await mapLimit(entries, 8, async ({ pkg, key, file }) => {
    const needs = await walk(file, packages);
    if (needs.some(({ specifier }) => isBuiltin(specifier))) return undefined;
    const allowed = pkg.manifest.holdall?.peerEntries?.[key] ?? [];
    const lost = needs.filter(
      ({ file: from, specifier }) => !allowed.includes(packageOf(specifier)) && !isOwn(specifier, from, packages),
    );
    const entry = pkg.manifest.name + key.slice(1);
    return [...new Set(lost.map((need) => `${entry}: ${show(need.file, root)} asks for ${need.specifier}`))];
  });
  const walked = found.filter((lost) => lost !== undefined);
  const resolved = packages
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap((pkg) => sourcesOf(pkg, "code").filter((file) => resolvedName.test(readFileSync(file, "utf8"))));
  const hint = "An optional peer is imported by the page itself (provideLibrary, engines), or by an entry for it.";
  return {
    looked: `${walked.length} entries for browsers need nothing that is optional; ${found.length - walked.length} are for Node`,
    problems: [
      ...walked.flat().map((problem) => `${problem}, which is not a dependency. ${hint}`),
      ...resolved.map(
        (file) =>
          `${show(file, root)} resolves a package by a name that bundlers see. Use \`resolveOptional\` of @holdall/tool-kit/node.`,
      ),
    ],
  };
}

/** True where the package of a file has what it asks for, in every installation. */
function isOwn(specifier: string, file: string, packages: readonly Package[]): boolean {
  const manifest = ownerOf(file, packages)?.manifest;
  const name = packageOf(specifier);
  const isRequired = name in (manifest?.peerDependencies ?? {}) && !manifest?.peerDependenciesMeta?.[name]?.optional;
  return isRequired || name in (manifest?.dependencies ?? {});
}

const ownerOf = (file: string, packages: readonly Package[]): Package | undefined =>
  packages.find(({ dir }) => file.startsWith(join(dir, "/")));

/** Everything outside of the workspace that an entry and its workers lead to. */
async function walk(entry: string, packages: readonly Package[]): Promise<readonly Need[]> {
  const needs: Need[] = [];
  const files = new Set([entry]);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const watch: Plugin = {
    name: "needs",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
        if (kind === "entry-point") return undefined;
        // Stand-ins for browsers and this workspace are followed.
        const standIn = ownerOf(importer, packages)?.manifest.browser?.[path];
        if (standIn === false) return { path, namespace: "nothing" };
        if (standIn !== undefined || names.has(packageOf(path))) return undefined;
        needs.push({ file: importer, specifier: path });
        return { path, external: true };
      });
      build.onLoad({ filter: /./, namespace: "nothing" }, () => ({ contents: "" }));
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const contents = readFileSync(path, "utf8");
        for (const [, specifier = ""] of contents.matchAll(address)) {
          if (specifier.startsWith(".")) files.add(resolve(dirname(path), specifier));
          else needs.push({ file: path, specifier });
        }
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
  // Workers are added while the files before them are walked.
  for (const file of files)
    await build({
      entryPoints: [file],
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "browser",
      target: "esnext",
      jsx: "automatic",
      loader: { ".css": "empty" },
      outdir: "out",
      write: false,
      logLevel: "silent",
      plugins: [watch],
    });
  return needs;
}

if (import.meta.main) await runCheck("peers", checkBrowserPeers);
