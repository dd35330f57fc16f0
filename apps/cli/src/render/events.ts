import type { ToolEvent } from "@holdall/tool-core";
import { followCalls } from "@holdall/view-core";
import { renderCall } from "./call.ts";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { oneLine } from "./text.ts";

/** Turn a session's events into lines, event by event: a call is shown when it ends, what it waits for at once. */
export function eventRenderer(screen: Screen, cwd: string): (event: ToolEvent) => string[] {
  const log = followCalls({ cwd, most: 200 });
  const running = new Map<string, { readonly depth: number; readonly input: unknown }>();
  const style = styleFor(screen);
  const depthBelow = (parentId: string | undefined) =>
    parentId === undefined ? 0 : (running.get(parentId)?.depth ?? -1) + 1;
  return (event) => {
    const call = log.follow(event);
    const { tool, callId } = event;
    switch (event.type) {
      case "call-start":
        running.set(callId, { depth: depthBelow(event.parentId), input: event.input });
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
        return renderCall(call, screen, known);
      }
    }
  };
}
