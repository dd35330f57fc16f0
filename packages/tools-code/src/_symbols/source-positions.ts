import {
  type CodeBase,
  type CodeSymbol,
  type Located,
  lineOf,
  lineStartsOf,
  outlineOf,
  textOf,
} from "@holdall/code-core";
import type { Path } from "@holdall/tool-core";
import type { CodeFiles } from "./code-files.ts";
import type { Definition, How } from "./schema.ts";

/** A name in a file, by the offset at which it begins. */
export interface SourcePosition {
  readonly path: Path;
  readonly offset: number;
}

/** What is known of a text by its version; made when it is asked for. */
interface TextFacts {
  readonly lines: Int32Array;
  symbols?: readonly CodeSymbol[];
}
const facts = new WeakMap<object, TextFacts>();

function factsOf(files: CodeFiles, path: string): TextFacts {
  const file = files.loaded(path);
  if (!file) return { lines: new Int32Array(1) };
  const known = facts.get(file);
  if (known) return known;
  const made: TextFacts = { lines: lineStartsOf(file.text) };
  facts.set(file, made);
  return made;
}

/** The definitions of a loaded file. */
export function symbolsOf(files: CodeFiles, path: string): readonly CodeSymbol[] {
  const of = factsOf(files, path);
  const { text = "", language } = files.loaded(path) ?? {};
  of.symbols ??= language === undefined ? [] : outlineOf(text, language);
  return of.symbols;
}

/** Line and column of an offset of a loaded file, both from 1. */
export function positionOf(
  files: CodeFiles,
  { path, offset }: SourcePosition,
): { readonly line: number; readonly column: number } {
  const { lines } = factsOf(files, path);
  const line = lineOf(lines, offset);
  return { line, column: offset - (lines[line - 1] ?? 0) + 1 };
}

/** The offset of a line and column of a loaded file. */
export function offsetOf(files: CodeFiles, path: string, line: number, column = 1): number {
  return (factsOf(files, path).lines[line - 1] ?? 0) + column - 1;
}

/** One line of a loaded file without its indentation, at most 200 characters. */
export function lineText(files: CodeFiles, path: string, line: number): string {
  const { lines } = factsOf(files, path);
  const text =
    files
      .loaded(path)
      ?.text.slice(lines[line - 1] ?? 0, lines[line] ?? undefined)
      .trim() ?? "";
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()} [cut]` : text;
}

export function placeOf(base: CodeBase, { path, declaration }: Located): SourcePosition {
  return { path: path as Path, offset: base.model(path)?.tokens.start[declaration.at] ?? 0 };
}

/** The definition at a location, with the text of the outline if it is there. */
export function describe(files: CodeFiles, place: SourcePosition, how: How): Definition {
  const { path, offset } = place;
  const line = positionOf(files, place).line;
  const symbol = symbolsOf(files, path).find(({ nameStart }) => nameStart === offset);
  if (symbol) {
    const { name, kind, container, signature, doc, endLine: end_line } = symbol;
    return { path, line, end_line, kind, name, signature, how, ...(container && { container }), ...(doc && { doc }) };
  }
  const model = files.loaded(path)?.model;
  const found = model?.declarations.find(({ at }) => model.tokens.start[at] === offset);
  const end =
    found && model
      ? lineOf(factsOf(files, path).lines, model.tokens.end[Math.max(found.at, found.to - 1)] ?? offset)
      : line;
  const name =
    found && model
      ? textOf(model.tokens, found.at)
      : (/^[\p{L}\p{N}_$]+/u.exec(files.loaded(path)?.text.slice(offset, offset + 200) ?? "")?.[0] ?? "");
  return {
    path,
    line,
    end_line: Math.max(line, end),
    kind: found?.kind.replace("_", " ") ?? "definition",
    name,
    signature: lineText(files, path, line),
    how,
    ...(found?.container && { container: found.container }),
  };
}
