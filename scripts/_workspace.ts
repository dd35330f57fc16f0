import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { RegistryModules } from "./_registry-items.ts";

export type ExportTarget = string | Record<string, string>;

/** The fields of a package.json that the checks read. */
export interface Manifest {
  name: string;
  version?: string;
  private?: boolean;
  type?: string;
  bin?: Record<string, string>;
  files?: string[];
  exports?: Record<string, ExportTarget>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  optionalDependencies?: Record<string, string>;
  /** What bundlers for browsers take instead of a file or a package. */
  browser?: Record<string, string | false>;
  publishConfig?: { access?: string; exports?: Record<string, ExportTarget>; browser?: Record<string, string | false> };
  scripts?: Record<string, string>;
  /** `registry`: components that can be copied from its build. `page`: where its build has the page of calls for hosts of MCP Apps. `typesOnly`: entries that have nothing at run time. `peerEntries`: entries that exist for optional peers, and these. */
  holdall?: {
    isolateTests?: boolean;
    registry?: RegistryModules;
    page?: string;
    typesOnly?: string[];
    peerEntries?: Record<string, string[]>;
    maxSize?: Record<string, number>;
  };
}

export interface Package {
  /** Absolute path. */
  dir: string;
  /** Path from the workspace root, such as `packages/tool-core`. */
  folder: string;
  manifest: Manifest;
}

export interface Import {
  specifier: string;
  /** True when nothing of it is left at run time. */
  typeOnly: boolean;
}

/** What a check found: problems fail it, notes are only printed, `looked` says how much was looked at. */
export interface Report {
  looked: string;
  problems: string[];
  notes?: string[];
}

export type Check = (root: string) => Report | Promise<Report>;

/** The repository root. */
export const root = dirname(import.meta.dirname);

/** Every package, app and example below a root, sorted by folder. */
export function readWorkspace(from: string): Package[] {
  return globSync("{packages,apps,examples}/*/package.json", { cwd: from })
    .sort()
    .map((file) => {
      const folder = dirname(posix(file));
      return { dir: join(from, folder), folder, manifest: readJson<Manifest>(join(from, file)) };
    });
}

/** Parse a JSON file, naming the file when it does not parse. */
export function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (cause) {
    throw new Error(`${file} is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** The TypeScript sources of a package, sorted, as absolute paths. */
export function sourcesOf({ dir }: Package, kind: "code" | "test" | "all" = "all"): string[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: dir })
    .filter((file) => kind === "all" || isTest(file) === (kind === "test"))
    .sort()
    .map((file) => join(dir, file));
}

/** True for files that only tests use: `x.test.ts` and helpers named `_x.fixture.ts`. */
export function isTest(file: string): boolean {
  return /\.(test|test-d|fixture)\.tsx?$/.test(file);
}

const statement = /^(import|export)\b(\s+type\b(?!\s*(?:from|,)))?([^"'`;=()]*?\bfrom\s*)?\s*["']([^"']+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** The modules that a source text imports; statements count only at the start of a line, so examples in comments do not. */
export function importsOf(text: string): Import[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  const statements = [...code.matchAll(statement)].map(([, , type, , specifier = ""]) => ({
    specifier,
    typeOnly: type !== undefined,
  }));
  return [...statements, ...[...code.matchAll(dynamic)].map(([, specifier = ""]) => ({ specifier, typeOnly: false }))];
}

/** The package part of a bare specifier: `@holdall/mcp/http` gives `@holdall/mcp`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The source file behind a specifier, or undefined when it lies outside the workspace. */
export function resolveSource(specifier: string, from: string, packages: readonly Package[]): string | undefined {
  if (specifier.startsWith(".")) return resolve(dirname(from), specifier);
  const owner = packages.find(({ manifest }) => manifest.name === packageOf(specifier));
  const target = owner?.manifest.exports?.[`.${specifier.slice(owner.manifest.name.length)}`];
  return owner && typeof target === "string" ? join(owner.dir, target) : undefined;
}

/** A path from the root with forward slashes, as messages show it. */
export function show(file: string, from: string): string {
  return posix(relative(from, file));
}

/** The number of lines of a text, a trailing newline not counted. */
export function countLines(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

/** Read a file that may be absent. */
export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Run one check on the repository, print its report and set the exit code: what a check file does when it is the program. */
export async function runCheck(name: string, check: Check): Promise<void> {
  const report = await check(root);
  printReport(name, report);
  if (report.problems.length > 0) process.exitCode = 1;
}

/** Print one line for a check, then its notes and problems. */
export function printReport(name: string, { looked, problems, notes = [] }: Report): void {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"}  ${name.padEnd(10)} ${looked}`);
  for (const note of notes) console.log(`        ${note.replaceAll("\n", "\n        ")}`);
  for (const problem of problems) console.log(`      - ${problem.replaceAll("\n", "\n        ")}`);
}

export function posix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
