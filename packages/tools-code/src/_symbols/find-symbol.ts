import {
  type CodeBase,
  definitionsAt,
  type FileModel,
  type Located,
  membersNamed,
  occurrencesOf,
  textOf,
} from "@holdall/code-core";
import { nearest, type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { showPath } from "@holdall/tool-kit/file-tools";
import type { CodeToolsOptions } from "../options.ts";
import { type CodeFiles, openCodeFiles } from "./code-files.ts";
import { type AskedSymbol, parseSymbol, unusualNames } from "./parse-symbol.ts";
import type { How } from "./schema.ts";
import { offsetOf, placeOf, positionOf, type SourcePosition, symbolsOf } from "./source-positions.ts";
import { type AskedPlace, symbolAt } from "./symbol-at.ts";

export interface AskedFor extends AskedPlace {
  readonly symbol?: string | undefined;
}

/** The meaning of a call's symbol. */
export interface FoundSymbol {
  readonly files: CodeFiles;
  readonly asked: AskedSymbol;
  readonly places: readonly SourcePosition[];
  readonly how: How;
  /** The package that defines it. */
  readonly external?: string | undefined;
  /** The use, or definition, at which a language server is asked. */
  readonly at?: SourcePosition | undefined;
  readonly notes: readonly string[];
}

/** Files with a definition of the name that are read. */
const maxDefining = 300;

/** Find the definitions that a call asks for: at a use, in a file, or by the name alone. Throws `not_found` with similar names. */
export async function findSymbol(options: CodeToolsOptions, input: AskedFor, ctx: ToolContext): Promise<FoundSymbol> {
  const symbol = input.symbol ?? (await symbolAt(options, input, ctx));
  const parsed = parseSymbol(symbol);
  const unusual = unusualNames(symbol);
  if (parsed.name === "" && unusual.length === 0)
    throw new ToolError("invalid_input", `symbol "${symbol.slice(0, 100)}" has no name in it.`, {
      hint: "Write a name, such as parseUrl, Parser.parse or src/url.ts:parseUrl. For exact text use {grep_files}.",
    });
  const given = input.path || parsed.path;
  const path = given === undefined ? undefined : toPath(given, ctx.cwd);
  const stat = path && (await options.backend.stat(path, { signal: ctx.signal }));
  const files = await openCodeFiles(options, stat?.kind === "file" ? [ctx.cwd, path!] : [ctx.cwd], ctx);
  // A name with signs in it, such as empty? or operator+, is found as it is written, where it is defined.
  const written = await firstDefined(files, unusual);
  const asked: AskedSymbol = { ...parsed, ...written };
  if (asked.name === "") throw await notFound({ ...asked, name: symbol.slice(0, 100) }, files, undefined);
  const notes: string[] = [];
  let file = stat?.kind === "file" ? path : undefined;
  const folder = stat?.kind === "directory" ? path : undefined;
  if (path && !stat) {
    const same = [...files.view.files].filter((each) => each.endsWith(`/${given!.replace(/^(?:\.?\/)+/, "")}`));
    if (same.length !== 1) throw noFile(path, same, files);
    file = same[0]!;
    notes.push(`${showPath(given!)} does not exist; ${showPath(file)} was meant.`);
  }
  const line = input.line ?? asked.line;
  if (file && files.isVisible(file)) {
    await files.load([file]);
    const inside = await findInFile(files, file, asked, line);
    if (inside && (inside.places.length > 0 || inside.external !== undefined))
      return { files, asked, notes, ...inside };
    const byName = await findByName(files, asked, undefined);
    if (byName.places.length === 0) throw await notFound(asked, files, file);
    return {
      files,
      asked,
      ...byName,
      at: inside?.at,
      notes: [
        ...notes,
        ...byName.notes,
        ...(inside?.at ? [] : [`${showPath(file)} does not have ${asked.name}; found by its name elsewhere.`]),
      ],
    };
  }
  const byName = await findByName(files, asked, folder);
  if (byName.places.length > 0) return { files, asked, ...byName, notes: [...notes, ...byName.notes] };
  const elsewhere = folder ? await findByName(files, asked, undefined) : byName;
  if (elsewhere.places.length === 0) throw await notFound(asked, files, folder);
  return {
    files,
    asked,
    ...elsewhere,
    notes: [...notes, ...elsewhere.notes, `Not below ${showPath(folder!)}; found elsewhere.`],
  };
}

/** The first reading of a name that something defines. */
async function firstDefined<T extends Pick<AskedSymbol, "name" | "containers">>(
  files: CodeFiles,
  readings: readonly T[],
): Promise<T | undefined> {
  for (const reading of readings) {
    const paths = files.view.filesDefining(reading.name).slice(0, maxDefining);
    await files.load(paths);
    if (paths.some((path) => symbolsOf(files, path).some(({ name }) => name === reading.name))) return reading;
  }
  return undefined;
}

type Inside = Pick<FoundSymbol, "places" | "how" | "external" | "at">;
/** What the name alone leads to. */
type Named = Inside & Pick<FoundSymbol, "notes">;

async function findInFile(
  files: CodeFiles,
  path: Path,
  asked: AskedSymbol,
  line: number | undefined,
): Promise<Inside | undefined> {
  const model = files.loaded(path)?.model;
  if (!model) return findInOutline(files, path, asked, line);
  const tokens = tokensNamed(
    model,
    asked,
    (at) => positionOf(files, { path, offset: model.tokens.start[at]! }).line,
    line,
  );
  if (tokens.length === 0) return undefined;
  const first: SourcePosition = { path, offset: model.tokens.start[tokens[0]!]! };
  return files.ask((base) => {
    let external: string | undefined;
    for (const at of tokens) {
      const { found, how, external: outside } = definitionsAt(base, path, at);
      external ??= outside;
      if (found.length > 0)
        return { places: found.map((one) => placeOf(base, one)), how, at: { path, offset: model.tokens.start[at]! } };
    }
    return { places: [], how: "name" as const, external, at: first };
  });
}

/** Tokens with the name, the likeliest first: those of the line and its neighbors, or definitions before uses. */
function tokensNamed(
  model: FileModel,
  { name, containers }: AskedSymbol,
  lineAt: (token: number) => number,
  line: number | undefined,
): readonly number[] {
  const found = new Map<number, number>();
  const container = containers.at(-1);
  for (const one of model.declarations) {
    if (one.name !== name || one.importIndex >= 0) continue;
    const fits = container === undefined || one.container.split(".").at(-1) === container;
    found.set(one.at, (fits ? 0 : 10) + (one.isLocal ? 2 : 0) + (one.kind === "parameter" ? 3 : 0));
  }
  for (const { at } of model.uses) {
    if (found.has(at) || textOf(model.tokens, at) !== name) continue;
    const fits = container === undefined || textOf(model.tokens, at - 2) === container;
    found.set(at, fits ? 6 : 16);
  }
  let all = [...found];
  if (line !== undefined) {
    const near = all
      .map(([at, rank]) => [at, rank, Math.abs(lineAt(at) - line)] as const)
      .filter(([, , away]) => away <= 2);
    if (near.length > 0) return near.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]).map(([at]) => at);
  }
  const best = all.filter(([, rank]) => rank < 10);
  if (best.length > 0) all = best;
  return all
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .slice(0, 60)
    .map(([at]) => at);
}

