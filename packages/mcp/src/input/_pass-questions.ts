import type { Session } from "@holdall/tool-core";
import type { ClientCapabilities, ElicitRequest, ServerContext } from "@modelcontextprotocol/server";
import type { Answer, Ask, Question } from "../client/questions/ask.ts";
import { answerQuestions } from "../client/questions/session-ask.ts";
import { showsForms } from "./_channel.ts";

/**
 * During a call, pass questions of servers behind this one to the client of 2025 that made it, if it can show them; the
 * rest is declined. Returns a function to call when the call has ended. Clients of 2026-07-28 take questions only
 * between two tries of a call, for which the server behind would have to be called twice; for them everything is
 * declined.
 */
export function passQuestions(
  session: Session,
  send: ServerContext["mcpReq"]["send"],
  capabilities: ClientCapabilities | undefined,
  timeout: number,
): () => void {
  const ask: Ask = async (question, signal) => {
    const params = paramsOf(question, capabilities);
    if (!params) return { action: "decline" };
    try {
      return readAnswer(await send({ method: "elicitation/create", params }, { timeout, signal }));
    } catch {
      return { action: "cancel" };
    }
  };
  return answerQuestions(session, ask);
}

function paramsOf(
  { server, message, url, form }: Question,
  capabilities: ClientCapabilities | undefined,
): ElicitRequest["params"] | undefined {
  const asking = `The MCP server ${server} asks: ${message}`;
  if (url !== undefined) {
    if (capabilities?.elicitation?.url === undefined) return undefined;
    return { mode: "url", message: asking, url, elicitationId: crypto.randomUUID() };
  }
  if (!form || !showsForms(capabilities)) return undefined;
  const { properties, required = [] } = form;
  const requestedSchema = { type: "object", properties, required: [...required] };
  return { mode: "form", message: asking, requestedSchema } as ElicitRequest["params"];
}

/** What a client answers, as far as it is an answer; the server that asked checks its content. */
function readAnswer(answer: unknown): Answer {
  const { action, content } = Object(answer) as { action?: unknown; content?: Record<string, string> };
  if (action === "accept") return { action, ...(content && { content }) };
  return { action: action === "decline" ? action : "cancel" };
}
