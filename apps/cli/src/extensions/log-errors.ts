import type { Preset } from "@holdall/presets";
import type { ToolEvent } from "@holdall/tool-core";
import type { Output } from "../io.ts";
import { plain } from "../render/plain.ts";
import { describeThrown } from "./describe-thrown.ts";

/**
 * A listener that tells on stderr what a tool or middleware of an extension threw, and where: the model reads only that it failed, because the
 * message was not written for it.
 */
export function logErrors(
  { states }: Pick<Preset["extensions"], "states">,
  stderr: Output,
): (event: ToolEvent) => void {
  const owners = new Map(states.flatMap(({ name, tools }) => tools.map((tool) => [tool, name] as const)));
  return (event) => {
    if (event.type !== "call-end" || event.result.ok) return;
    const { code, message, cause } = event.result.error;
    if (code !== "internal" || cause === undefined) return;
    const [, middleware] = /^The middleware of the extension ([a-z0-9-]+) failed\.$/.exec(message) ?? [];
    const owner = owners.get(event.tool);
    if (middleware === undefined && owner === undefined) return;
    const where =
      middleware === undefined
        ? `of the extension ${owner} failed`
        : `failed in the middleware of the extension ${middleware}`;
    stderr.write(`holdall: ${event.tool} ${where}: ${plain(describeThrown(cause)).replace(/[\r\n]+/g, " ")}.\n`);
  };
}
