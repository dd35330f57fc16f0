import type { SessionNotification, SessionUpdate, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { AgentDriverRun } from "@holdall/tools-agents/port";
import { neutralLine, neutralText } from "../program/neutral-text.ts";

/** What an agent has said during one turn. */
export interface Updates {
  take(notification: SessionNotification): void;
  /** Its calls, as far as it has described them. */
  readonly calls: ReadonlyMap<string, ToolCallUpdate>;
  /** What it said last, after its last call; else the last that it said at all. */
  report(): string;
}

const changing: ReadonlySet<unknown> = new Set(["edit", "delete", "move"]);

/** Follow the updates of a session from now on: `isLive` is false while it repeats an earlier conversation. */
export function followUpdates(
  { step, use, changed }: Pick<AgentDriverRun, "step" | "use" | "changed">,
  isLive: () => boolean,
): Updates {
  const calls = new Map<string, ToolCallUpdate>();
  const parts: string[] = [""];
  let [size, cost] = [0, 0];

  function takeCall(call: ToolCall | ToolCallUpdate, isNew: boolean): void {
    const known = calls.get(call.toolCallId);
    const fresh = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined && value !== null));
    const now = { ...known, ...fresh } as ToolCallUpdate;
    calls.set(call.toolCallId, now);
    if (isNew && !known) {
      parts.push("");
      step({ calls: [neutralLine(now.title ?? now.kind ?? "call", 100)] });
    }
    if (now.status !== "completed" || known?.status === "completed" || !changing.has(now.kind)) return;
    const diffs = (now.content ?? []).flatMap((part) => (part.type === "diff" ? [part.path] : []));
    changed(
      [...new Set([...(now.locations ?? []).map(({ path }) => path), ...diffs])].map((path) => neutralLine(path, 500)),
    );
  }

  function takeUpdate(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (update.content.type === "text") parts[parts.length - 1] += update.content.text;
        return;
      case "tool_call":
        takeCall(update, true);
        return;
      case "tool_call_update":
        takeCall(update, false);
        return;
      case "usage_update": {
        // What it holds in its context grows by what it reads and writes; costs are sums.
        const grown = Math.max(0, update.used - size);
        const more = Math.max(0, (update.cost?.amount ?? 0) - cost);
        size = Math.max(size, update.used);
        cost += more;
        if (grown > 0 || more > 0)
          use({ tokens: { input: grown, cached: 0, output: 0 }, ...(update.cost && { cost: more }) });
        return;
      }
    }
  }

  return {
    calls,
    take({ update }) {
      if (isLive()) takeUpdate(update);
    },
    report: () => neutralText(parts.findLast((part) => part.trim() !== "") ?? "").trim(),
  };
}
