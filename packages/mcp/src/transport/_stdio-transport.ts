import type { Readable } from "node:stream";
import { neutralLine } from "@holdall/tool-kit/text";
import type { JSONRPCErrorResponse, JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { createLineReader } from "./_line-reader.ts";
import { cancelledId } from "./_messages.ts";
import { depthError, duplicateIdError, invalidRequestError } from "./_request-errors.ts";

export interface StdioTransportOptions {
  readonly input: Readable;
  /** Write to the client; rejects when it has gone. */
  readonly write: (text: string) => Promise<void>;
  /** Milliseconds that calls in flight have left once the input has ended. */
  readonly grace: number;
  /** The input has ended, or the output is gone. */
  readonly onEnd: () => void;
}

/** JSON-RPC in lines. Unlike the SDK's own transport it still answers what was asked before the input ended. */
export function createStdioTransport({ input, write, grace, onEnd }: StdioTransportOptions): Transport {
  const open = new Set<RequestId>();
  /** Ids that two requests had at a time: nothing is answered under them any more but errors. */
  const spent = new Set<RequestId>();
  let closed = false;
  let deadline: NodeJS.Timeout | undefined;

  const close = () => {
    if (closed) return;
    closed = true;
    clearTimeout(deadline);
    input.off("data", receive).off("end", finish).off("close", close).off("error", fail);
    input.pause();
    transport.onclose?.();
    onEnd();
  };
  const fail = (error: Error) => transport.onerror?.(error);
  const finish = () => {
    input.off("close", close);
    deadline = setTimeout(close, grace);
    if (open.size === 0) close();
  };
  const settle = (id: RequestId) => {
    if (open.delete(id) && open.size === 0 && deadline) close();
  };
  const deliver = (line: string) => {
    try {
      if (line.trim() === "") return;
      const message = JSON.parse(line) as JSONRPCMessage;
      const wrong = invalidRequestError(message);
      if (wrong) {
        fail(new Error(`A line that is not a JSON-RPC 2.0 request: ${neutralLine(line, 80)}`));
        return void write(`${JSON.stringify(wrong)}\n`).catch(fail);
      }
      const id = "method" in message && "id" in message ? message.id : undefined;
      if (id !== undefined && (open.has(id) || spent.has(id))) return refuseBoth(id);
      const tooDeep = depthError(message);
      if (tooDeep) return refuse(message, tooDeep);
      if (id !== undefined) open.add(id);
      transport.onmessage?.(message);
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) settle(cancelled);
    } catch (error) {
      fail(error as Error);
    }
  };
  const refuseBoth = (id: RequestId) => {
    spent.add(id);
    const said = [say(duplicateIdError(id, "second"))];
    if (open.has(id)) {
      transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
      said.push(say(duplicateIdError(id, "first")));
    }
    Promise.all(said)
      .finally(() => settle(id))
      .catch(fail);
  };
  const refuse = (message: JSONRPCMessage, error: JSONRPCErrorResponse) => {
    if ("method" in message && "id" in message) say(error).catch(fail);
    // Callers that wait for it get the error.
    else if ("id" in message) transport.onmessage?.(error);
    else fail(new Error("A notification that is nested too deep was dropped."));
  };
  const read = createLineReader(deliver);
  const receive = (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      fail(error as Error);
      close();
    }
  };

  const say = async (message: JSONRPCMessage) => {
    if (closed) throw new Error("The connection is closed.");
    try {
      await write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      close();
      throw error;
    }
  };

  const transport: Transport = {
    async start() {
      input.on("data", receive).once("end", finish).once("close", close).on("error", fail);
      if (input.readableEnded || input.destroyed) setImmediate(close);
    },
    async send(message) {
      const answered = "method" in message ? undefined : message.id;
      if (answered !== undefined && spent.has(answered)) return;
      await say(message);
      if (answered !== undefined) settle(answered);
    },
    async close() {
      close();
    },
  };
  return transport;
}
