import { type Backend, toPath } from "@holdall/tool-core";
import { createRoutes } from "../mount/routes.ts";
import { viewOf } from "../shared/view-of.ts";
import { type Editor, editorBackend } from "./editor-backend.ts";

export type { Editor };

/**
 * Create a backend that ties a path to a live editor: a read serializes its document, and a write loads into it. The version
 * is that of the editor, so a write bound to a version throws `stale` once the user has typed. If the editor refuses a
 * content, it throws `parse_error`; the document stays, and `data.refused` has the content. The path always exists and cannot
 * be removed or moved; a file of the backend at that path is hidden.
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
