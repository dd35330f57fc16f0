import type { Session } from "@holdall/tool-core";
import {
  type CompleteResult,
  type GetPromptResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { askClient } from "../input/_ask-client.ts";
import { openChannel } from "../input/_open-channel.ts";
import { protocolErrors } from "../results/_protocol-errors.ts";
import type { ResourceSource } from "../server/resources/resource-source.ts";
import type { PromptSource } from "./prompt-source.ts";

interface Serving {
  readonly current: () => Promise<Session>;
  readonly prompts: readonly PromptSource[];
  readonly elicits: boolean;
  readonly askTimeout: number;
}

/** Answer what clients ask about prompts. */
export function servePrompts(server: Server, { current, prompts, elicits, askTimeout }: Serving): void {
  server.setRequestHandler("prompts/list", async () => {
    const session = await current();
    const lists = await Promise.all(prompts.map((source) => source.list(session)));
    return { prompts: lists.flat() };
  });

  server.setRequestHandler("prompts/get", async ({ params }, ctx): Promise<GetPromptResult | InputRequiredResult> => {
    const session = await current();
    const { name } = params;
    const place = { session, method: "prompts/get", name };
    const channel = await openChannel(place, ctx, server.getClientCapabilities(), askTimeout);
    const { signal } = channel;
    const request = {
      name,
      arguments: params.arguments ?? {},
      signal,
      approve: elicits ? askClient(session, channel)?.approve : undefined,
      request: (requests: Parameters<typeof channel.request>[0]) => channel.request(requests, signal),
    };
    const found = firstPrompt(prompts, session, request);
    const given = await Promise.race([protocolErrors(found), aborted(signal)]).catch((error: unknown) => {
      if (channel.question()) return undefined;
      throw error;
    });
    const answer = (await channel.question()) ?? given;
    if (answer) return answer;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name.slice(0, 200)}.`);
  });
}

async function firstPrompt(
  prompts: readonly PromptSource[],
  session: Session,
  request: Parameters<PromptSource["get"]>[1],
): Promise<GetPromptResult | undefined> {
  for (const source of prompts) {
    const found = await source.get(session, request);
    if (found) return found;
  }
  return undefined;
}

/** Rejects when the signal aborts: a source that has asked waits for an answer that comes with another request. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

/** The most values that the protocol allows in one answer. */
const mostValues = 100;

/** Answer what clients ask while a user types an argument of a prompt, or a variable of a resource's template. */
export function serveCompletion(
  server: Server,
  current: () => Promise<Session>,
  prompts: readonly PromptSource[],
  resources: readonly ResourceSource[],
): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, { mcpReq: { signal } }) => {
    const session = await current();
    const { name, value } = argument;
    const values = await protocolErrors(
      ref.type === "ref/prompt"
        ? firstOf(prompts, (source) => source.complete?.(session, { name: ref.name, argument: name, value }))
        : firstOf(resources, (source) =>
            source.templates?.some(({ uriTemplate }) => uriTemplate === ref.uri)
              ? source.complete?.(session, { variable: name, value }, signal)
              : undefined,
          ),
    );
    return completionOf(values ?? []);
  });
}

async function firstOf<S, T>(sources: readonly S[], ask: (source: S) => T): Promise<Awaited<T> | undefined> {
  for (const source of sources) {
    const found = await ask(source);
    if (found !== undefined) return found;
  }
  return undefined;
}

const completionOf = (values: readonly string[]): CompleteResult => ({
  completion: { values: values.slice(0, mostValues), hasMore: values.length > mostValues },
});
