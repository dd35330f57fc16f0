import { readFile } from "node:fs/promises";
import { builtinModules, createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { root } from "./_workspace.ts";

/** Databases and mail stay out: PGlite alone is 26 MB, and few commands ask for one. They say how to install them; DuckDB is native, and installed beside the command. */
const installedBeside = ["pg", "@electric-sql/pglite", "nodemailer", "@duckdb/node-api"];

/** What unpacks xz and zstd in the portable shell is native; without it, the shell says that it cannot. */
const archiveFormats = ["node-liblzma", "@mongodb-js/zstd"];

/** What sets documents and draws diagrams, in threads of their own: some 200 MB, and native. They say how to install it. */
const documentEngines = [
  "@myriaddreamin/typst-ts-node-compiler",
  "mermaid",
  "linkedom",
  "beautiful-mermaid",
  "@resvg/resvg-js",
];

/**
 * What talks to models, or gives zod to extensions, uses all of it, its languages too, and what several chunks share is kept as whole as any of them
 * needs it. So these packages get a copy of their own, and a server starts with the quarter that it uses.
 */
const zodApart: Plugin = {
  name: "zod-apart",
  setup(build) {
    const namespace = "zod-apart";
    const whole = /[\\/](?:node_modules[\\/](?:ai|@ai-sdk|@anthropic-ai)[\\/]|extensions[\\/]builtin-modules\.ts$)/;
    build.onResolve({ filter: /^(zod(\/|$)|\.)/ }, async ({ path, importer, kind, resolveDir, ...from }) => {
      const isOne = from.namespace === namespace || (path.startsWith("zod") && whole.test(importer));
      if (!isOne || from.pluginData === namespace) return undefined;
      const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: namespace });
      return { ...found, namespace };
    });
    build.onLoad({ filter: /./, namespace }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "js",
      resolveDir: dirname(path),
    }));
  },
};

/** Runtimes and a network that the portable shell does not use. */
const unusedRuntimes: Plugin = {
  name: "unused-runtimes",
  setup(build) {
    const filter = /[\\/]just-bash[\\/]dist[\\/]bundle[\\/]chunks[\\/](?:js-exec|python3|undici)-\w+\.js$/;
    build.onLoad({ filter }, () => ({ contents: "export {};", loader: "js" }));
  },
};

/** How the command is bundled: it brings everything along, so that `npx` downloads one package of few files. */
export const commandBundle = {
  absWorkingDir: join(root, "apps/cli"),
  entryPoints: ["src/main.ts"],
  bundle: true,
  splitting: true,
  minify: true,
  // The texts stand in THIRD_PARTY_LICENSES.
  legalComments: "none",
  format: "esm",
  platform: "node",
  target: "es2023",
  mainFields: ["module", "main"],
  external: [...installedBeside, ...archiveFormats, ...builtinModules.flatMap((name) => [name, `node:${name}`])],
  plugins: [zodApart, unusedRuntimes],
  // CommonJS dependencies ask for Node's own modules, as the rest is bundled, and for what they can do without; createRequire would cost every chunk a millisecond.
  banner: {
    js: "const require = (name) => { const found = process.getBuiltinModule(name); if (!found) throw new Error(name + ' is not here'); return found; };",
  },
  // publint takes a chunk without imports that has a method named `require` for CommonJS.
  footer: { js: "\nexport {};" },
  write: false,
  metafile: true,
} satisfies BuildOptions;

/** What every command needs that opens tools, as one call of a file tool does. Commands that open none load little of it. */
export const loadedTogether = {
  together: [
    "src/commands/call/call.ts",
    "src/config/tools/open-programs.ts",
    ...["presets/src/internal.ts", "presets/src/session/scrubber.ts", "middleware/src/index.ts"].map(
      (module) => `../../packages/${module}`,
    ),
  ],
  light: ["src/commands/information/overview.ts", "src/commands/information/completion.ts", "src/commands/init.ts"],
  entry: "src/main.ts",
};

/** The threads of document tools, which are files beside the command. */
export const threadBundle = {
  ...commandBundle,
  entryPoints: [
    "pdf/engine/pdf-worker.ts",
    "diagram/diagram-worker.ts",
    "chart/chart-worker.ts",
    "images/picture-worker.ts",
  ].map((file) => join(root, "packages/tools-docs/src", file)),
  entryNames: "[name]",
  external: [...documentEngines, ...commandBundle.external],
  banner: {},
} satisfies BuildOptions;

const fromShell = createRequire(join(root, "packages/tools-shell/package.json"));
const interpreter = fromShell.resolve("just-bash");

/** SQLite in WebAssembly, which its thread looks for beside itself. */
export const sqliteEngine = createRequire(interpreter).resolve("sql.js/dist/sql-wasm.wasm");

/** The thread of `sqlite3` in the portable shell, which the interpreter looks for by this name beside its own code. */
export const sqliteBundle = {
  ...commandBundle,
  entryPoints: [join(dirname(interpreter), "chunks/sqlite3-worker.js")],
  entryNames: "[name]",
  splitting: false,
  plugins: [],
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;',
  },
} satisfies BuildOptions;
