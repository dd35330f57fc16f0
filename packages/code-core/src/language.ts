/** The name of a language in editors: "typescript", "python", "shell". */
export type Language = string;

const extensions: Readonly<Record<string, string>> = {
  typescript: "ts mts cts",
  tsx: "tsx",
  javascript: "js mjs cjs jsx es6",
  python: "py pyi pyw",
  go: "go",
  rust: "rs",
  java: "java",
  kotlin: "kt kts",
  csharp: "cs csx",
  c: "c h",
  cpp: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino",
  "objective-c": "m mm",
  ruby: "rb rake gemspec ru podspec",
  php: "php phtml php5 php7",
  swift: "swift",
  scala: "scala sc sbt",
  dart: "dart",
  zig: "zig",
  lua: "lua",
  elixir: "ex exs",
  haskell: "hs lhs",
  groovy: "groovy gradle",
  shell: "sh bash zsh ksh bats",
  powershell: "ps1 psm1 psd1",
  sql: "sql ddl pgsql",
  css: "css scss less pcss",
  html: "html htm xhtml",
  vue: "vue",
  svelte: "svelte",
  markdown: "md markdown mdx mdown",
  json: "json jsonc json5 webmanifest",
  yaml: "yaml yml",
  toml: "toml",
};

const names: Readonly<Record<string, string>> = {
  ruby: "Rakefile Gemfile Guardfile Podfile Vagrantfile Brewfile Fastfile",
  shell: ".bashrc .bash_profile .profile .zshrc .zshenv .envrc PKGBUILD",
  toml: "Cargo.lock Pipfile poetry.lock uv.lock",
  json: ".eslintrc .prettierrc .babelrc composer.lock .swcrc",
  python: "SConstruct SConscript wscript",
  groovy: "Jenkinsfile",
  php: "artisan",
};

const interpreters: Readonly<Record<string, string>> = {
  shell: "sh bash zsh ksh dash ash bats",
  python: "python python2 python3 pypy pypy3",
  javascript: "node nodejs bun",
  typescript: "ts-node tsx deno",
  ruby: "ruby jruby",
  php: "php",
  lua: "lua luajit",
  elixir: "elixir",
  powershell: "pwsh powershell",
  swift: "swift",
  groovy: "groovy",
};

const byExtension = inverse(extensions);
const byName = inverse(names);
const byInterpreter = inverse(interpreters);

/** Detect the language of a file by its name, its extension or, if neither is known, the `#!` in its first line. */
export function languageOf(path: string, firstLine?: string): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const named = byName.get(name);
  if (named !== undefined) return named;
  const dot = name.lastIndexOf(".");
  if (dot > 0) {
    const known = byExtension.get(name.slice(dot + 1).toLowerCase());
    if (known !== undefined) return known;
  }
  return firstLine?.startsWith("#!") ? byShebang(firstLine) : undefined;
}

/** List every language that {@link languageOf} knows. */
export function knownLanguages(): readonly Language[] {
  return Object.keys(extensions);
}

function byShebang(line: string): Language | undefined {
  for (const word of line.slice(2, 256).trim().split(/\s+/)) {
    const program = word.slice(word.lastIndexOf("/") + 1);
    if (program === "env" || program.startsWith("-") || program.includes("=")) continue;
    return byInterpreter.get(program) ?? byInterpreter.get(program.replace(/[\d.]+$/, ""));
  }
  return undefined;
}

function inverse(table: Readonly<Record<string, string>>): ReadonlyMap<string, Language> {
  return new Map(
    Object.entries(table).flatMap(([language, words]) => words.split(" ").map((word) => [word, language])),
  );
}
