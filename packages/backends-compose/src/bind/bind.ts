import { type Backend, toPath } from "@holdall/tool-core";
import { createRoutes } from "../mount/routes.ts";
import { viewOf } from "../shared/view-of.ts";
import { type Editor, editorBackend } from "./editor-backend.ts";

export type { Editor };

/**
 * A path tied to a live editor: reading serializes its document, writing loads into it, and the version is the editor's,
 * so that a write bound to what was read is `stale` once the user has typed. Content that the editor refuses is
 * `parse_error`; the document stays, and `data.refused` holds the content. The path is always there and cannot be
 * removed or moved; a file of the backend at that path is hidden.
 */
export function bind<Content extends string | Uint8Array>(
  backend: Backend,
  path: string,
  editor: Editor<Content>,
): Backend {
  const at = toPath(path);
  return createRoutes(backend.name, [
    { at: toPath("/"), backend: viewOf(backend), what: "the root" },
    { at, backend: editorBackend(at, editor, backend.can), what: "bound to a live editor" },
  ]);
}
