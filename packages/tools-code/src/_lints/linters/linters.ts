import {
  type LinterParser,
  parseBiome,
  parseCargo,
  parseEslint,
  parseGoVet,
  parseMypy,
  parseOxlint,
  parsePyright,
  parseRuff,
  parseShellcheck,
  parseTsc,
} from "@holdall/language-servers/port";
import type { FoundConfig, HarmlessConfig } from "./found-config.ts";
import { harmlessMypy, hasMypySection } from "./mypy-config.ts";
import { oxlintRunsCode } from "./oxlint-config.ts";

/** A program that finds problems: which files it is for, how it is asked, and what its answer means. */
export interface Linter {
  readonly name: string;
  /** Names of its program, the first that is there is taken. */
  readonly programs: readonly string[];
  readonly files: RegExp;
  /** Names of configurations; the nearest decides where it runs. Without any the tool needs none. */
  readonly configs?: RegExp;
  /** The order in which it looks for its configurations in a folder, where it is not that of the alphabet. */
  readonly order?: readonly string[];
  /** What a configuration that other tools share must hold to be this tool's. */
  readonly section?: RegExp | ((config: FoundConfig) => boolean);
  /** The configuration that it gets in place of the project's own, so that it runs no code of the project. */
  harmless?(config: FoundConfig): HarmlessConfig;
  /** The language server that says the same, by its name. */
  readonly served?: string;
  /** It looks at all of a project, whichever files are requested. */
  readonly isWhole?: boolean;
  /** True when this configuration makes the tool run code of the project. */
  runsCode(config: FoundConfig): boolean;
  /** It writes beside its configuration, so that it runs in a copy. */
  readonly writes?: boolean;
  /** The program outside of the project comes first, so that it need not be trusted. */
  readonly prefersInstalled?: boolean;
  args(config: FoundConfig, files: readonly string[]): readonly string[];
  readonly parse: LinterParser;
}

const never = () => false;
const always = () => true;
const script = /\.[cm]?[jt]sx?$/;

export const linters: readonly Linter[] = [
  {
    name: "tsc",
    programs: ["tsc"],
    files: /\.([cm]?ts|tsx)$/,
    configs: /^tsconfig\.json$/,
    served: "typescript",
    isWhole: true,
    prefersInstalled: true,
    runsCode: never,
    args: ({ name = "tsconfig.json" }) => [
      "-p",
      name,
      "--noEmit",
      "--incremental",
      "false",
      "--composite",
      "false",
      "--pretty",
      "false",
      // A configuration could have it write a trace to any folder.
      "--generateTrace",
      "null",
      "--listFiles",
    ],
    parse: parseTsc,
  },
  {
    name: "biome",
    programs: ["biome"],
    files: /\.([cm]?[jt]sx?|jsonc?|css|graphql)$/,
    configs: /^\.?biome\.jsonc?$/,
    runsCode: never,
    args: (_, files) => ["lint", "--reporter=json", "--max-diagnostics=none", "--no-errors-on-unmatched", ...files],
    parse: parseBiome,
  },
  {
    name: "oxlint",
    programs: ["oxlint"],
    files: script,
    configs: /^\.?oxlintrc\.jsonc?$|^oxlint\.config\.[cm]?[jt]s$/,
    runsCode: oxlintRunsCode,
    // No other configuration than the one that was looked at.
    args: ({ name = ".oxlintrc.json" }, files) => [
      `--config=${name}`,
      "--disable-nested-config",
      "--format=json",
      ...files,
    ],
    parse: parseOxlint,
  },
  {
    name: "eslint",
    programs: ["eslint"],
    files: /\.([cm]?[jt]sx?|vue|svelte)$/,
    configs: /^eslint\.config\.[cm]?[jt]s$|^\.eslintrc(\.(c?js|json|ya?ml))?$/,
    runsCode: always,
    args: (_, files) => ["-f", "json", ...files],
    parse: parseEslint,
  },
  {
    name: "ruff",
    programs: ["ruff"],
    files: /\.pyi?$/,
    configs: /^\.?ruff\.toml$|^pyproject\.toml$/,
    section: /^\s*\[tool\.ruff[\].]/m,
    runsCode: never,
    args: (_, files) => ["check", "--output-format=json", "--no-fix", "--no-fix-only", "--no-cache", ...files],
    parse: parseRuff,
  },
  {
    name: "pyright",
    served: "pyright",
    programs: ["pyright", "basedpyright"],
    files: /\.pyi?$/,
    configs: /^pyrightconfig\.json$|^pyproject\.toml$/,
    section: /^\s*\[tool\.(based)?pyright[\].]/m,
    runsCode: never,
    args: (_, files) => ["--outputjson", ...files],
    parse: parsePyright,
  },
  {
    name: "mypy",
    programs: ["mypy"],
    files: /\.pyi?$/,
    configs: /^\.?mypy\.ini$|^pyproject\.toml$|^setup\.cfg$/,
    order: ["mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg"],
    section: hasMypySection,
    runsCode: never,
    harmless: harmlessMypy,
    args: (_, files) => ["--show-column-numbers", "--no-error-summary", "--no-color-output", "--no-pretty", ...files],
    parse: parseMypy,
  },
  {
    name: "go vet",
    programs: ["go"],
    files: /\.go$/,
    configs: /^go\.mod$/,
    isWhole: true,
    // It compiles, and cgo runs compilers with flags from the sources.
    runsCode: always,
    args: () => ["vet", "./..."],
    parse: parseGoVet,
  },
  {
    name: "cargo check",
    programs: ["cargo"],
    files: /\.rs$/,
    configs: /^Cargo\.toml$/,
    isWhole: true,
    // Cargo.lock, where there is none.
    writes: true,
    runsCode: always,
    args: () => ["check", "--message-format=json", "--offline", "--all-targets"],
    parse: parseCargo,
  },
  {
    name: "shellcheck",
    programs: ["shellcheck"],
    files: /\.(ba|da|k)?sh$/,
    runsCode: never,
    args: (_, files) => ["-f", "json1", "--norc", ...files],
    parse: parseShellcheck,
  },
];
