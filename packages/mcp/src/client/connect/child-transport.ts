import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ToolError } from "@holdall/tool-core";
import { childEnvironment, endWithProcess, killGroup } from "@holdall/tool-kit/node";
import { neutralLine } from "@holdall/tool-kit/text";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { createBoundedLines, isTooLong, replacementOf } from "../bounds/message-bounds.ts";
import type { ServerPlace } from "../server-config.ts";
import type { Environment } from "./expand-env.ts";
import type { ProgramTransport } from "./open-client.ts";

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ChildTransportOptions {
  /** Bytes of one message. */
  readonly maxMessage: number;
  /** Where the allow-listed variables come from. */
  readonly environment: Environment;
  /** Milliseconds that a program has to end by itself, and again after SIGTERM. */
  readonly grace?: number | undefined;
}

const lastWords = 4096;

/** JSON-RPC in lines with a program that is started for it, in a process group of its own that ends with it. */
export function createChildTransport(
  { command, args, env, cwd }: Extract<ServerPlace, { kind: "stdio" }>,
  { maxMessage, environment, grace = 2000 }: ChildTransportOptions,
): ProgramTransport {
  let child: Child | undefined;
  let stderr = Buffer.alloc(0);
  let ending = "";
  const gone = Promise.withResolvers<void>();

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
  const within = (milliseconds: number) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    return Promise.race([gone.promise, late]).finally(() => clearTimeout(timer));
  };
  const transport: ProgramTransport = {
    async start() {
      const started: Child = spawn(command, [...args], {
        cwd,
        env: { ...childEnvironment(environment), ...env },
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      child = started;
      const unwatch = endWithProcess(started);
      started.stdout.on("data", read);
      started.stderr.on("data", (chunk: Buffer) => {
        stderr = Buffer.concat([stderr, chunk]).subarray(-lastWords);
      });
      started.stdin.on("error", () => {}); // the program has gone, which `close` tells
      started.once("exit", (code, signal) => {
        ending = signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`;
        // What it has started goes with it, and cannot hold its pipes open.
        killGroup(started, "SIGKILL");
      });
      started.once("close", () => {
        unwatch();
        gone.resolve();
        transport.onclose?.();
      });
      await new Promise<void>((resolve, reject) => {
        started.once("spawn", resolve);
        started.once("error", (cause) => {
          unwatch();
          gone.resolve();
          reject(notStarted(command, cwd, cause));
        });
      });
    },
    send(message) {
      return new Promise((resolve, reject) => {
        if (!child?.stdin.writable) return reject(new Error("The program has exited."));
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      if (!child?.pid) return;
      child.stdin.end();
      await within(grace);
      if (child.exitCode === null && child.signalCode === null) {
        killGroup(child, "SIGTERM");
        await within(grace);
      }
      killGroup(child, "SIGKILL");
      await within(grace);
    },
    report: () =>
      [ending, stderr.toString().trim() && `It said: ${stderr.toString().trim()}`].filter(Boolean).join(" "),
  };
  return transport;
}

function notStarted(command: string, cwd: string, cause: Error): ToolError {
  const missing = "code" in cause && cause.code === "ENOENT";
  return new ToolError(
    "not_found",
    missing
      ? `The program ${command} was not found, or the folder ${cwd} does not exist.`
      : `The program ${command} could not be started: ${cause.message}.`,
    { hint: "Install it, or correct the server's command in the configuration.", cause },
  );
}