function findInOutline(files: CodeFiles, path: Path, asked: AskedSymbol, line: number | undefined): Inside | undefined {
  const symbols = symbolsOf(files, path).filter((symbol) => symbol.name === asked.name);
  const fitting = symbols.filter(({ container }) => fits(container, asked.containers, path));
  const chosen = fitting.length > 0 ? fitting : symbols;
  if (chosen.length > 0) {
    const places = chosen.map(({ nameStart: offset }) => ({ path, offset }));
    return { places, how: "scope", at: places[0] };
  }
  const { text = "", language = "" } = files.loaded(path) ?? {};
  const uses = occurrencesOf(text, language, asked.name) ?? [];
  const from = line === undefined ? 0 : offsetOf(files, path, line - 2);
  const use = uses.find(({ start }) => start >= from) ?? uses[0];
  return use && { places: [], how: "name", at: { path, offset: use.start } };
}

async function findByName(files: CodeFiles, asked: AskedSymbol, folder: Path | undefined): Promise<Named> {
  const below = folder === undefined || folder === "/" ? "/" : `${folder}/`;
  const defining = files.view.filesDefining(asked.name).filter((path) => path.startsWith(below));
  const read = defining.slice(0, maxDefining);
  const left = defining.length - read.length;
  const notes = left > 0 ? [`${left} more files define ${asked.name} and were not looked at; name a path.`] : [];
  await files.load(read);
  const named = read.flatMap((path) =>
    symbolsOf(files, path)
      .filter(({ name }) => name === asked.name)
      .map(({ nameStart: offset, container, kind }) => ({ path, offset, container, kind })),
  );
  const chosen = named.filter(({ container, path }) => fits(container, asked.containers, path));
  if (chosen.length > 0) return { places: chosen.filter(isDefinition(chosen)), how: "name", notes };
  if (asked.containers.length > 0) {
    const inherited = await findMember(files, asked);
    if (inherited.length > 0) return { places: inherited, how: "typed", notes };
  }
  return { places: named.filter(isDefinition(named)), how: "name", notes };
}

