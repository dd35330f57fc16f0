import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { rebase } from "./rebase.ts";
import { createRoutes, type Route } from "./routes.ts";

/**
 * Combine several backends under one root: `{ "/": project, "/docs": library }`. The longest mount point wins and hides the
 * entries of other backends there. A mount point is listed as a folder and cannot be removed, moved or overwritten. A move
 * between backends copies, checks and removes, completely or not at all. Throws `invalid_input` without `/`, or for duplicate
 * mount points.
 */
export function mount(backends: Readonly<Record<string, Backend>>): Backend {
  const root = toPath("/");
  const routes = new Map<Path, Route>();
  for (const [point, backend] of Object.entries(backends)) {
    const at = toPath(point);
    if (routes.has(at)) throw badMount(`${at} is mounted twice.`);
    routes.set(at, { at, backend: rebase(backend, root, at), what: "a mount point" });
  }
  const base = routes.get(root);
  if (!base) throw badMount("Nothing is mounted at /.");
  routes.delete(root);
  return createRoutes([...routes.keys()].sort().join(" + ") || base.backend.name, [base, ...routes.values()]);
}

const badMount = (what: string) =>
  new ToolError("invalid_input", what, { hint: 'Mount one backend at each path, and one of them at "/".' });
