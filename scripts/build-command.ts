import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { bundleCallPage } from "./_call-page.ts";
import { nameChunks } from "./_chunk-names.ts";
import { commandBundle, loadedTogether, sqliteBundle, sqliteEngine, threadBundle } from "./_command-bundle.ts";
import { licensesOf } from "./_licenses.ts";
import { mergeChunks } from "./_merge-chunks.ts";
import { root } from "./_workspace.ts";

/** Bundle the command into a folder: an entry, its chunks, and the licenses of what is in them. */
export async function buildCommand(folder = join(commandBundle.absWorkingDir, "dist")): Promise<void> {
  const { outputFiles, metafile } = await build({ ...commandBundle, outdir: folder });
  const merged = await mergeChunks(outputFiles, metafile, loadedTogether);
  const threads = await build({ ...threadBundle, outdir: folder });
  const sqlite = await build({ ...sqliteBundle, outdir: folder });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const taken = new Set<string>();
  for (const [name, text] of [
    ...nameChunks(merged, metafile, taken),
    ...nameChunks(threads.outputFiles, threads.metafile, taken),
    ...nameChunks(sqlite.outputFiles, sqlite.metafile, taken),
  ])
    writeFileSync(join(folder, name), text, { mode: name === "main.js" ? 0o755 : 0o644 });
  // The engine of programs looks for it beside its own code.
  const fromPrograms = createRequire(join(commandBundle.absWorkingDir, "../../packages/tools-program/package.json"));
  const engine = fromPrograms.resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  copyFileSync(engine, join(folder, "emscripten-module.wasm"));
  copyFileSync(sqliteEngine, join(folder, basename(sqliteEngine)));
  // Read beside the code that serves it.
  const page = await bundleCallPage(join(root, "packages/ui-react"), commandBundle.absWorkingDir);
  writeFileSync(join(folder, "call.html"), page.html);
  const outputs = {
    ...metafile.outputs,
    ...threads.metafile.outputs,
    ...sqlite.metafile.outputs,
    ...page.metafile.outputs,
  };
  writeFileSync(
    join(folder, "THIRD_PARTY_LICENSES"),
    licensesOf({ ...metafile, outputs }, commandBundle.absWorkingDir),
  );
}

if (import.meta.main) await buildCommand(process.argv[2] && resolve(process.argv[2]));
