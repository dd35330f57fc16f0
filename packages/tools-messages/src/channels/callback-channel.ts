import { ToolError } from "@holdall/tool-core";
import { checkChannelName, postParts } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel, MessageFile, Receipt } from "./channel.ts";

export interface CallbackMessage {
  readonly text: string;
  readonly thread?: string | undefined;
  readonly file?: MessageFile | undefined;
  /** The same for the same logical message. */
  readonly key: string;
}

export interface CallbackChannelOptions {
  /** The name that models use. */
  readonly name: string;
  /**
   * Takes a message; may answer with its id, also later. A `ToolError` means that it was not accepted, any other error
   * that the outcome is unknown.
   */
  deliver(message: CallbackMessage): unknown;
}

/** A function of the host. 100,000 characters, one file of 50 MB. */
export function callbackChannel({ deliver, ...options }: CallbackChannelOptions): Channel {
  const name = checkChannelName(options.name);
  return {
    name,
    kind: "callback",
    limits: { text: 100_000, files: 1, fileBytes: 50_000_000 },
    prepare: (message) => prepareParts(message, { channel: name, max: 100_000 }),
    send: (prepared, { key }) =>
      postParts(prepared, async (text, index): Promise<Receipt> => {
        const { thread, file } = prepared.message;
        try {
          const id = await deliver({ text, thread, file: index === 0 ? file : undefined, key });
          return { state: "sent", ...(typeof id === "string" && { id }) };
        } catch (error) {
          if (ToolError.is(error)) return { state: "rejected", why: error.message };
          return { state: "unknown", why: "the message callback failed" };
        }
      }),
  };
}
