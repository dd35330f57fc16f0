import { type CodeSymbol, complexityOf, languageOf } from "@holdall/code-core";
import { fileFilter } from "@holdall/pattern-core/internal";
import { type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { showPath } from "@holdall/tool-kit/file-tools";
import { type CodeFiles, openCodeFiles } from "../_symbols/code-files.ts";
import { symbolsOf } from "../_symbols/source-positions.ts";
import type { CodeToolsOptions } from "../options.ts";
import { cyclesOf, dependentsOf, type Imports, openImports } from "./import-links.ts";
import type { AnalyzeCodeInput, AnalyzeCodeOutput, AnalyzedFile, AnalyzedPart } from "./schema.ts";

/** Files that are looked at, and listed; entries of one list, and cycles. */
const [maxFiles, maxListed, maxEntries, maxCycles] = [1_000, 100, 300, 20];
const ofFile: readonly AnalyzedPart[] = ["outline", "imports", "complexity", "dependents"];

/** What `analyze_code` answers: a file in full, many files by their largest. */
export async function analyzeCode(
  options: CodeToolsOptions,
  input: AnalyzeCodeInput,
  ctx: ToolContext,
): Promise<AnalyzeCodeOutput> {
  const { root, glob } = placeOfGlob(input.path, ctx);
  const stat = root === "/" ? undefined : await options.backend.stat(root, { signal: ctx.signal });
  if (root !== "/" && !stat)
    throw new ToolError("not_found", `${root} does not exist.`, {
      hint: "Find it with {glob_files} or {list_directory}.",
      data: { path: root },
    });
  const isFile = stat?.kind === "file";
  const files = await openCodeFiles(
    options,
    isFile ? [ctx.cwd, root] : [root, ...(root === ctx.cwd ? [] : [ctx.cwd])],
    ctx,
  );
  const below = root === "/" ? "/" : `${root}/`;
  const matches = glob === undefined ? () => true : matcherOf(glob, root);
  const all = isFile
    ? [root].filter((path) => files.isVisible(path))
    : [...files.view.files].filter((path) => path.startsWith(below) && isCode(path) && matches(path)).sort();
  if (isFile && all.length === 0)
    throw new ToolError("unsupported", `${root} cannot be analyzed: it is binary, generated, too large or ignored.`, {
      hint: "Read it with {read_file}.",
    });
  const looked = all.slice(0, maxFiles);
  await files.load(looked);
  const imports = await openImports(files);
  const one = looked.length === 1;
  const show = new Set(input.show ?? (one ? ofFile : []));
  const depth = input.depth ?? 2;
  const notes: string[] = [];
  let [isUnresolved, moreEntries] = [false, 0];
  const listOf: ListOf = (entries, what, path) => {
    if (entries.length > maxEntries) {
      moreEntries += entries.length - maxEntries;
      notes.push(`Only the first ${maxEntries} of ${entries.length} ${what} of ${showPath(path)} are listed.`);
    }
    return entries.slice(0, maxEntries);
  };
  const links = new Map<string, readonly string[]>();
  const sized = looked.map((path): Sized => {
    const found = imports.importsIn(path);
    links.set(path, [...new Set(found.flatMap(({ path: to }) => (to === undefined || to === path ? [] : [to])))]);
    return { path, lines: countLines(files.loaded(path)?.text ?? ""), imports: found };
  });
  const listed = sized
    .sort((a, b) => b.lines - a.lines)
    .slice(0, maxListed)
    .map((each) => summaryOf(files, each, show, depth, listOf));
  if (show.has("dependents"))
    for (const each of listed.slice(0, 20)) {
      const { found, complete } = await dependentsOf(files, imports, each.path as Path);
      if (!complete) {
        isUnresolved = true;
        notes.push(`More files may import ${showPath(each.path)}: its name is too common to check all of them.`);
      }
      each.dependents = listOf(found, "dependents", each.path);
    }
  const cycles = cyclesOf(links);
  notes.push(
    ...(all.length > looked.length
      ? [`Only the first ${looked.length} of ${all.length} files were analyzed; name a folder in it.`]
      : []),
    ...(show.has("dependents") && listed.length > 20 ? ["Dependents are listed for the 20 largest files."] : []),
    ...(cycles.length > maxCycles ? [`Only ${maxCycles} of ${cycles.length} cycles are listed.`] : []),
    ...(all.length === 0 ? ["It contains no code that may be read."] : []),
  );
  return {
    files: listed,
    total: all.length,
    cycles: cycles.slice(0, maxCycles),
    ...leftOut({
      beyond_limit: all.length - listed.length,
      entries: moreEntries + Math.max(0, cycles.length - maxCycles),
      unresolved: isUnresolved || files.isCut,
    }),
    notes,
  };
}

/** As many entries of a file as are listed, with a note of what is left out. */
type ListOf = <T>(entries: readonly T[], what: string, path: string) => T[];

interface Sized {
  readonly path: Path;
  readonly lines: number;
  readonly imports: ReturnType<Imports["importsIn"]>;
}

const countLines = (text: string): number =>
  text === "" ? 0 : text.split(/\r\n|\r|\n/).length - (/[\r\n]$/.test(text) ? 1 : 0);

function summaryOf(
  files: CodeFiles,
  { path, lines, imports }: Sized,
  show: ReadonlySet<AnalyzedPart>,
  depth: number,
  listOf: ListOf,
): AnalyzedFile {
  const { text = "", language } = files.loaded(path) ?? {};
  const symbols = symbolsOf(files, path);
  const measured = show.has("complexity") && language !== undefined ? complexityOf(text, language) : [];
  return {
    path,
    ...(language !== undefined && { language }),
    lines,
    symbols: symbols.length,
    ...(show.has("outline") && { outline: listOf(outlineTo(symbols, depth), "definitions", path) }),
    ...(show.has("imports") && { imports: listOf(imports, "imports", path) }),
    ...(show.has("complexity") && {
      complexity: measured
        .slice(0, 10)
        .map(({ symbol: { name, container, line }, cyclomatic, lines: length, depth: nested }) => ({
          name: container === undefined ? name : `${container}.${name}`,
          line,
          cyclomatic,
          lines: length,
          depth: nested,
        })),
    }),
  };
}

function outlineTo(symbols: readonly CodeSymbol[], depth: number): NonNullable<AnalyzedFile["outline"]> {
  const level = ({ container }: CodeSymbol) => (container === undefined ? 1 : container.split(".").length + 1);
  return symbols
    .filter((symbol) => level(symbol) <= depth)
    .map((symbol) => {
      const { line, endLine: end, kind, name, signature, exported, container } = symbol;
      const full = container === undefined ? name : `${container}.${name}`;
      const members = symbols.filter(
        (other) => other.container === full && other.line >= line && other.line <= end,
      ).length;
      return { line, end_line: end, depth: level(symbol), kind, name, signature, exported, members };
    });
}

function placeOfGlob(written: string, { cwd }: ToolContext): { readonly root: Path; readonly glob?: string } {
  const special = written.search(/[*?{[]/);
  if (special === -1) return { root: toPath(written, cwd) };
  const cut = written.lastIndexOf("/", special);
  return { root: toPath(cut === -1 ? "." : written.slice(0, cut) || "/", cwd), glob: written.slice(cut + 1) };
}

function matcherOf(glob: string, root: Path): (path: Path) => boolean {
  const wants = fileFilter(root, { glob });
  return (path) => Boolean(wants(path, "file"));
}

const prose = new Set(["markdown", "json", "yaml", "toml", "html", "css"]);
const isCode = (path: string): boolean => {
  const language = languageOf(path);
  return language !== undefined && !prose.has(language);
};
