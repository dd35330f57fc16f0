import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  openSession,
  type SessionOptions,
  type ToolError,
  toPath,
} from "@holdall/tool-core";
import { fsTools } from "../fs-tools.ts";

/** A session with all file tools over files in memory, and short ways to act and to look. For tests only. */
export function openFiles(
  files: Record<string, string | Uint8Array> = {},
  { backend = memoryBackend({ files }), ...options }: Partial<SessionOptions> & { readonly backend?: Backend } = {},
) {
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), ...options });
  const bytes = async (path: string): Promise<Uint8Array> => (await backend.read(toPath(path))).bytes;
  return {
    backend,
    session,
    bytes,
    /** The file as UTF-8, a byte order mark included. */
    text: async (path: string): Promise<string> =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(await bytes(path)),
    /** Change a file behind the session's back. */
    put: (path: string, content: string | Uint8Array) =>
      backend.write(toPath(path), typeof content === "string" ? new TextEncoder().encode(content) : content),
    /** What the model reads of a call that must succeed. */
    async ok(tool: string, input: Record<string, unknown>): Promise<string> {
      const result = await session.call(tool, input);
      if (!result.ok) throw result.error;
      return contentText(result.content);
    },
    /** The error of a call that must fail. */
    async fails(tool: string, input: Record<string, unknown>): Promise<ToolError & { shown: string }> {
      const result = await session.call(tool, input);
      if (result.ok) throw new Error(`${tool} should have failed but said: ${contentText(result.content)}`);
      return Object.assign(result.error, { shown: contentText(result.content) });
    },
  };
}

/** Read a file, then replace text in it. */
export async function editOnce(
  content: string | Uint8Array,
  old_string: string,
  new_string: string,
  more: Record<string, unknown> = {},
) {
  const files = openFiles({ "/f": content });
  await files.ok("read_file", { path: "/f" });
  const result = await files.session.call("edit_file", { path: "/f", old_string, new_string, ...more });
  return {
    ...files,
    result,
    code: result.ok ? "ok" : result.error.code,
    shown: contentText(result.content),
    after: await files.text("/f"),
  };
}
