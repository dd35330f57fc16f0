import { openSession, type Session, type Tool } from "@holdall/tool-core";
import type { Setup } from "./setup.ts";

export type Defer = "mcp" | "all" | "none";

export interface Deferral {
  /** What tools/list shows now; undefined where nothing waits to be found. */
  readonly expose: ((session: Session) => readonly Tool[]) | undefined;
  readonly instructions: string;
}

/**
 * Let tools wait until tool_search finds them: those of MCP servers that do not say `defer: false`, or all but
 * the few that reach the others. Nothing waits where there are not more than ten.
 */
export async function deferTools({ preset, servers, dialect }: Setup, defer: Defer): Promise<Deferral> {
  const { registry, instructions } = preset;
  if (defer === "none" || (defer === "mcp" && !servers)) return { expose: undefined, instructions };
  const { createCatalog, toolCall, toolSearch } = await import("@holdall/tool-search");
  const eager = () => new Set(servers?.status().flatMap(({ defer: waits, tools }) => (waits ? [] : tools)));
  const catalog = createCatalog(registry, {
    ...(defer === "all" && { defer: () => true }),
    alwaysLoad: (tool) => tool.alwaysLoad === true || eager().has(tool.name),
  });
  const unavailable = () =>
    (servers?.status() ?? []).flatMap(({ name, state, problem }) =>
      state === "connected" ? [] : [{ server: name, status: problem?.message ?? state, fix: problem?.hint }],
    );
  const deferred = (tool: Tool) => catalog.isDeferred(tool);
  if (!registry.get("tool_search")) registry.add(toolSearch({ registry, dialect, deferred, unavailable }) as Tool);
  if (!registry.get("tool_call")) registry.add(toolCall({ registry }) as Tool);
  const expose = (session: Session) => catalog.expose(session);
  await using session = openSession(registry, preset);
  return { expose, instructions: preset.instruct(expose(session)) };
}
