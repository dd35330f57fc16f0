import { openSession, type Session, type Tool } from "@holdall/tool-core";
import type { Setup } from "./setup.ts";

export type Defer = "mcp" | "all" | "none";

export interface Deferral {
  /** What tools/list shows now; undefined where nothing waits to be found. */
  readonly expose: ((session: Session) => readonly Tool[]) | undefined;
  readonly instructions: string;
  /** The same as the mode is now, for the tools that the model sees at the start. */
  readonly instruct: () => string;
}

/**
 * Defer tools until tool_search finds them: those of MCP servers without `defer: false`, or all except the few that
 * find the others. With at most ten, only those that the preset defers wait. Instructions omit tools that are `untold`.
 */
export async function deferTools(
  { preset, servers, dialect }: Setup,
  defer: Defer,
  untold: readonly string[] = [],
): Promise<Deferral> {
  const { registry } = preset;
  if (defer === "none" || (defer === "mcp" && !servers && !preset.defer)) {
    const instruct = () => preset.instruct(undefined, untold);
    return { expose: undefined, instructions: instruct(), instruct };
  }
  const [{ createCatalog, toolCall, toolSearch }, { waiting }] = await Promise.all([
    import("@holdall/tool-search"),
    import("@holdall/presets"),
  ]);
  const eager = () => new Set(servers?.status().flatMap(({ defer: waits, tools }) => (waits ? [] : tools)));
  const catalog = createCatalog(registry, {
    ...(preset.defer && waiting(preset)),
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
  const first = expose(session);
  const instruct = () => preset.instruct(first, untold);
  return { expose, instructions: instruct(), instruct };
}
