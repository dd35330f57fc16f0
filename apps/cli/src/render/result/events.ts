import { followCalls } from "@holdall/call-view";
import type { ToolEvent } from "@holdall/tool-core";
import { createFold } from "../fold.ts";
import type { Screen } from "../screen.ts";
import { styleFor } from "../style.ts";
import { oneLine } from "../text.ts";
import { renderCall } from "./call.ts";

interface Running {
  readonly depth: number;
  readonly input: unknown;
  readonly tool: string;
  /** The agents that it works for, outermost first. */
  readonly path: readonly string[];
  /** The call whose agents it works for, where there is one. */
  readonly worksFor: string | undefined;
}

export interface EventOptions {
  /** Calls of agents are counted with the call that started these, instead of a line each. */
  readonly folds?: boolean;
}

/** Turn a session's events into lines, event by event: a call is shown when it ends, what it waits for at once. */
export function eventRenderer(
  screen: Screen,
  cwd: string,
  { folds = false }: EventOptions = {},
): (event: ToolEvent) => string[] {
  const log = followCalls({ cwd, most: 200 });
  const running = new Map<string, Running>();
  const fold = createFold();
  const style = styleFor(screen);
  const startedBy = (parentId: string | undefined, input: unknown): Running => {
    const parent = parentId === undefined ? undefined : running.get(parentId);
    if (!parent) return { depth: 0, input, tool: "", path: [], worksFor: undefined };
    const isAgents = parent.tool === "task";
    const path = isAgents ? [...parent.path, agentOf(parent.input)] : parent.path;
    const worksFor = parent.worksFor ?? (isAgents ? parentId : undefined);
    return { depth: parent.depth + 1, input, tool: "", path, worksFor };
  };
  return (event) => {
    const call = log.follow(event);
    const { tool, callId } = event;
    switch (event.type) {
      case "call-start":
        running.set(callId, { ...startedBy(event.parentId, event.input), tool });
        return [];
      case "call-progress": {
        const message = call.progress?.message;
        return message ? [style.dim(oneLine(`  … ${tool}: ${message}`, screen.width))] : [];
      }
      case "permission-request":
        return (call.approval?.access ?? []).map(({ action, target }) =>
          style.yellow(oneLine(`  ? ${tool} wants to ${action} ${target}`, screen.width)),
        );
      case "call-end": {
        const known = running.get(callId);
        running.delete(callId);
        if (folds && known?.worksFor !== undefined) {
          fold.add(known.worksFor, tool, event.result.ok);
          return [];
        }
        const folded = fold.take(callId);
        return [
          ...renderCall(call, screen, known),
          ...(folded === undefined ? [] : [style.dim(`      ${oneLine(folded, screen.width - 6)}`)]),
        ];
      }
    }
  };
}

function agentOf(input: unknown): string {
  const { agent, subagent_type = agent } = Object(input) as Readonly<Record<string, unknown>>;
  return typeof subagent_type === "string" ? subagent_type : "agent";
}
