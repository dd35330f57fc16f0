import { ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import { isSpecType } from "@modelcontextprotocol/client";
import { rootsOf } from "../connect/open-client.ts";
import { answerElicitation } from "../questions/answer-elicitation.ts";
import type { Ask } from "../questions/ask.ts";
import type { Awaiting } from "./_await-task.ts";

/**
 * Answers what a task of a server asks as it would be answered outside of tasks: forms and pages by a user, and folders. Rejects
 * with `unavailable` for anything else.
 */
export function answerTask(server: string, ask: Ask | undefined, roots: readonly string[]): Awaiting["answer"] {
  return async (request, signal) => {
    const { method } = Object(request) as { method?: unknown };
    if (method === "roots/list" && roots.length > 0) return { roots: rootsOf(roots) };
    if (method === "elicitation/create" && isSpecType.ElicitRequest(request)) {
      return ask
        ? { ...(await answerElicitation(server, ask)(request, { mcpReq: { signal } })) }
        : { action: "cancel" };
    }
    throw new ToolError(
      "unavailable",
      `A task at ${server} asks for ${neutralLine(String(method), 100)}, which this client does not answer.`,
      {
        hint: "Try another approach; the server has a defect.",
        data: { server },
      },
    );
  };
}