/** Headings, keys and tests of that name count only where nothing else has it. */
const isDefinition = (all: readonly { readonly kind: string }[]) => {
  const weak = /^(?:heading|key|test|selector|rule|object)$/;
  const hasReal = all.some(({ kind }) => !weak.test(kind));
  return ({ kind }: { readonly kind: string }) => !hasReal || !weak.test(kind);
};

/** `Foo.bar` where bar is a member that Foo has of another, or of its module. */
async function findMember(files: CodeFiles, { name, containers }: AskedSymbol): Promise<readonly SourcePosition[]> {
  const container = containers.at(-1)!;
  const defining = files.view.filesDefining(container).slice(0, 50);
  await files.load(defining);
  return files.ask((base) => {
    const owners = defining.flatMap((path) =>
      (base.model(path)?.declarations ?? [])
        .filter((one) => one.name === container && one.shape >= 0)
        .map((declaration) => ({ path, declaration })),
    );
    const found = owners.flatMap(({ path, declaration }) =>
      membersNamed(base, { path, shape: declaration.shape }, name),
    );
    return found.map((one) => placeOf(base, one));
  });
}

/** A container as it was asked for is the end of that which a symbol has, or the name of its file. */
function fits(container: string | undefined, asked: readonly string[], path: string): boolean {
  if (asked.length === 0) return true;
  const own = [...path.replace(/\.[^./]*$/, "").split("/"), ...(container?.split(".") ?? [])].slice(-asked.length);
  return own.join(".") === asked.join(".");
}

/** The definition of the outline as scopes know it. */
export function locatedAt(base: CodeBase, { path, offset }: SourcePosition): readonly Located[] {
  const model = base.model(path);
  if (!model) return [];
  return model.declarations
    .filter(({ at, importIndex }) => importIndex < 0 && model.tokens.start[at] === offset)
    .map((declaration) => ({ path, declaration }));
}

async function notFound(
  { name, containers }: AskedSymbol,
  files: CodeFiles,
  where: Path | undefined,
): Promise<ToolError> {
  const { view } = files;
  const similar: string[] = [];
  for (const folded of view.namesLike(name)) {
    const paths = view.filesDefining(folded).slice(0, 3);
    await files.load(paths);
    for (const path of paths)
      for (const symbol of symbolsOf(files, path))
        if (symbol.name.replaceAll(/[_$]/g, "").toLowerCase() === folded && !similar.includes(symbol.name))
          similar.push(symbol.name);
  }
  const grep = `{grep_files} with pattern "\\\\b${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\\\b"`;
  return new ToolError(
    "not_found",
    `No definition of ${[...containers, name].join(".")} was found in ${view.files.size} ${view.files.size === 1 ? "file" : "files"}${where ? `, nor in ${where}` : ""}.`,
    {
      hint: `${similar.length > 0 ? `Similar names: ${similar.slice(0, 8).join(", ")}. ` : ""}For its text use ${grep}.`,
      data: { similar },
    },
  );
}

function noFile(path: Path, same: readonly Path[], { view }: CodeFiles): ToolError {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const all =
    same.length > 0
      ? same
      : nearest(
          name,
          [...view.files].map((each) => each.slice(each.lastIndexOf("/") + 1)),
        );
  return new ToolError("not_found", `${path} does not exist.`, {
    hint: `${all.length > 0 ? `Similar files: ${all.slice(0, 5).join(", ")}. ` : ""}Leave path out to find the symbol by its name.`,
    data: { path },
  });
}
