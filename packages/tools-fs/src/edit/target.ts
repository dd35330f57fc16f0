import { type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { fileCache } from "../history/read-tracker.ts";
import { decodeFile, type TextFile } from "../text/codec.ts";
import { group } from "../text/lines.ts";

/** A text file as it is on the backend now. */
export interface TextTarget {
  readonly file: TextFile;
  readonly version: string;
}

/** Most bytes of a file that is changed as text: its text and its copy must fit in memory. */
const maxBytes = 256 * 1024 * 1024;

/** Read a file that is to be changed; throws `unsupported` for one that is not text, `too_large` above 256 MB. */
export async function readTarget(backend: Backend, path: Path, signal: AbortSignal): Promise<TextTarget> {
  const { bytes, version } = await backend.read(path, { signal });
  if (bytes.length > maxBytes) {
    throw new ToolError(
      "too_large",
      `${path} has ${group(bytes.length)} bytes; files above ${group(maxBytes)} are not changed as text.`,
      {
        hint: "Split it, or change it with a program.",
      },
    );
  }
  const file = decodeFile(bytes);
  if (file.kind === "text") return { file, version };
  throw new ToolError("unsupported", `${path} is not text but ${file.what}.`, {
    hint: "Only text can be changed in place; create the file again with the program it belongs to.",
    data: { mediaType: file.mediaType },
  });
}

/** The same, or nothing when there is no such file. */
export async function readTargetIfAny(
  backend: Backend,
  path: Path,
  signal: AbortSignal,
): Promise<TextTarget | undefined> {
  try {
    return await readTarget(backend, path, signal);
  } catch (error) {
    if (ToolError.is(error) && error.code === "not_found") return undefined;
    throw error;
  }
}

/** How often a change is planned again because another process wrote in between. */
const maxAttempts = 8;

/** Run a read-modify-write step again while another writer changes the file in between. */
export async function retryOnConflict<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt === maxAttempts) throw error.cause;
    }
  }
}

/** A compare-and-swap write that lost against another writer. */
export class WriteConflict extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super("another writer changed the file");
    this.cause = cause;
  }
}

/** Write only over the version that the change was worked out for; `null` creates. Loses with an error that `retryWhileRaced` knows. */
export async function writeOver(
  backend: Backend,
  path: Path,
  bytes: Uint8Array,
  { signal, version }: { readonly signal: AbortSignal; readonly version: string | null },
): Promise<string> {
  try {
    return (await backend.write(path, bytes, { signal, ifVersion: version })).version;
  } catch (error) {
    if (ToolError.is(error) && (error.code === "stale" || (version === null && error.code === "already_exists")))
      throw new WriteConflict(error);
    throw error;
  }
}

/**
 * Run a step that reads a file and writes it over the version it read. It is given the file as the session holds it first,
 * which saves a request: where the write goes through, that was the file. Otherwise, and when the step came to no write, it
 * is run on the file as it is, again and again while somebody else is faster.
 */
export async function changeFile<T>(
  backend: Backend,
  path: Path,
  { state, dryRun }: Pick<ToolContext, "state" | "dryRun">,
  step: (backend: Backend) => Promise<T>,
): Promise<T> {
  const files = state(fileCache);
  const progress = { sent: false, done: false };
  const view: Backend = {
    ...backend,
    async read(at, io) {
      const file = await backend.read(at, io);
      files.hold(at, file);
      return file;
    },
    async write(at, bytes, io) {
      progress.sent = true;
      const { version } = await backend.write(at, bytes, io);
      progress.done = true;
      files.hold(at, { bytes, version });
      return { version };
    },
  };
  const held = backend.can.compareAndSwap && !dryRun ? files.get(path) : undefined;
  if (held) {
    try {
      const result = await step({ ...view, read: async () => held });
      if (progress.done) return result;
    } catch (error) {
      if (progress.sent && !(error instanceof WriteConflict)) throw error;
    }
  }
  return retryOnConflict(() => step(view));
}
