import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { type AcpHost, createAcpAgent } from "@holdall/acp";
import { claimStdout } from "@holdall/tool-kit/node";
import type { Io } from "../io.ts";

/** Serve an editor on stdin and stdout until it leaves or a signal comes. Whatever else is written to stdout goes to stderr. */
export async function serveAcp(host: AcpHost, io: Io): Promise<void> {
  const stdout = claimStdout(io.stdout, io);
  try {
    const output = new WritableStream<Uint8Array>({
      write: async (bytes) => await stdout.write(Buffer.from(bytes).toString()),
    });
    const input = Readable.toWeb(io.stdin) as ReadableStream<Uint8Array>;
    const { closed, close } = createAcpAgent(host).serve(ndJsonStream(output, input));
    using _ = io.onSignal(["SIGINT", "SIGTERM", "SIGHUP"], close);
    await closed;
  } finally {
    stdout.release();
  }
}

/** Where this command writes diagnostics. Never a terminal: the editor asks the questions. */
export const logOf = ({ stderr }: Io): Writable =>
  new Writable({
    write(chunk, _, done) {
      stderr.write(chunk, (error) => done(error ?? undefined));
    },
  });
