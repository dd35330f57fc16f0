import type { Readable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import type { AnswerDirectly } from "./_direct-stdio.ts";
import { createLineReader } from "./_line-reader.ts";
import { cancelledId } from "./_messages.ts";

export interface StdioTransportOptions {
  readonly input: Readable;
  /** Write to the client; rejects when it has gone. */
  readonly write: (text: string) => Promise<void>;
  /** Milliseconds that calls in flight have left once the input has ended. */
  readonly grace: number;
  /** The input has ended, or the output is gone. */
  readonly onEnd: () => void;
  /** Sees every message before the SDK does. */
  readonly answer: AnswerDirectly;
}

/** JSON-RPC in lines. Unlike the SDK's own transport it still answers what was asked before the input ended. */
export function createStdioTransport({ input, write, grace, onEnd, answer }: StdioTransportOptions): Transport {
  const open = new Set<RequestId>();
  const running = new Map<RequestId, AbortController>();
  let closed = false;
  let deadline: NodeJS.Timeout | undefined;

  const close = () => {
    if (closed) return;
    closed = true;
    clearTimeout(deadline);
    input.off("data", receive).off("end", finish).off("close", close).off("error", fail);
    input.pause();
    for (const call of running.values()) call.abort();
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
      const message = parse(line);
      if (!message) return;
      if ("method" in message && "id" in message) open.add(message.id);
      if (answerHere(message)) return;
      const cancelled = cancelledId(message);
      if (cancelled === undefined || !running.has(cancelled)) transport.onmessage?.(message);
      else running.get(cancelled)?.abort();
      if (cancelled !== undefined) settle(cancelled);
    } catch (error) {
      fail(error as Error);
    }
  };
  const answerHere = (message: JSONRPCMessage) => {
    const call = new AbortController();
    const answering = answer(message, call.signal);
    if (!answering || !("id" in message) || message.id === undefined) return false;
    const { id } = message;
    running.set(id, call);
    answering
      .finally(() => running.delete(id))
      .then((answered) => (call.signal.aborted ? undefined : transport.send(answered)))
      .catch(fail);
    return true;
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

  const transport: Transport = {
    async start() {
      input.on("data", receive).once("end", finish).once("close", close).on("error", fail);
      if (input.readableEnded || input.destroyed) setImmediate(close);
    },
    async send(message) {
      if (closed) throw new Error("The connection is closed.");
      try {
        await write(`${JSON.stringify(message)}\n`);
      } catch (error) {
        close();
        throw error;
      }
      if (!("method" in message) && message.id !== undefined) settle(message.id);
    },
    async close() {
      close();
    },
  };
  return transport;
}

/** The message of a line, or nothing for an empty one. The server judges the rest of its shape. */
function parse(line: string): JSONRPCMessage | undefined {
  if (line.trim() === "") return undefined;
  const message = JSON.parse(line);
  if (message?.jsonrpc !== "2.0") throw new Error(`A line that is no JSON-RPC 2.0: ${line.slice(0, 80)}`);
  return message;
}
