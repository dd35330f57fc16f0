import { languageOf } from "../language.ts";
import { nodeImports, type ReadText } from "./_node-imports.ts";
import { goImports, rustImports, suffixImports } from "./_path-imports.ts";
import { pathSet } from "./_path-set.ts";
import { pythonImports } from "./_python-imports.ts";

export interface ImportResolverOptions {
  /** Every file of the code base. */
  readonly paths: Iterable<string>;
  /** The text of a configuration file: package.json, tsconfig*.json, go.mod, Cargo.toml. */
  read(path: string): string | undefined;
}

/** The file that an import of a file refers to; undefined if it is not among the paths. */
export type ImportResolver = (from: string, specifier: string) => string | undefined;

const suffixes: Readonly<Record<string, readonly string[]>> = {
  java: [".java", ".kt"],
  kotlin: [".kt", ".java"],
  groovy: [".groovy", ".java"],
  scala: [".scala", ".java"],
  c: [".h", ".c"],
  cpp: [".h", ".hpp", ".hh", ".hxx", ".cuh"],
  "objective-c": [".h"],
  ruby: [".rb"],
  php: [".php"],
  shell: [".sh", ".bash", ".zsh", ".bats"],
  powershell: [".ps1", ".psm1", ".psd1"],
  lua: [".lua"],
  dart: [".dart"],
  zig: [".zig"],
  haskell: [".hs"],
  css: [".css", ".scss", ".less"],
};

/** Resolve imports against a list of paths, by the rules of each language; configuration files are read once. */
export function createImportResolver({ paths, read }: ImportResolverOptions): ImportResolver {
  const set = pathSet(paths);
  const made = new Map<string, ImportResolver | undefined>();
  const known = new Map<string, string | undefined>();
  return (from, specifier) => {
    const language = languageOf(from) ?? "";
    if (!made.has(language)) made.set(language, resolverOf(language, set, read));
    const resolver = made.get(language);
    if (!resolver) return undefined;
    const key = `${from}\n${specifier}`;
    if (!known.has(key)) known.set(key, resolver(from, specifier));
    return known.get(key);
  };
}

function resolverOf(language: string, set: ReturnType<typeof pathSet>, read: ReadText): ImportResolver | undefined {
  switch (language) {
    case "typescript":
    case "tsx":
    case "javascript":
    case "vue":
    case "svelte":
    case "html":
      return nodeImports(set, read);
    case "python":
      return pythonImports(set);
    case "go":
      return goImports(set, read);
    case "rust":
      return rustImports(set, read);
    default:
      return Object.hasOwn(suffixes, language) ? suffixImports(set, suffixes[language]!) : undefined;
  }
}
