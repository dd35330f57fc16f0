import type { ClientCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { type Channel, capabilitiesOf, channelAtOnce } from "./_channel.ts";
import { channelByRetry } from "./_channel-by-retry.ts";
import { openState, type StatePlace, sealState } from "./_request-state.ts";

/** The way to the client that sent a request, in the manner of its revision. */
export async function openChannel(
  place: StatePlace,
  ctx: ServerContext,
  declared: ClientCapabilities | undefined,
  timeout: number,
): Promise<Channel> {
  const { mcpReq } = ctx;
  const capabilities = capabilitiesOf(ctx, declared);
  if (!mcpReq.envelope) return channelAtOnce(mcpReq, capabilities, timeout);
  const answers = new Map([
    ...(await openState(place, mcpReq.requestState(), ctx)),
    ...Object.entries(mcpReq.inputResponses ?? {}),
  ]);
  return channelByRetry({
    signal: mcpReq.signal,
    capabilities,
    answers,
    seal: (known) => sealState(place, known, ctx),
  });
}
