import type { Backend } from "@holdall/tool-core";

/** A backend without its dispose: who made a backend lets go of it, not who looks at it. */
export function viewOf(backend: Backend): Backend {
  const { [Symbol.asyncDispose]: _, ...view } = backend;
  return view;
}
