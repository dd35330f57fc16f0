import type { Errors } from "./loop.ts";
import { createNonceStream } from "./nonce-stream.ts";

/** The receiver of a command's output. A chunk is only valid during the call. */
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
  /** The nonce of the latest question. */
  readonly nonce: string;
  /** What of its answer has not come. */
  readonly waits: { readonly reply: boolean; readonly output: boolean };
  /** When something was last printed, or replied. */
  readonly heard: number;
  /** The command is over: later output goes elsewhere or is dropped. */
  finish(sinks?: Sinks): void;
  /** What was printed that belongs to no command, since the last time. */
  takeUnsolicited(): string;
  /** Resolves when nothing was printed for a while and no process was busy, or after a time limit. */
  quiet(milliseconds: number, most: number, isBusy: () => boolean): Promise<void>;
  /** The shell has ended. Returns its output that was not a reply. */
  end(): string;
}

export interface Reply {
  /** What was there before it: only who forges replies writes that, or a sandbox when it starts. */
  readonly noise: string;
  readonly fields: readonly string[];
}

/** In characters, where these are bytes. */
const lengthOf = (command: string | Uint8Array): string =>
  typeof command === "string" && /^[\0-\x7f]*$/.test(command) ? String(command.length) : "";

const maxUnsolicited = 4_096;
const maxReply = 16 * 1024 * 1024;

/** `write` takes what goes to the loop; `onFlood` is called for a reply that is too long. */
export function createConversation(
  errors: Errors,
  write: (bytes: Uint8Array) => void,
  onFlood: () => void,
): Conversation {
  let unsolicited: Buffer = Buffer.alloc(0);
  const nobody: Sinks = {
    onOutput: (chunk) => {
      unsolicited = Buffer.concat([unsolicited, chunk]).subarray(-maxUnsolicited);
    },
    onErrors: (chunk) => nobody.onOutput(chunk),
  };
  let late = nobody;
  let heard = 0;
  const listen = (sink: keyof Sinks) => createNonceStream((chunk) => late[sink](chunk));
  const output = listen("onOutput");
  const aside = listen("onErrors");

  let reply: Buffer = Buffer.alloc(0);
  let nonce = "";
  let awaited: { readonly end: Buffer; resolve(text: Buffer | undefined): void } | undefined;

  let printing = 0;
  const hear = (take: (chunk: Uint8Array) => void) => (chunk: Uint8Array) => {
    heard = performance.now();
    take(chunk);
  };
  /** Resolves when all has been printed. */
  const printed = async (seen: readonly Promise<void>[]) => {
    printing = seen.length;
    await Promise.all(seen.map((each) => each.then(() => printing--)));
  };

  return {
    onOutput: hear(output.push),
    onErrors: hear(aside.push),
    onControl: hear((chunk) => {
      reply = Buffer.concat([reply, chunk]);
      if (reply.length > maxReply) onFlood();
      if (!awaited || !reply.subarray(-awaited.end.length).equals(awaited.end)) return;
      const text = reply.subarray(0, -awaited.end.length);
      reply = Buffer.alloc(0);
      awaited.resolve(text);
      awaited = undefined;
    }),
    async ask(folder, command, sinks) {
      nonce = crypto.randomUUID();
      const seen = output.until(nonce, sinks.onOutput);
      const seenAside = errors === "apart" ? [aside.until(nonce, sinks.onErrors)] : [];
      const all = printed([seen, ...seenAside]);
      late = sinks;
      const end = Buffer.from(`\0${nonce}\0`);
      const answered = new Promise<Buffer | undefined>((resolve) => {
        awaited = { end, resolve };
      });
      write(Buffer.concat([Buffer.from(`@${lengthOf(command)}//${folder}//\0`), Buffer.from(command), end]));
      const answer = await answered;
      await all;
      const start = answer?.indexOf(`${nonce}\0`) ?? -1;
      if (!answer || start < 0) return answer && { noise: answer.toString(), fields: [] };
      return {
        noise: answer.toString("utf8", 0, start),
        fields: answer.toString("utf8", start + nonce.length + 1).split("\0"),
      };
    },
    get nonce() {
      return nonce;
    },
    get waits() {
      return { reply: awaited !== undefined, output: printing > 0 };
    },
    get heard() {
      return heard;
    },
    finish(sinks = nobody) {
      late = sinks;
    },
    takeUnsolicited() {
      const text = unsolicited.toString();
      unsolicited = Buffer.alloc(0);
      return text;
    },
    async quiet(milliseconds, most, isBusy) {
      const start = performance.now();
      let since = start;
      for (let now = start; now - since < milliseconds && now - start < most; now = performance.now()) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        since = isBusy() ? performance.now() : Math.max(since, heard);
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
