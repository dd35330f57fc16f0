import { type Backend, type Path, toPath } from "@holdall/tool-core";
import { writeChunks } from "@holdall/tool-kit/backends";

interface DeliverOptions {
  readonly backend: Backend;
  readonly cwd: Path;
  readonly signal: AbortSignal;
  readonly overwrite: boolean | undefined;
}

/** Write a made file. Throws `already_exists` for one that is there, unless `overwrite`. */
export async function deliver(
  file: string,
  bytes: Uint8Array,
  { backend, cwd, signal, overwrite }: DeliverOptions,
): Promise<{ path: Path; version: string }> {
  const path = toPath(file, cwd);
  const chunks = (async function* () {
    yield bytes;
  })();
  const { version } = await writeChunks(backend, path, chunks, { signal, ...(!overwrite && { ifVersion: null }) });
  return { path, version };
}
