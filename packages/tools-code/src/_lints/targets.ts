import { type Backend, type Path, type ToolContext, toPath } from "@holdall/tool-core";

const skipped = /\/(node_modules|\.git|\.venv|venv|target|dist|build|coverage)\//;
const maxFiles = 1_000;

export interface Targets {
  readonly files: readonly Path[];
  readonly missing: readonly { readonly path: string; readonly reason: string }[];
}

/** The files that a call is about: those it names, those in folders that it names, or those that the session has changed. */
export async function expandPaths(
  paths: readonly string[] | undefined,
  changed: readonly Path[],
  backend: Backend,
  { cwd, signal, require, decide }: Pick<ToolContext, "cwd" | "signal" | "require" | "decide">,
): Promise<Targets> {
  const files = new Set<Path>();
  const missing: { path: string; reason: string }[] = [];
  if (!paths || paths.length === 0) {
    for (const path of changed) {
      const isThere = (await backend.stat(path, { signal }))?.kind === "file";
      if (isThere && (await decide({ action: "read", target: path })) === "allow") files.add(path);
    }
    return { files: [...files], missing };
  }
  for (const given of paths) {
    const path = toPath(given, cwd);
    await require({ action: "read", target: path });
    const found = await backend.stat(path, { signal });
    if (!found) missing.push({ path, reason: "It does not exist." });
    else if (found.kind === "file") files.add(path);
    else {
      let count = 0;
      for await (const entry of backend.list(path, { recursive: true, signal })) {
        if (entry.kind !== "file" || skipped.test(entry.path)) continue;
        if (++count > maxFiles) {
          missing.push({ path, reason: `It holds more than ${maxFiles} files; name folders in it.` });
          break;
        }
        if (isCode.test(entry.path)) files.add(entry.path);
      }
    }
  }
  return { files: [...files], missing };
}

const isCode = /\.([cm]?[jt]sx?|vue|svelte|jsonc?|css|pyi?|go|rs|(ba|da|k)?sh)$/;
