import {
  type ClientCapabilities,
  CreateElicitationResponse,
  type ElicitationSchema,
  methods,
} from "@agentclientprotocol/sdk";
import type { InTurn } from "@holdall/chat";
import type { Ask } from "@holdall/mcp/client";
import type { EditorClient } from "../agent/editor-client.ts";

interface Asking {
  readonly client: EditorClient;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: () => string;
  readonly inTurn: InTurn;
}

/** Pass on what an MCP server asks its user, in a form or with a page, to clients that have such. Everything else is declined. */
export function askForServers({ client, capabilities: { elicitation }, sessionId, inTurn }: Asking): Ask {
  return ({ server, message, url, form }, signal) =>
    inTurn(async () => {
      signal.throwIfAborted();
      const about = { sessionId: sessionId(), message: `The MCP server ${server} asks: ${message}` };
      const waits = { cancellationSignal: signal, stopWaitingOnCancel: true };
      if (form && elicitation?.form) {
        const requestedSchema = { type: "object", ...form } as ElicitationSchema;
        const reply = await client.request(
          methods.client.elicitation.create,
          { mode: "form", ...about, requestedSchema },
          waits,
        );
        if (!CreateElicitationResponse.isAccept(reply))
          return { action: reply.action === "decline" ? "decline" : "cancel" };
        return { action: "accept", ...(reply.content && { content: reply.content }) };
      }
      if (url !== undefined && elicitation?.url) {
        const elicitationId = crypto.randomUUID();
        const reply = await client.request(
          methods.client.elicitation.create,
          { mode: "url", ...about, url, elicitationId },
          waits,
        );
        return { action: CreateElicitationResponse.isAccept(reply) ? "accept" : "decline" };
      }
      return { action: "decline" };
    });
}
