import { type StateKey, ToolError } from "@holdall/tool-core";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequest,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** The answers of a client, by the keys of the questions. */
export type InputAnswers = Readonly<Record<string, unknown>>;

/** How one call reaches the client that made it. */
export interface Channel {
  /** What the client has declared. */
  readonly capabilities: ClientCapabilities | undefined;
  /** Aborted when the call cannot continue until the client returns with an answer. */
  readonly signal: AbortSignal;
  /** Ask the client, and wait for the answers to all of it. Rejects when they do not come. */
  request(requests: InputRequests, signal: AbortSignal): Promise<InputAnswers>;
  /** What the client must answer first, when the call was given up for it. */
  question(): Promise<InputRequiredResult> | undefined;
}

/** The channels of the calls that run in a session, by the ids of the calls. */
export const channelsKey: StateKey<Map<string, Channel>> = { name: "mcpChannels", create: () => new Map() };

/** What the client that sent a request can do: from the request in 2026-07-28, from its handshake before. */
export function capabilitiesOf(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  declared: ClientCapabilities | undefined,
): ClientCapabilities | undefined {
  const envelope: { readonly [key: string]: unknown } | undefined = mcpReq.envelope;
  return envelope ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) : declared;
}

/** A bare `elicitation: {}` means forms, from before there was anything else. */
export function showsForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The capability that a request needs and the client has not declared; undefined if it can be sent. */
export function missingCapability(method: string, capabilities: ClientCapabilities | undefined): string | undefined {
  const needed = capabilityOf[method] ?? method;
  return capabilities?.[needed as keyof ClientCapabilities] === undefined ? needed : undefined;
}

const capabilityOf: Readonly<Record<string, keyof ClientCapabilities>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** 2025: the server asks while the call waits. Rejects with `unsupported` for what the client has not declared. */
export function channelAtOnce(
  { send, signal }: Pick<ServerContext["mcpReq"], "send" | "signal">,
  capabilities: ClientCapabilities | undefined,
  timeout: number,
): Channel {
  return {
    capabilities,
    signal,
    async request(requests, callSignal) {
      const asked = Object.entries(requests).map(async ([key, { method, params = {} }]) => {
        if (missingCapability(method, capabilities)) throw undeclared(method);
        const asking = { method: method as "elicitation/create", params: params as ElicitRequest["params"] };
        return [key, await send(asking, { timeout, signal: callSignal })] as const;
      });
      return Object.fromEntries(await Promise.all(asked));
    },
    question: () => undefined,
  };
}

const undeclared = (method: string) =>
  new ToolError("unsupported", `The MCP client does not support ${method}.`, {
    hint: "Do it without asking the client, or tell the user to use a client that supports it.",
  });
