import { type Backend, basename, dirname, isWithin, joinPath, type Path } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { FoundConfig } from "./found-config.ts";
import type { Linter } from "./linters.ts";

/** A tool in a folder, with the files that it checks. */
export interface LintTask {
  readonly linter: Linter;
  /** The folder of its configuration, where it runs. */
  readonly folder: Path;
  readonly config: FoundConfig;
  readonly files: Path[];
}

export interface DetectOptions {
  readonly backend: Backend;
  readonly linters: readonly Linter[];
  /** Configurations above it are not looked at. */
  readonly root: Path;
  readonly signal: AbortSignal;
}

/** The tools that files have, by their nearest configurations. */
export async function detectLinters(files: readonly Path[], options: DetectOptions): Promise<readonly LintTask[]> {
  const { backend, linters, root, signal } = options;
  const names = new Map<Path, Promise<readonly string[]>>();
  const texts = new Map<Path, Promise<string>>();
  const namesIn = (folder: Path) => {
    let listing = names.get(folder);
    if (!listing) {
      listing = listNames(backend, folder, signal);
      names.set(folder, listing);
    }
    return listing;
  };
  const textOf = (path: Path) => {
    let text = texts.get(path);
    if (!text) {
      text = readText(backend, path, signal);
      texts.set(path, text);
    }
    return text;
  };
  const find = async (
    { configs, section, order = [] }: Linter,
    from: Path,
  ): Promise<[Path, FoundConfig] | undefined> => {
    if (!configs) return [isWithin(from, root) ? root : from, { name: undefined, text: "" }];
    for (let folder = from; ; folder = dirname(folder)) {
      const here = await namesIn(folder);
      for (const name of [...order.filter((each) => here.includes(each)), ...here]) {
        if (!configs.test(name)) continue;
        const text = await textOf(joinPath(folder, name));
        const config = { name, text };
        if (isShared.test(name) && section && !isFor(section, config)) continue;
        return [folder, config];
      }
      if (folder === root || !isWithin(folder, root) || folder === "/") return undefined;
    }
  };
  const tasks = new Map<string, LintTask>();
  for (const file of files) {
    for (const linter of linters) {
      if (!linter.files.test(basename(file))) continue;
      const [folder, config] = (await find(linter, dirname(file))) ?? [];
      if (!folder || !config) continue;
      const key = `${linter.name}\0${folder}`;
      const task = tasks.get(key) ?? { linter, folder, config, files: [] };
      task.files.push(file);
      tasks.set(key, task);
    }
  }
  return [...tasks.values()];
}

const isFor = (section: NonNullable<Linter["section"]>, config: FoundConfig): boolean =>
  typeof section === "function" ? section(config) : section.test(config.text);

/** Configurations that several tools share. */
const isShared = /^(pyproject\.toml|setup\.cfg)$/;

async function listNames(backend: Backend, folder: Path, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    for await (const { path, kind } of backend.list(folder, { signal }))
      if (kind !== "directory") found.push(basename(path));
  } catch {
    // A folder that is not there, or may not be seen, holds no configuration.
    signal.throwIfAborted();
  }
  return found.sort();
}

async function readText(backend: Backend, path: Path, signal: AbortSignal): Promise<string> {
  const file = await unlessMissing(backend.read(path, { signal }));
  return file ? new TextDecoder().decode(file.bytes) : "";
}
