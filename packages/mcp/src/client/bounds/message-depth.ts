import { isTooDeep, maxLevels } from "@holdall/tool-kit";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/client";

/** The key in an error's data that marks it as the replacement of an answer that was nested too deeply. */
export const tooDeepKey = "holdall/too-deep";

/** Contents stand a few levels below the message that brings them. */
const maxInMessage = maxLevels + 10;

/**
 * The same transport without messages that are nested deeper than anything here walks: a response is replaced by an error, a request is refused, and a notification is dropped and reported. `check` is called with every message first.
 */
export function boundDepth<T extends Transport>(
  transport: T,
  check: (message: JSONRPCMessage) => JSONRPCMessage = (message) => message,
): T {
  const received = (handle: NonNullable<Transport["onmessage"]>): Transport["onmessage"] => {
    return (came, extra) => {
      const message = check(came);
      if (!isTooDeep(message, maxInMessage)) return handle(message, extra);
      const error = tooDeep(message);
      if (!error) transport.onerror?.(new Error(`A message of ${most} was dropped.`));
      else if (!("method" in message)) handle(error, extra);
      else transport.send(error).catch((thrown) => transport.onerror?.(thrown));
    };
  };
  let receive: Transport["onmessage"];
  return Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => receive,
    set: (handle: Transport["onmessage"]) => {
      receive = handle && received(handle);
    },
  });
}

const most = `more than ${maxLevels} levels`;

function tooDeep(message: JSONRPCMessage): JSONRPCMessage | undefined {
  const { id } = message as { id?: RequestId };
  if (id === undefined) return undefined;
  const text = `The message is nested ${most} deep.`;
  return { jsonrpc: "2.0", id, error: { code: -32600, message: text, data: { [tooDeepKey]: true } } };
}
