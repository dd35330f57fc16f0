import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

export interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Milliseconds that calls in flight have left once the input has ended. */
  readonly grace: number;
  /** The input has ended, or the output is gone. */
  readonly onEnd: () => void;
}

/** The SDK's stdio transport, except that what was asked before the input ended is still answered. */
export function createStdioTransport({ input, output, grace, onEnd }: StdioTransportOptions): Transport {
  const held = new PassThrough();
  const wire = new StdioServerTransport(held, output);
  const open = new Set<RequestId>();
  let ended = false;
  let deadline: NodeJS.Timeout | undefined;
  const endWhenAnswered = () => {
    if (ended && open.size === 0) held.end();
  };
  input.pipe(held, { end: false });
  input.once("end", () => {
    // The last lines are parsed by then.
    setImmediate(() => {
      ended = true;
      endWhenAnswered();
    });
    deadline = setTimeout(() => held.end(), grace);
  });

  const transport: Transport = {
    start() {
      wire.onmessage = (message) => {
        if (isJSONRPCRequest(message)) open.add(message.id);
        const cancelled = cancelledId(message);
        if (cancelled !== undefined) open.delete(cancelled);
        transport.onmessage?.(message);
        endWhenAnswered();
      };
      wire.onerror = (error) => transport.onerror?.(error);
      wire.onclose = () => {
        clearTimeout(deadline);
        input.unpipe(held);
        input.pause();
        transport.onclose?.();
        onEnd();
      };
      return wire.start();
    },
    async send(message) {
      await wire.send(message);
      if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
      if (message.id !== undefined) open.delete(message.id);
      endWhenAnswered();
    },
    close: () => wire.close(),
  };
  return transport;
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  return message.params?.requestId as RequestId | undefined;
}
