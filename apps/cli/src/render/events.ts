import type { ToolEvent } from "@holdall/tool-core";
import { renderCall } from "./call.ts";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { oneLine } from "./text.ts";

/** Turn a session's events into lines, event by event: a call is shown when it ends, what it waits for at once. */
export function eventRenderer(screen: Screen, cwd: string): (event: ToolEvent) => string[] {
  const running = new Map<string, { readonly input: unknown; readonly depth: number }>();
  const style = styleFor(screen);
  return (event) => {
    const { tool, callId } = event;
    switch (event.type) {
      case "call-start": {
        const parent = event.parentId === undefined ? undefined : running.get(event.parentId);
        running.set(callId, { input: event.input, depth: parent ? parent.depth + 1 : 0 });
        return [];
      }
      case "call-progress": {
        const { message } = event.progress;
        return message ? [style.dim(oneLine(`  … ${tool}: ${message}`, screen.width))] : [];
      }
      case "permission-request":
        return event.access.map(({ action, target }) =>
          style.yellow(oneLine(`  ? ${tool} wants to ${action} ${target}`, screen.width)),
        );
      case "call-end": {
        const started = running.get(callId);
        running.delete(callId);
        const { result, duration } = event;
        return renderCall({ tool, input: started?.input, result, duration, depth: started?.depth ?? 0 }, screen, cwd);
      }
    }
  };
}
