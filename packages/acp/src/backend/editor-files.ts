import { type ClientCapabilities, methods } from "@agentclientprotocol/sdk";
import type { Path } from "@holdall/tool-core";
import type { EditorClient } from "../agent/editor-client.ts";

/** The files of an editor as it shows them. What its client does not offer is absent. */
export interface EditorFiles {
  /** The text of a file with its unsaved changes. Undefined where the editor does not give it. */
  readonly read?: ((path: Path, signal: AbortSignal | undefined) => Promise<string | undefined>) | undefined;
  /** Replace the text of a file, in its open buffer and on disk. */
  readonly write?: ((path: Path, text: string, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** The editor behind a client, for one of its sessions; undefined if it offers no files. */
export function editorFiles(
  client: EditorClient,
  { fs }: ClientCapabilities,
  sessionId: () => string,
): EditorFiles | undefined {
  if (!fs?.readTextFile) return undefined;
  return {
    async read(path, signal) {
      try {
        const { content } = await client.request(
          methods.client.fs.readTextFile,
          { sessionId: sessionId(), path: hostPath(path) },
          signal && { cancellationSignal: signal, stopWaitingOnCancel: true },
        );
        return content;
      } catch {
        signal?.throwIfAborted();
        return undefined;
      }
    },
    ...(fs.writeTextFile && {
      async write(path: Path, content: string, signal: AbortSignal | undefined) {
        signal?.throwIfAborted();
        // A write that has begun is waited for: its result counts.
        await client.request(methods.client.fs.writeTextFile, {
          sessionId: sessionId(),
          path: hostPath(path),
          content,
        });
      },
    }),
  };
}

/** `/C:/a` as `C:\a`, which a client on Windows understands. */
export const hostPath = (path: string): string =>
  /^\/[A-Za-z]:\//.test(path) ? path.slice(1).replaceAll("/", "\\") : path;
