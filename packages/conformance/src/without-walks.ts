import type { Backend } from "@holdall/tool-core";

/** The same backend without `glob` and `search`: for wrappers that change what it lists or reads, and tests of the way without. */
export function withoutWalks(backend: Backend): Backend {
  const { glob: _glob, search: _search, ...rest } = backend;
  return rest;
}
