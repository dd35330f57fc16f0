import type { Backend } from "@holdall/tool-core";

const origins = new WeakMap<Backend, Backend>();

/** The backend that a view for one call was made of; any other backend itself. */
export const originOf = (backend: Backend): Backend => origins.get(backend) ?? backend;

export function setOrigin(view: Backend, origin: Backend): void {
  origins.set(view, origin);
}
