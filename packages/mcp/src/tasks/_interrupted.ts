import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorMetaKey } from "../results/to-mcp-result.ts";

/** The end of a call whose process was lost, and which must not be made again. */
export const interruptedResult = (tool: string): CallToolResult => ({
  content: [
    {
      type: "text",
      text: `The process that ran this call of ${tool} ended during the call. The call may have taken effect and was not repeated. Check what it changed before you repeat it.`,
    },
  ],
  isError: true,
  _meta: { [errorMetaKey]: { code: "aborted" } },
});
