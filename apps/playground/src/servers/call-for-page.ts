import { contentText, type ToolResult } from "@holdall/tool-core";
import type { AppFrameProps } from "@holdall/ui-react/app-frame";
import type { ServerList } from "./server-list.ts";

/** Calls of one page that wait: a page that asks for more is refused. */
const maxWaiting = 5;

/**
 * Makes the calls that a page of a server asks for: tools of that server only, through the session, whose policy and approvals
 * hold, and one after the other, so that the person is asked one question at a time.
 */
export function callForPage(
  servers: Pick<ServerList, "toolOf">,
  server: string,
  call: (tool: string, input: unknown) => Promise<ToolResult>,
): NonNullable<AppFrameProps["onCall"]> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (name, input) => {
    const tool = servers.toolOf(server, name);
    if (tool === undefined) throw new Error(`${name} is not a tool of ${server} that can be called.`);
    if (waiting >= maxWaiting) throw new Error(`More than ${maxWaiting} calls of this page are waiting.`);
    waiting++;
    const made = last.then(() => call(tool, input));
    last = made.catch(() => {}).finally(() => waiting--);
    const result = await made;
    if (!result.ok) return { content: [{ type: "text", text: contentText(result.content) }], isError: true };
    const { toAppResult } = await import("@holdall/mcp/client/http");
    return toAppResult(result.output as Parameters<typeof toAppResult>[0]);
  };
}
