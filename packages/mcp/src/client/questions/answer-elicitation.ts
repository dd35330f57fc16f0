import { neutralText } from "@holdall/tool-kit/text";
import type { ClientContext, ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { neutralJson } from "../bounds/neutral-json.ts";
import type { Ask, QuestionForm } from "./ask.ts";

const longest = 4000;

/**
 * Answers a server's `elicitation/create`, in both protocol versions: a user decides, and unsafe content is declined.
 */
export function answerElicitation(
  server: string,
  ask: Ask,
): (
  request: ElicitRequest,
  ctx: { readonly mcpReq: Pick<ClientContext["mcpReq"], "signal"> },
) => Promise<ElicitResult> {
  return async ({ params }, { mcpReq: { signal } }) => {
    const message = neutralText(params.message.slice(0, longest));
    if ("url" in params) {
      if (!URL.canParse(params.url) || !/^https?:$/.test(new URL(params.url).protocol)) return { action: "decline" };
      const { action } = await ask({ server, message, url: new URL(params.url).href }, signal);
      return { action };
    }
    const form = neutralJson(params.requestedSchema) as QuestionForm;
    const answer = await ask({ server, message, form }, signal);
    return answer.action === "accept" ? { action: "accept", content: { ...answer.content } } : answer;
  };
}
