import { toPath } from "@holdall/tool-core";
import { openFiles } from "./_files.fixture.ts";

/** Patch files; what they hold afterwards, null for what is not there. */
export async function patched(files: Record<string, string | Uint8Array>, patch: string) {
  const open = openFiles(files);
  const result = await open.session.call("apply_patch", { patch });
  const after = async (path: string) => ((await open.backend.stat(toPath(path))) ? open.text(path) : null);
  return {
    ...open,
    result,
    after,
    code: result.ok ? "ok" : result.error.code,
    error: result.ok ? undefined : result.error,
  };
}
