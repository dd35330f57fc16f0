import type { Registry, ToolSpec } from "@holdall/tool-core";
import { useEffect, useMemo, useReducer } from "react";

/** The tools of a registry as they are now: those of servers come and go. */
export function useRegistry(registry: Registry): readonly ToolSpec[] {
  const [changes, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => registry.subscribe(count), [registry]);
  return useMemo(() => registry.list(), [registry, changes]);
}
