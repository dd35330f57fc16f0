import { visible } from "../send/text.ts";
import { checkChannelName, noFiles } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel } from "./channel.ts";

export interface TerminalChannelOptions {
  /** The name that models use. */
  readonly name: string;
  /** Writes to the terminal: `(text) => process.stdout.write(text)`. */
  write(text: string): void;
}

/** The terminal of the user. Control characters and escape sequences are shown by their numbers, never obeyed. 10,000 characters, no files. */
export function terminalChannel({ write, ...options }: TerminalChannelOptions): Channel {
  const name = checkChannelName(options.name);
  const made: Channel = {
    name,
    kind: "terminal",
    limits: { text: 10_000, files: 0, fileBytes: 0 },
    prepare(message) {
      if (message.file) throw noFiles(made);
      return prepareParts(message, { channel: name, max: 10_000 });
    },
    async send({ parts }) {
      try {
        for (const part of parts) write(`${visible(part)}\n`);
        return { state: "sent" };
      } catch {
        return { state: "unknown", why: "writing to the terminal failed" };
      }
    },
  };
  return made;
}
