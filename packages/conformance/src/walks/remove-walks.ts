import type { Backend } from "@holdall/tool-core";

/** Remove `glob` and `search`, for wrappers that change the results of `list` or `read`, and for tests of the fallback. */
export function withoutWalks(backend: Backend): Backend {
  const { glob: _glob, search: _search, ...rest } = backend;
  return rest;
}
