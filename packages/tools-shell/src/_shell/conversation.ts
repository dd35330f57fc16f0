import type { Errors } from "./loop.ts";
import { createTicketStream } from "./ticket-stream.ts";

/** Who gets what a command prints. A chunk is only valid during the call. */
export interface Sinks {
  onOutput(chunk: Uint8Array): void;
  onErrors(chunk: Uint8Array): void;
}

/** One question at a time to the loop of a shell, and what comes back on its three channels. */
export interface Conversation {
  readonly onOutput: (chunk: Uint8Array) => void;
  readonly onErrors: (chunk: Uint8Array) => void;
  readonly onControl: (chunk: Uint8Array) => void;
  /** Put a question. Its output goes to the sinks, and so does what comes later until the next one; undefined when the shell has ended. */
  ask(folder: string, command: string | Uint8Array, sinks: Sinks): Promise<Reply | undefined>;
  /** The ticket of the latest question. */
  readonly ticket: string;
  /** The command is over: what is printed from now on goes elsewhere, or belongs to nobody. */
  finish(sinks?: Sinks): void;
  /** What was printed that belongs to no command, since the last time. */
  takeStray(): string;
  /** Resolves when nothing was printed for a while, or too long a while has passed. */
  quiet(milliseconds: number, most: number): Promise<void>;
  /** The shell has ended. Returns what it has said that was no reply. */
  end(): string;
}

export interface Reply {
  /** What was there before it: only who forges replies writes that, or a sandbox when it starts. */
  readonly noise: string;
  readonly fields: readonly string[];
}

const maxStray = 4_096;
const maxReply = 16 * 1024 * 1024;

/** `write` takes what goes to the loop; `onFlood` hears of a reply that is too long to be one. */
export function createConversation(
  errors: Errors,
  write: (bytes: Uint8Array) => void,
  onFlood: () => void,
): Conversation {
  let stray: Buffer = Buffer.alloc(0);
  const nobody: Sinks = {
    onOutput: (chunk) => {
      stray = Buffer.concat([stray, chunk]).subarray(-maxStray);
    },
    onErrors: (chunk) => nobody.onOutput(chunk),
  };
  let late = nobody;
  let heard = 0;
  const listen = (sink: keyof Sinks) =>
    createTicketStream((chunk) => {
      heard = performance.now();
      late[sink](chunk);
    });
  const output = listen("onOutput");
  const aside = listen("onErrors");

  let reply: Buffer = Buffer.alloc(0);
  let ticket = "";
  let awaited: { readonly end: Buffer; resolve(text: Buffer | undefined): void } | undefined;

  return {
    onOutput: output.push,
    onErrors: aside.push,
    onControl(chunk) {
      reply = Buffer.concat([reply, chunk]);
      if (reply.length > maxReply) onFlood();
      if (!awaited || !reply.subarray(-awaited.end.length).equals(awaited.end)) return;
      const text = reply.subarray(0, -awaited.end.length);
      reply = Buffer.alloc(0);
      awaited.resolve(text);
      awaited = undefined;
    },
    async ask(folder, command, sinks) {
      ticket = crypto.randomUUID();
      const seen = output.until(ticket, sinks.onOutput);
      const seenAside = errors === "apart" ? aside.until(ticket, sinks.onErrors) : undefined;
      late = sinks;
      const end = Buffer.from(`\0${ticket}\0`);
      const answered = new Promise<Buffer | undefined>((resolve) => {
        awaited = { end, resolve };
      });
      write(Buffer.concat([Buffer.from(`${folder}\0`), Buffer.from(command), end]));
      const answer = await answered;
      await seen;
      await seenAside;
      const start = answer?.indexOf(`${ticket}\0`) ?? -1;
      if (!answer || start < 0) return answer && { noise: answer.toString(), fields: [] };
      return {
        noise: answer.toString("utf8", 0, start),
        fields: answer.toString("utf8", start + ticket.length + 1).split("\0"),
      };
    },
    get ticket() {
      return ticket;
    },
    finish(sinks = nobody) {
      late = sinks;
    },
    takeStray() {
      const text = stray.toString();
      stray = Buffer.alloc(0);
      return text;
    },
    async quiet(milliseconds, most) {
      const start = performance.now();
      heard = start;
      while (performance.now() - heard < milliseconds && performance.now() - start < most) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    end() {
      output.end();
      aside.end();
      awaited?.resolve(undefined);
      awaited = undefined;
      return reply.toString();
    },
  };
}
