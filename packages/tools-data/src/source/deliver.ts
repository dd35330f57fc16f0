import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { writeChunks } from "@holdall/tool-kit/backends";

/** Characters of an answer. */
export const maxAnswer = 20_000;

export interface Delivered {
  readonly path?: string | undefined;
  readonly version?: string | undefined;
  readonly text?: string | undefined;
  readonly bytes: number;
  /** Bytes that follow `text`, when it is only the beginning. */
  readonly left_out?: { readonly beyond_limit: number } | undefined;
}

interface DeliverOptions {
  readonly backend: Backend;
  readonly output: string | undefined;
  readonly overwrite: boolean;
  readonly isText: boolean;
  readonly cwd: Path;
  readonly signal: AbortSignal;
}

/** Write pieces to a file, or give them as text. Throws `already_exists` for a file that is there, unless `overwrite`. */
export async function deliver(chunks: AsyncIterable<Uint8Array>, options: DeliverOptions): Promise<Delivered> {
  const { backend, output, overwrite, isText, cwd, signal } = options;
  if (output === undefined) {
    if (!isText)
      throw new ToolError("invalid_input", "This format is not text, so it must be written to a file.", {
        hint: "Set `output_path`.",
      });
    return asText(chunks);
  }
  const path = toPath(output, cwd);
  // Before an hour of work; the write itself compares again.
  if (!overwrite && (await backend.stat(path, { signal })) !== null)
    throw new ToolError("already_exists", `${path} exists.`, {
      hint: "Choose another name, or call again with overwrite: true.",
      data: { path },
    });
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const { version } = await writeChunks(backend, path, counted(), { signal, ...(!overwrite && { ifVersion: null }) });
  return { path, version, bytes };
}

async function asText(chunks: AsyncIterable<Uint8Array>): Promise<Delivered> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (text.length <= maxAnswer) text += decoder.decode(chunk, { stream: true });
  }
  if (text.length <= maxAnswer) return { text, bytes };
  const end = text.lastIndexOf("\n", maxAnswer);
  const shown = text.slice(0, end < 0 ? maxAnswer : end + 1).toWellFormed();
  return { text: shown, bytes, left_out: { beyond_limit: bytes - new TextEncoder().encode(shown).length } };
}
