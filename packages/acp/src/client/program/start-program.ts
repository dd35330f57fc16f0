import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { type AnyMessage, ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import type { SandboxLaunch } from "@holdall/sandbox/port";
import { ToolError } from "@holdall/tool-core";
import { endWithProcess, killGroup } from "@holdall/tool-kit/node";
import { neutralText } from "@holdall/tool-kit/text";

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface StartOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command to start in a sandbox instead. */
  readonly launch: SandboxLaunch | undefined;
  /** Milliseconds that it has to exit by itself, and again after SIGTERM. */
  readonly grace: number;
}

/** The program of an agent. */
export interface AgentProcess {
  readonly stream: Stream;
  /** Resolves when it has ended and its pipes are closed. */
  readonly gone: Promise<void>;
  readonly stderr: () => string;
  /** The program is not there, as the shell that starts the sandbox says. */
  isMissing(): boolean;
  /** How it ended, the last of what it said on stderr, and the first that was not a message on stdout. Empty if there is nothing to say. */
  report(): string;
  /** End it, and everything in its group. */
  close(): Promise<void>;
}

/** Bytes of stderr and of other output that are kept. */
const lastWords = 4096;
const maxOther = 300;

/** Start a program in a process group of its own, which ends with it. Throws `not_found` if it cannot be started. */
export async function startProgram(options: StartOptions): Promise<AgentProcess> {
  const { command, cwd, launch, grace } = options;
  const [program = "", ...args] = launch?.argv ?? command;
  const child: Child = spawn(program, args, {
    cwd,
    env: { ...(launch?.env ?? options.env) },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const unwatch = endWithProcess(child);
  const gone = Promise.withResolvers<void>();
  let stderr = Buffer.alloc(0);
  let other = "";
  let ending = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-lastWords);
  });
  child.stdin.on("error", () => {}); // it has gone, which `close` tells
  child.once("exit", (code, signal) => {
    ending = signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`;
    // What it has started goes with it, and cannot hold its pipes open.
    killGroup(child, "SIGKILL");
  });
  child.once("close", () => {
    unwatch();
    gone.resolve();
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => {
      unwatch();
      gone.resolve();
      reject(notStarted(command[0], cwd, cause));
    });
  });
  const within = (milliseconds: number) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    return Promise.race([gone.promise, late]).finally(() => clearTimeout(timer));
  };
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    stream: messagesOf(child, (line) => {
      if (other.length < maxOther) other = `${other}${line}\n`.slice(0, maxOther);
    }),
    gone: gone.promise,
    stderr: () => stderr.toString(),
    isMissing: () => launch !== undefined && (child.exitCode === 127 || child.exitCode === 126),
    report() {
      const said = stderr.toString().trim();
      return [
        ending,
        said && `It said: ${neutralText(said)}`,
        other && `On stdout it printed what is not a message: ${neutralText(other.trim())}`,
      ]
        .filter(Boolean)
        .join(" ");
    },
    async close() {
      child.stdin.end();
      if (isAlive()) await within(grace);
      if (isAlive()) {
        killGroup(child, "SIGTERM");
        await within(grace);
      }
      killGroup(child, "SIGKILL");
      await within(grace);
    },
  };
}

/** Its messages; lines that are none are given to `onOther`, as some programs print a greeting first. */
function messagesOf(child: Child, onOther: (line: string) => void): Stream {
  let rest = "";
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const isMessage = (line: string) => {
    try {
      return typeof Object(JSON.parse(line)).jsonrpc === "string";
    } catch {
      return false;
    }
  };
  const lines = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      if (rest.length > maxMessage)
        throw new ToolError("too_large", `A message of it has more than ${maxMessage} characters.`);
      for (const line of parts) {
        if (line.trim() === "") continue;
        if (isMessage(line)) controller.enqueue(encoder.encode(`${line}\n`));
        else onOther(line);
      }
    },
  });
  const input = (Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>).pipeThrough(lines);
  const output = Writable.toWeb(child.stdin) as WritableStream<Uint8Array>;
  return ndJsonStream(output, input) as { readable: ReadableStream<AnyMessage>; writable: WritableStream<AnyMessage> };
}

/** Characters of one message. */
const maxMessage = 32 * 1024 * 1024;

function notStarted(program: string, cwd: string, cause: Error): ToolError {
  const missing = "code" in cause && cause.code === "ENOENT";
  return new ToolError(
    "not_found",
    missing
      ? `The program ${program} was not found, or the folder ${cwd} does not exist.`
      : `The program ${program} could not be started: ${cause.message}.`,
    { hint: "Install it, or correct the command of the agent in the configuration.", cause },
  );
}
