import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";

interface Manifest {
  exports?: Record<string, string>;
  bin?: Record<string, string>;
}

const manifest = JSON.parse(readFileSync(resolve("package.json"), "utf8")) as Manifest;

/** The source files behind `exports` and `bin`, keyed by their path below src without the extension. */
function entries(): Record<string, string> {
  const sources = Object.values(manifest.exports ?? {}).filter((file) => /^\.\/src\/.*\.tsx?$/.test(file));
  for (const file of Object.values(manifest.bin ?? {})) {
    sources.push(file.replace(/^(?:\.\/)?dist\/(.*)\.js$/, "./src/$1.ts"));
  }
  return Object.fromEntries(sources.map((file) => [file.replace(/^\.\/src\/|\.tsx?$/g, ""), file]));
}

/** Style sheets that a package exports go out as they are. */
function copyStyles(): void {
  const styles = Object.values(manifest.exports ?? {}).filter((file) => file.endsWith(".css"));
  for (const file of styles) copyFileSync(file, file.replace("./src/", "./dist/"));
}

/** A library keeps its dependencies outside and stays readable. */
const library: Options = { splitting: true, treeshake: false, minify: false };

/**
 * What talks to models uses all of zod, its languages too, and what several chunks share is kept as whole as any of them
 * needs it. So these packages get a copy of their own, and a server starts with the quarter that it uses.
 */
const zodApart: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "zod-apart",
  setup(build) {
    const namespace = "zod-apart";
    const whole = /[\\/]node_modules[\\/](ai|@ai-sdk|@anthropic-ai)[\\/]/;
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

/** A command brings everything along, so that `npx` downloads one package of few files. */
const command: Options = {
  splitting: true,
  minify: true,
  // The databases stay out: PGlite alone is 26 MB, and few commands ask for one. They say how to install them.
  noExternal: [/^(?!pg$|@electric-sql\/pglite$)/],
  external: ["pg", "@electric-sql/pglite", ...builtinModules.flatMap((name) => [name, `node:${name}`])],
  // CommonJS dependencies ask for Node's own modules, as the rest is bundled, and for what they can do without; createRequire would cost every chunk a millisecond.
  banner: {
    js: "const require = (name) => { const found = process.getBuiltinModule(name); if (!found) throw new Error(name + ' is not here'); return found; };",
  },
  esbuildPlugins: [zodApart],
};

/** Types come from tsc, because tsup cannot drive TypeScript 7; `./x.ts` becomes `./x.js` for consumers. */
async function emitTypes(): Promise<void> {
  copyStyles();
  const tsc = resolve(import.meta.dirname, "node_modules/.bin/tsc");
  execFileSync(tsc, ["--emitDeclarationOnly"], { stdio: "inherit", shell: process.platform === "win32" });
  for (const file of globSync("dist/**/*.d.ts")) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/((?:from|import\()\s*"\.{1,2}\/[^"]*)\.tsx?"/g, '$1.js"'));
  }
}

export default defineConfig({
  entry: entries(),
  format: ["esm"],
  target: "es2023",
  platform: manifest.bin === undefined ? "neutral" : "node",
  outDir: "dist",
  clean: true,
  dts: false,
  silent: true,
  sourcemap: false,
  outExtension: () => ({ js: ".js" }),
  ...(manifest.bin === undefined && { onSuccess: emitTypes }),
  ...(manifest.bin === undefined ? library : command),
});
