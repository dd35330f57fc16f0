import { type CodeSymbol, complexityOf, languageOf } from "@holdall/code-core";
import { fileFilter } from "@holdall/pattern-core/find-files";
import { type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { type CodeFiles, openCodeFiles } from "../_symbols/code-files.ts";
import { symbolsOf } from "../_symbols/places.ts";
import type { CodeToolsOptions } from "../options.ts";
import { cyclesOf, type Imports, importWords, openImports } from "./import-links.ts";
import type { AnalyzeCodeInput, AnalyzeCodeOutput, AnalyzedFile, AnalyzedPart } from "./schema.ts";

/** Files that are looked at, and listed; entries of one list. */
const [maxFiles, maxListed, maxEntries] = [1_000, 100, 300];
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
  const analyzed: AnalyzedFile[] = [];
  const links = new Map<string, readonly string[]>();
  for (const path of looked) {
    const found = imports.importsIn(path);
    links.set(path, [...new Set(found.flatMap(({ path: to }) => (to === undefined || to === path ? [] : [to])))]);
    analyzed.push(summaryOf(files, path, show, depth, found));
  }
  const listed = one ? analyzed : analyzed.toSorted((a, b) => b.lines - a.lines).slice(0, maxListed);
  if (show.has("dependents"))
    for (const each of listed.slice(0, 20)) each.dependents = await dependentsOf(files, imports, each.path as Path);
  const notes = [
    ...(all.length > looked.length
      ? [`Only the first ${looked.length} of ${all.length} files were looked at; name a folder in it.`]
      : []),
    ...(show.has("dependents") && listed.length > 20 ? ["Dependents are listed of the 20 largest files."] : []),
    ...(all.length === 0 ? ["There is no code in it that may be read."] : []),
  ];
  return {
    files: listed,
    total: all.length,
    omitted: all.length - listed.length,
    cycles: cyclesOf(links).slice(0, 20),
    complete: all.length === listed.length && !files.isCut,
    notes,
  };
}

function summaryOf(
  files: CodeFiles,
  path: Path,
  show: ReadonlySet<AnalyzedPart>,
  depth: number,
  imports: ReturnType<Imports["importsIn"]>,
): AnalyzedFile {
  const { text = "" } = files.loaded(path) ?? {};
  const language = languageOf(path, text.slice(0, 200).split("\n", 1)[0]);
  const symbols = symbolsOf(files, path);
  const measured = show.has("complexity") && language !== undefined ? complexityOf(text, language) : [];
  return {
    path,
    ...(language !== undefined && { language }),
    lines: text === "" ? 0 : text.split(/\r\n|\r|\n/).length - (/[\r\n]$/.test(text) ? 1 : 0),
    symbols: symbols.length,
    ...(show.has("outline") && { outline: outlineTo(symbols, depth) }),
    ...(show.has("imports") && { imports: imports.slice(0, maxEntries) }),
    ...(show.has("complexity") && {
      complexity: measured
        .slice(0, 10)
        .map(({ symbol: { name, container, line }, cyclomatic, lines, depth: nested }) => ({
          name: container === undefined ? name : `${container}.${name}`,
          line,
          cyclomatic,
          lines,
          depth: nested,
        })),
    }),
  };
}

function outlineTo(symbols: readonly CodeSymbol[], depth: number): NonNullable<AnalyzedFile["outline"]> {
  const level = ({ container }: CodeSymbol) => (container === undefined ? 1 : container.split(".").length + 1);
  return symbols
    .filter((symbol) => level(symbol) <= depth)
    .slice(0, maxEntries)
    .map((symbol) => {
      const { line, endLine: end, kind, name, signature, exported, container } = symbol;
      const full = container === undefined ? name : `${container}.${name}`;
      const members = symbols.filter(
        (other) => other.container === full && other.line >= line && other.line <= end,
      ).length;
      return { line, end, depth: level(symbol), kind, name, signature, exported, members };
    });
}

/** Visible files that import one, by what their imports lead to. */
async function dependentsOf(files: CodeFiles, imports: Imports, path: Path): Promise<string[]> {
  const candidates = [...new Set(importWords(path).flatMap((word) => files.view.filesWith(word)))].slice(0, 1_000);
  await files.load(candidates);
  return candidates
    .filter((each) => each !== path && imports.importsIn(each).some(({ path: to }) => to === path))
    .sort()
    .slice(0, maxEntries);
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
