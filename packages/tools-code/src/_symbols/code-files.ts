import {
  type CodeBase,
  createImportResolver,
  type FileModel,
  hasScopes,
  type ImportResolver,
  modelOf,
} from "@holdall/code-core";
import { readAhead } from "@holdall/pattern-core/internal";
import type { Backend, Path, ToolContext } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { originOf } from "@holdall/tool-kit/file-tools";
import { readUnlessGone } from "../_index/code-index.ts";
import { type DecodedSource, readDecoded } from "../_index/decode.ts";
import { type CodeView, refresh } from "../_index/refresh.ts";
import type { CodeToolsOptions } from "../options.ts";

/** A file as it was read for a question: without a model if its language has no scopes. */
export interface LoadedFile extends DecodedSource {
  readonly version: string;
  readonly model?: FileModel | undefined;
}

/** The files of a call that its session may see, to follow names through. */
export interface CodeFiles {
  readonly view: CodeView;
  isVisible(path: string): path is Path;
  /** Ask over the files that are loaded, load those that were missing, and ask again, until none is. */
  ask<T>(question: (base: CodeBase) => T): Promise<T>;
  /** Read files, those that are gone left out. */
  load(paths: Iterable<string>): Promise<void>;
  loaded(path: string): LoadedFile | undefined;
  /** What imports mean, by the configurations that are there. */
  resolver(): Promise<ImportResolver>;
  /** True when there were more files than one call reads. */
  readonly isCut: boolean;
}

/** Files that one call reads, and characters of theirs. */
const most = { files: 2_500, characters: 48 * 1024 * 1024 } as const;
/** Characters of the files whose models are kept for later calls. */
const kept = 6 * 1024 * 1024;
const ahead = { width: 16, maxWeight: 16 } as const;

const caches = new WeakMap<Backend, Map<Path, LoadedFile>>();
const configuration = /(?:^|\/)(?:package\.json|[^/]*tsconfig[^/]*\.json|jsconfig\.json|go\.mod|Cargo\.toml)$/;

/** Look at the files below some roots as they are now. */
export async function openCodeFiles(
  options: CodeToolsOptions,
  roots: readonly Path[],
  ctx: ToolContext,
): Promise<CodeFiles> {
  const { backend } = options;
  const { signal } = ctx;
  const view = await refresh(options, { roots }, ctx);
  const beyond = new Set<string>(view.beyond);
  const cache = cacheOf(backend);
  const own = new Map<string, LoadedFile | undefined>();
  const yieldToEventLoop = createYield(signal);
  let characters = 0;
  let isCut = false;

  const isVisible = (path: string): path is Path => view.files.has(path as Path) || beyond.has(path);
  const load = async (paths: Iterable<string>): Promise<void> => {
    const wanted: Path[] = [];
    for (const path of new Set(paths)) {
      if (own.has(path) || !isVisible(path)) continue;
      if (own.size + wanted.length >= most.files || characters > most.characters) {
        isCut = true;
        own.set(path, undefined);
      } else wanted.push(path);
    }
    const read = async (path: Path) => {
      const known = cache.get(path);
      if (known && known.version === view.index.states.get(path)?.version) return { path, file: known };
      const found = await readUnlessGone(backend, path, { signal });
      return { path, file: found && { version: found.version, bytes: found.bytes } };
    };
    for await (const { path, file } of readAhead([wanted], read, ahead)) {
      await yieldToEventLoop();
      const made = file && ("text" in file ? file : toLoaded(path, file.bytes, file.version));
      own.set(path, made);
      characters += made?.text.length ?? 0;
      if (made) remember(cache, path, made);
    }
  };

  let resolve: ImportResolver | undefined;
  const resolver = async () => {
    if (resolve) return resolve;
    await load([...view.files].filter((path) => configuration.test(path)));
    resolve = createImportResolver({
      paths: [...view.files, ...view.beyond],
      read: (path) => own.get(path)?.text,
    });
    return resolve;
  };
  const missing = new Set<string>();
  const base: CodeBase = {
    model(path) {
      if (own.has(path)) return own.get(path)?.model;
      if (isVisible(path)) missing.add(path);
      return undefined;
    },
    resolve: (from, specifier) => resolve?.(from, specifier),
    filesWith: (word) => view.filesWith(word),
  };

  return {
    view,
    isVisible,
    load,
    loaded: (path) => own.get(path),
    resolver,
    get isCut() {
      return isCut;
    },
    async ask(question) {
      await resolver();
      for (;;) {
        missing.clear();
        const answer = question(base);
        if (missing.size === 0) return answer;
        await load(missing);
        signal.throwIfAborted();
      }
    },
  };
}

function cacheOf(backend: Backend): Map<Path, LoadedFile> {
  const origin = originOf(backend);
  const known = caches.get(origin);
  if (known) return known;
  const made = new Map<Path, LoadedFile>();
  caches.set(origin, made);
  return made;
}

function remember(cache: Map<Path, LoadedFile>, path: Path, file: LoadedFile): void {
  cache.delete(path);
  cache.set(path, file);
  let characters = 0;
  if (cache.size % 64 !== 0) return;
  for (const { text } of cache.values()) characters += text.length;
  for (const [oldest, { text }] of cache) {
    if (characters <= kept) break;
    cache.delete(oldest);
    characters -= text.length;
  }
}

function toLoaded(path: Path, bytes: Uint8Array, version: string): LoadedFile | undefined {
  const decoded = readDecoded(path, bytes);
  if (!decoded) return undefined;
  const { text, language } = decoded;
  const model = language !== undefined && hasScopes(language) ? modelOf(text, language) : undefined;
  return { version, ...decoded, model };
}
