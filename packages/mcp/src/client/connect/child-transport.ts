import { type ChildProgram, childEnvironment, startChildProgram } from "@holdall/tool-kit/node";
import { neutralLine } from "@holdall/tool-kit/text";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { createBoundedLines, isTooLong, replacementOf } from "../bounds/message-bounds.ts";
import type { ServerPlace } from "../server-config.ts";
import type { Environment } from "./expand-env.ts";
import type { ProgramTransport } from "./open-client.ts";

export interface ChildTransportOptions {
  /** Bytes of one message. */
  readonly maxMessage: number;
  /** Where the allow-listed variables come from. */
  readonly environment: Environment;
  /** Milliseconds that a program has to end by itself, and again after SIGTERM. */
  readonly grace?: number | undefined;
}

/** JSON-RPC in lines with a program that is started for it, in a process group of its own that ends with it. */
export function createChildTransport(
  { command, args, env, cwd }: Extract<ServerPlace, { kind: "stdio" }>,
  { maxMessage, environment, grace = 2000 }: ChildTransportOptions,
): ProgramTransport {
  let starting: Promise<ChildProgram> | undefined;
  let child: ChildProgram | undefined;

  const deliver = (text: string) => {
    if (text.trim() === "") return;
    try {
      const message = JSON.parse(text);
      if (message?.jsonrpc !== "2.0") throw new Error(`A line that is not JSON-RPC 2.0: ${neutralLine(text, 80)}`);
      transport.onmessage?.(message as JSONRPCMessage);
    } catch (error) {
      transport.onerror?.(error as Error);
    }
  };
  const read = createBoundedLines(maxMessage, (line) => {
    if (!isTooLong(line)) return deliver(Buffer.from(line).toString());
    const instead = replacementOf(line);
    if (instead !== undefined) return deliver(instead);
    transport.onerror?.(new Error(`A message of ${line.size} bytes that is not a response was dropped.`));
  });
  const transport: ProgramTransport = {
    async start() {
      starting = startChildProgram({
        ...{ command: [command, ...args], cwd, grace },
        env: { ...childEnvironment(environment), ...env },
        hint: "Install it, or correct the server's command in the configuration.",
      });
      child = await starting;
      child.stdout.on("data", read);
      void child.gone.then(() => transport.onclose?.());
    },
    send(message) {
      return new Promise((resolve, reject) => {
        if (!child?.stdin.writable) return reject(new Error("The program has exited."));
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      // A program that is still starting would be left running; where it cannot be started, `start` throws.
      await (await starting?.catch(() => undefined))?.close();
    },
    report() {
      const said = child?.stderr().trim();
      return [child?.ending(), said && `It said: ${said}`].filter(Boolean).join(" ");
    },
  };
  return transport;
}
