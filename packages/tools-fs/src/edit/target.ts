import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { decodeFile, type TextFile } from "../text/codec.ts";
import { group } from "../text/lines.ts";

/** A text file as it is on the backend now. */
export interface TextTarget {
  readonly file: TextFile;
  readonly version: string;
}

/** Most bytes of a file that is changed as text: its text and its copy must fit in memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Read a file that is to be changed; throws `unsupported` for one that is not text, `too_large` above 256 MB. */
export async function readTarget(backend: Backend, path: Path, signal: AbortSignal): Promise<TextTarget> {
  const { bytes, version } = await backend.read(path, { signal });
  if (bytes.length > MOST_BYTES) {
    throw new ToolError(
      "too_large",
      `${path} has ${group(bytes.length)} bytes; files above ${group(MOST_BYTES)} are not changed as text.`,
      {
        hint: "Split it, or change it with a program.",
      },
    );
  }
  const file = decodeFile(bytes);
  if (file.kind === "text") return { file, version };
  throw new ToolError("unsupported", `${path} is not text but ${file.what}.`, {
    hint: "Only text can be changed in place; make the file anew with the program it belongs to.",
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

/** How often a change is worked out anew because another process wrote in between. */
const MOST_ATTEMPTS = 8;

/** Run a read-modify-write step again while the backend says that somebody else was faster. */
export async function retryWhileRaced<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Raced)) throw error;
      if (attempt === MOST_ATTEMPTS) throw error.cause;
    }
  }
}

/** Marks a compare-and-set that lost. */
export class Raced extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super("another writer was faster");
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
      throw new Raced(error);
    throw error;
  }
}
