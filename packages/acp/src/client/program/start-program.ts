import { Readable, Writable } from "node:stream";
import { type AnyMessage, ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import type { SandboxLaunch } from "@holdall/sandbox/port";
import { ToolError } from "@holdall/tool-core";
import { type ChildProgram, startChildProgram } from "@holdall/tool-kit/node";
import { neutralText } from "@holdall/tool-kit/text";

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

/** Characters of other output that are kept. */
const maxOther = 300;

/** Start a program in a process group of its own, which ends with it. Throws `not_found` if it cannot be started. */
export async function startProgram(options: StartOptions): Promise<AgentProcess> {
  const { command, cwd, launch, grace } = options;
  const child = await startChildProgram({
    ...{ cwd, grace, command: launch?.argv ?? command, env: launch?.env ?? options.env },
    name: command[0],
    hint: "Install it, or correct the command of the agent in the configuration.",
  });
  let other = "";
  return {
    stream: messagesOf(child, (line) => {
      if (other.length < maxOther) other = `${other}${line}\n`.slice(0, maxOther);
    }),
    gone: child.gone,
    stderr: child.stderr,
    isMissing: () => launch !== undefined && (child.exitCode === 127 || child.exitCode === 126),
    report() {
      const said = child.stderr().trim();
      return [
        child.ending(),
        said && `It said: ${neutralText(said)}`,
        other && `On stdout it printed what is not a message: ${neutralText(other.trim())}`,
      ]
        .filter(Boolean)
        .join(" ");
    },
    close: child.close,
  };
}

/** Its messages; lines that are none are given to `onOther`, as some programs print a greeting first. */
function messagesOf(child: ChildProgram, onOther: (line: string) => void): Stream {
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
