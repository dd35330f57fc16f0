import type { ToolEvent } from "@holdall/tool-core";
import type { Output } from "../../io.ts";

/**
 * A listener that tells on stderr how each call ended. What the code of a tool threw is shown whole, with its stack: the
 * model only reads that the tool failed.
 */
export function logCalls(stderr: Output): (event: ToolEvent) => void {
  const write = (text: string) => void stderr.write(text);
  return (event) => {
    if (event.type !== "call-end") return;
    const { tool, callId, duration, result } = event;
    const took = `${Math.round(duration)} ms`;
    if (result.ok) return write(`holdall: ${tool} (${callId}) ok, ${took}\n`);
    const { code, message, cause } = result.error;
    write(`holdall: ${tool} (${callId}) ${code}, ${took}: ${message.split("\n", 1)[0]}\n`);
    if (code !== "internal" || cause === undefined) return;
    const thrown = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    write(`${thrown.replace(/^/gm, "    ")}\n`);
  };
}
