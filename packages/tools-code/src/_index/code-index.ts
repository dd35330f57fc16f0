import {
  type CodeImport,
  type CodeSymbol,
  createSearchIndex,
  type FileToIndex,
  importsOf,
  outlineOf,
  type SearchIndex,
} from "@holdall/code-core";
import { type Backend, type Io, type Path, ToolError } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { originOf } from "@holdall/tool-kit/file-tools";
import { readDecoded } from "./decode.ts";
import { isMinified } from "./skipped-files.ts";

/** The known metadata of a file when it was read. */
export interface FileState {
  /** Size and time of the listing, or the version where there is no time; "" when it has to be read again. */
  readonly signature: string;
  readonly version: string;
  /** Why it is not in the index. */
  readonly left?: "binary" | "generated" | "too_large" | "no_room";
}

/** What a file says, as it was read. */
export interface SourceFile {
  readonly path: Path;
  readonly text: string;
  readonly version: string;
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly CodeImport[];
}

/** What all code tools of a backend know of its files. Each call decides what it may see. */
export interface CodeIndex {
  search: SearchIndex;
  readonly states: Map<Path, FileState>;
  /** Loads what an earlier session kept, once. */
  opened?: Promise<void>;
  /** An earlier session read some of it, and what it says of them is a hint: good for ranks, not for what is complete. */
  fromKept: boolean;
  /** Files that were read since the index was last written. */
  unkept: number;
  /** Milliseconds since 1970 when all of what is kept was read. */
  built: number;
  /** One refresh after the other. */
  readonly serially: ReturnType<typeof createSerialQueue>;
  readonly sources: Map<Path, SourceFile>;
}

const indexes = new WeakMap<Backend, CodeIndex>();

/** The index of a backend: one for all tools and sessions of the process. */
export function codeIndexOf(view: Backend): CodeIndex {
  const backend = originOf(view);
  const known = indexes.get(backend);
  if (known) return known;
  const fresh: CodeIndex = {
    search: createSearchIndex(),
    states: new Map(),
    fromKept: false,
    unkept: 0,
    built: 0,
    serially: createSerialQueue(),
    sources: new Map(),
  };
  indexes.set(backend, fresh);
  return fresh;
}

/** Files whose texts and symbols are kept, and their characters. */
const kept = { files: 64, characters: 4 * 1024 * 1024 } as const;

/** Read a file with its symbols and imports; nothing for what is gone, binary or may not be read. */
export async function readSource(view: Backend, path: Path, io: Io): Promise<SourceFile | undefined> {
  const { sources } = codeIndexOf(view);
  const read = await readUnlessGone(view, path, io);
  if (!read) {
    sources.delete(path);
    return undefined;
  }
  const known = sources.get(path);
  sources.delete(path);
  const source = known?.version === read.version ? known : parse(path, read.bytes, read.version);
  if (!source) return undefined;
  sources.set(path, source);
  let characters = 0;
  for (const { text } of sources.values()) characters += text.length;
  for (const [oldest, { text }] of sources) {
    if (sources.size <= kept.files && characters <= kept.characters) break;
    sources.delete(oldest);
    characters -= text.length;
  }
  return source;
}

function parse(path: Path, bytes: Uint8Array, version: string): SourceFile | undefined {
  const decoded = readDecoded(path, bytes);
  if (!decoded) return undefined;
  const { text, language } = decoded;
  return {
    path,
    text,
    version,
    symbols: language ? outlineOf(text, language) : [],
    imports: language ? importsOf(text, language) : [],
  };
}

/** A file for the search index, or why it is excluded. */
export function toIndex(path: Path, bytes: Uint8Array): FileToIndex | "binary" | "generated" {
  const source = parse(path, bytes, "");
  if (!source) return "binary";
  if (isMinified(source.text)) return "generated";
  return {
    path,
    text: source.text,
    symbols: source.symbols,
    imports: source.imports.map(({ specifier }) => specifier),
  };
}

export function forget({ search, states, sources }: CodeIndex, path: Path): void {
  search.remove(path);
  states.delete(path);
  sources.delete(path);
}

/** The bytes of a file, or nothing if it is gone, not a file or not readable. */
export async function readUnlessGone(view: Backend, path: Path, io: Io) {
  try {
    return await view.read(path, io);
  } catch (error) {
    if (
      ToolError.is(error) &&
      ["not_found", "wrong_kind", "permission_denied", "too_large", "stale"].includes(error.code)
    )
      return undefined;
    throw error;
  }
}
