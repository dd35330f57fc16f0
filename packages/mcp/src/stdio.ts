import type { Readable, Writable } from "node:stream";
import type { Awaitable, Session } from "@holdall/tool-core";
import { claimStdout } from "@holdall/tool-kit/node";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { reportError } from "./results/_report-error.ts";
import { createServerWithTasks, type McpServerOptions } from "./server/create-mcp-server.ts";
import { openTasks } from "./tasks/tasks.ts";
import { createStdioTransport } from "./transport/_stdio-transport.ts";

export interface ServeStdioOptions extends Omit<McpServerOptions, "announces" | "era"> {
  /** Receives errors without another recipient: lines that are not JSON-RPC, responses that could not be written. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Milliseconds that calls in flight have left once the client has closed the input. */
  readonly grace?: number | undefined;
  readonly input?: Readable | undefined;
  /** Instead of stdout. */
  readonly output?: Writable | undefined;
}

export interface StdioServer {
  /** Stop serving, cancel the calls in flight and dispose the session. */
  close(): Promise<void>;
  /** Settles when the server has stopped, for whatever reason, and the session is disposed. */
  readonly closed: Promise<void>;
}

/**
 * Serve one session to the client on stdin and stdout, in the protocol version that the client starts with. All other output
 * to stdout is redirected to stderr until it stops. When the input ends, it completes the running calls, stops, and disposes
 * the session. On SIGTERM and SIGINT it stops immediately, and the process exits with 0. Rejects if the session cannot be
 * opened.
 */
export async function serveStdio(
  source: Session | (() => Awaitable<Session>),
  {
    onError = reportError,
    grace = 5000,
    input = process.stdin,
    output = process.stdout,
    ...options
  }: ServeStdioOptions = {},
): Promise<StdioServer> {
  const { write, release } = claimStdout(output);
  let session: Session;
  try {
    session = await (typeof source === "function" ? source() : source);
  } catch (thrown) {
    release();
    throw thrown;
  }
  let closing: Promise<void> | undefined;
  const stopped = Promise.withResolvers<void>();
  stopped.promise.catch(() => {});
  const close = () => {
    closing ??= stop();
    stopped.resolve(closing);
    return closing;
  };
  const stop = async () => {
    try {
      await handle.close();
      await tasks?.close();
      await session[Symbol.asyncDispose]();
    } finally {
      release();
      for (const signal of signals) process.off(signal, exit);
    }
  };
  const end = () => void close().catch(onError);
  const exit = () => {
    close().then(
      () => process.exit(0),
      (error) => {
        onError(error);
        process.exit(1);
      },
    );
  };
  const transport = createStdioTransport({ input, write, grace, onEnd: end });
  const tasks = openTasks(options.tasks);
  const own = tasks && { tasks, owner: "", hold: () => () => {} };
  const handle = serve(({ era }) => createServerWithTasks(session, { ...options, era }, own), {
    transport,
    onerror: onError,
  });
  for (const signal of signals) process.once(signal, exit);
  return { close, closed: stopped.promise };
}

const signals = ["SIGTERM", "SIGINT"] as const;
