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

/** An import on use. */
const onUse = /(?<!typeof )\bimport\(\s*["'`]([^."'`$][^"'`]*)["'`]/g;

/**
 * Bundlers resolve every import, worker and address that they see, used or not. So an entry for browsers leads to nothing but
 * what its packages depend on: optional peers are imported by the page itself, or by an entry that names them in
 * `holdall.peerEntries` of its package.json. An entry that leads to Node's modules is none for browsers; there bundlers let an import of
 * what is not installed pass if it stands in `try`.
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
  const outside = packages
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap((pkg) =>
      sourcesOf(pkg, "code").flatMap((file) =>
        outsideOfTry(readFileSync(file, "utf8"), optionalIn(pkg)).map((name) => `${show(file, root)} imports ${name}`),
      ),
    );
  const hint = "An optional peer is imported by the page itself (provideLibrary, engines), or by an entry for it.";
  return {
    looked: `${walked.length} entries for browsers need nothing that is optional; ${found.length - walked.length} are for Node`,
    problems: [
      ...walked.flat().map((problem) => `${problem}, which is not a dependency. ${hint}`),
      ...outside.map(
        (problem) =>
          `${problem} outside of \`try\`: bundlers for servers fail where that optional peer is not installed.`,
      ),
      ...resolved.map(
        (file) =>
          `${show(file, root)} resolves a package by a name that bundlers see. Use \`resolveOptional\` of @holdall/tool-kit/node.`,
      ),
    ],
  };
}

/** Peers that an installation need not have, but for those that an entry is for. */
function optionalIn({ manifest }: Package): ReadonlySet<string> {
  const named = new Set(Object.values(manifest.holdall?.peerEntries ?? {}).flat());
  const all = Object.entries(manifest.peerDependenciesMeta ?? {});
  return new Set(all.flatMap(([name, { optional }]) => (optional && !named.has(name) ? name : [])));
}

/** Of some packages, those that a text imports on use where no block around the import is a `try`; by the indentation. */
function outsideOfTry(text: string, names: ReadonlySet<string>): string[] {
  const lines = text.split("\n");
  const indent = (line: string) => line.search(/\S/);
  return lines.flatMap((line, at) =>
    [...line.matchAll(onUse)].flatMap(([, specifier = ""]) => {
      if (!names.has(packageOf(specifier)) || /^\s*\*/.test(line)) return [];
      let outer = indent(line);
      for (let i = at; i >= 0 && outer > 0; i--) {
        const own = indent(lines[i]!);
        if (own < 0 || own >= outer) continue;
        if (/\btry \{$/.test(lines[i]!)) return [];
        outer = own;
      }
      return specifier;
    }),
  );
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
