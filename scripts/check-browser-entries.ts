import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { mapLimit } from "./_process.ts";
import {
  type Package,
  packageOf,
  type Report,
  readWorkspace,
  resolveSource,
  runCheck,
  show,
  sourcesOf,
} from "./_workspace.ts";

/** Packages that need Node even at their main entry; every other package runs in a browser as well. */
const nodeOnly = new Set([
  "packages/backends-node",
  "packages/acp",
  "packages/chat",
  // Its suites run in vitest; what a browser runs of them is the entry `cases`.
  "packages/conformance",
  "packages/language-servers",
  "packages/sandbox",
  "packages/tools-shell",
  "packages/tools-tasks",
]);

/** Entries besides `.` that are made for browsers; others may need Node. */
const browserEntries = new Set(["@holdall/mcp/client/http"]);

/** A package that a bundler has to find, and the files from an entry to the one that imports it. */
interface Need {
  readonly path: readonly string[];
  readonly specifier: string;
}

/** Workers and files that bundlers include because of the form of their address. */
const address = /new\s+URL\(\s*["'`]([^"'`]+)["'`]\s*,\s*import\.meta\.url/g;

/** `require.resolve("x")` and `createRequire(…).resolve("x")`, which bundlers for servers follow. */
const resolvedName = /\b(?:require|createRequire\([^()]*\))\.resolve\(\s*["'`][^."'`$]/;

/** A dynamic import. */
const dynamicImport = /(?<!typeof )\bimport\(\s*["'`]([^."'`$][^"'`]*)["'`]/g;

/**
 * The `.` entry of a package for browsers, and those of `browserEntries`, reach no module of Node. And as bundlers resolve every import, worker and address that
 * they see, used or not, an entry without Node reaches only what its packages depend on: optional peers are imported by the page
 * itself, or by an entry that names them in `holdall.peerEntries` of its package.json. In entries for Node, bundlers accept a
 * missing optional peer only if its import is in a `try`.
 */
export async function checkBrowserEntries(root: string): Promise<Report> {
  const packages = readWorkspace(root);
  const published = packages.filter(({ manifest }) => manifest.private !== true);
  const entries = published.flatMap((pkg) =>
    Object.entries(pkg.manifest.exports ?? {}).flatMap(([key, target]) =>
      typeof target === "string" && /\.tsx?$/.test(target) ? [{ pkg, key, file: join(pkg.dir, target) }] : [],
    ),
  );
  const found = await mapLimit(entries, 8, async ({ pkg, key, file }): Promise<string[] | undefined> => {
    const needs = await walk(file, packages);
    const builtins = needs.filter(({ specifier }) => isBuiltin(specifier));
    const way = ({ path }: Need) => path.map((each) => show(each, root)).join(" → ");
    const entry = pkg.manifest.name + key.slice(1);
    const mayNeedNode = key === "." ? nodeOnly.has(pkg.folder) : !browserEntries.has(entry);
    if (builtins.length > 0 && mayNeedNode) return undefined;
    const allowed = pkg.manifest.holdall?.peerEntries?.[key] ?? [];
    return [
      ...builtins.map(
        (need) =>
          `${entry} is meant to run in browsers, but reaches "${need.specifier}": ${way(need)}.\n` +
          'Move that code to an entry "./node", take it as an argument, or list the package in `nodeOnly` of scripts/check-browser-entries.ts.',
      ),
      ...needs
        .filter(
          ({ specifier, path }) =>
            !isBuiltin(specifier) &&
            !allowed.includes(packageOf(specifier)) &&
            !isOwn(specifier, path.at(-1) ?? "", packages),
        )
        .map(
          (need) =>
            `${entry} reaches ${need.specifier}, which is not a dependency: ${way(need)}. ` +
            "An optional peer is imported by the page itself (provideLibrary, engines), or by an entry for it.",
        ),
    ];
  });
  const forBrowsers = found.filter((each) => each !== undefined);
  return {
    looked: `${forBrowsers.length} entries for browsers reach neither Node nor what is optional; ${found.length - forBrowsers.length} are for Node`,
    problems: [
      ...new Set(forBrowsers.flat()),
      ...published.flatMap((pkg) =>
        sourcesOf(pkg, "code").flatMap((file) => forServers(readFileSync(file, "utf8"), show(file, root), pkg)),
      ),
    ],
  };
}

/** What bundlers for servers would not accept in a file. */
function forServers(text: string, file: string, pkg: Package): string[] {
  return [
    ...outsideOfTry(text, optionalIn(pkg)).map(
      (name) =>
        `${file} imports ${name} outside of \`try\`: bundlers for servers fail where that optional peer is not installed.`,
    ),
    ...(resolvedName.test(text)
      ? [`${file} resolves a package by a name that bundlers see. Use \`resolveOptional\` of @holdall/tool-kit/node.`]
      : []),
  ];
}

/** Peers that an installation need not have, except those that an entry is for. */
function optionalIn({ manifest }: Package): ReadonlySet<string> {
  const named = new Set(Object.values(manifest.holdall?.peerEntries ?? {}).flat());
  const all = Object.entries(manifest.peerDependenciesMeta ?? {});
  return new Set(all.flatMap(([name, { optional }]) => (optional && !named.has(name) ? name : [])));
}

/** Of some packages, those that a text imports dynamically where no block around the import is a `try`; by the indentation. */
function outsideOfTry(text: string, names: ReadonlySet<string>): string[] {
  const lines = text.split("\n");
  const indent = (line: string) => line.search(/\S/);
  return lines.flatMap((line, at) =>
    [...line.matchAll(dynamicImport)].flatMap(([, specifier = ""]) => {
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

const ownerOf = (file: string, packages: readonly Package[]): Package | undefined =>
  packages.find(({ dir }) => file.startsWith(join(dir, "/")));

/** True if every installation of the package of a file has what it imports. */
function isOwn(specifier: string, file: string, packages: readonly Package[]): boolean {
  const manifest = ownerOf(file, packages)?.manifest;
  const name = packageOf(specifier);
  const isRequired = name in (manifest?.peerDependencies ?? {}) && !manifest?.peerDependenciesMeta?.[name]?.optional;
  return isRequired || name in (manifest?.dependencies ?? {});
}

/** Everything outside of the workspace that an entry and its workers reach. */
async function walk(entry: string, packages: readonly Package[]): Promise<readonly Need[]> {
  const needs: Need[] = [];
  const cameFrom = new Map<string, string>();
  const files = new Set([entry]);
  const pathTo = (file: string) => {
    const path = [file];
    for (let at = cameFrom.get(file); at !== undefined && path.length < 100; at = cameFrom.get(at)) path.unshift(at);
    return path;
  };
  const follow = (path: string, importer: string) => {
    if (!cameFrom.has(path) && !files.has(path)) cameFrom.set(path, importer);
    return { path };
  };
  const plugin: Plugin = {
    name: "needs",
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, importer, kind }) => {
        if (kind === "entry-point") return undefined;
        const { dir = "", manifest } = ownerOf(importer, packages) ?? {};
        const key = path.startsWith(".") ? `./${relative(dir, join(dirname(importer), path))}` : path;
        const standIn = manifest?.browser?.[key];
        if (standIn === false) return { path, namespace: "nothing" };
        const source = standIn?.startsWith(".")
          ? join(dir, standIn)
          : resolveSource(standIn ?? path, importer, packages);
        if (source !== undefined) return follow(source, importer);
        needs.push({ path: pathTo(importer), specifier: path });
        return { path, external: true };
      });
      build.onLoad({ filter: /./, namespace: "nothing" }, () => ({ contents: "" }));
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const contents = readFileSync(path, "utf8");
        for (const [, specifier = ""] of contents.matchAll(address)) {
          if (!specifier.startsWith(".")) needs.push({ path: pathTo(path), specifier });
          else {
            follow(resolve(dirname(path), specifier), path);
            files.add(resolve(dirname(path), specifier));
          }
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
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: "react-jsx" } },
      loader: { ".css": "empty" },
      outdir: "out",
      write: false,
      logLevel: "silent",
      plugins: [plugin],
    });
  return needs;
}

if (import.meta.main) await runCheck("entries", checkBrowserEntries);
