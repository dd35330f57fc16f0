import type { Servers } from "@holdall/mcp/client";
import type { Preset, PresetSearch } from "@holdall/presets";
import type { Session, Tool } from "@holdall/tool-core";

/** Which tools wait until tool_search finds them: what the preset says, all but the few that find the others, or none. */
export type Defer = "mcp" | "all" | "none";

export interface Deferral {
  /** What tools/list shows now. */
  readonly expose: (session: Pick<Session, "state">) => readonly Tool[];
  readonly instructions: string;
  /** The same as the mode is now, for the tools that the model sees at the start. */
  readonly instruct: () => string;
}

/** The tools that a model sees, and its instructions, which omit tools that are `untold`. */
export function deferTools(preset: Preset, untold: readonly string[] = []): Deferral {
  const instruct = () => preset.instruct(undefined, untold);
  return { expose: preset.expose, instructions: instruct(), instruct };
}

/** How the tools of a preset are found; those of servers with `defer: false` are never deferred. */
export function searchOf(defer: Defer, servers: () => Servers | undefined): PresetSearch | false {
  if (defer === "none") return false;
  const status = () => servers()?.status() ?? [];
  const eager = () => new Set(status().flatMap(({ defer: waits, tools }) => (waits ? [] : tools)));
  return {
    ...(defer === "all" && { defer: () => "always" as const }),
    alwaysLoad: (tool) => tool.alwaysLoad === true || eager().has(tool.name),
    unavailable: () =>
      status().flatMap(({ name, state, problem }) =>
        state === "connected" ? [] : [{ server: name, status: problem?.message ?? state, fix: problem?.hint }],
      ),
  };
}
