import { withSecrets } from "../send/secrets.ts";
import { multipart } from "./_multipart.ts";
import { checkChannelName, fieldOf, post, postParts, type ReadAnswer, textOf } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel, MessageClient } from "./channel.ts";

export interface DiscordChannelOptions {
  /** The name that models use. */
  readonly name: string;
  readonly client: MessageClient;
  /** The webhook. */
  readonly url: string;
}

/** Suppresses previews of links. */
const suppressEmbeds = 4;

/**
 * A webhook of Discord. Mentions in the text have no effect, and links have no previews. 2,000 characters, one
 * file of 10 MB.
 */
export function discordChannel({ client, url, ...options }: DiscordChannelOptions): Channel {
  const name = checkChannelName(options.name);
  const made: Channel = {
    name,
    kind: "discord",
    limits: { text: 2000, files: 1, fileBytes: 10_000_000 },
    prepare: (message) => prepareParts(message, { channel: name, max: 2000 }),
    send: (prepared) =>
      postParts(prepared, (part, index) => {
        const { thread, file } = prepared.message;
        const to = new URL(url);
        to.searchParams.set("wait", "true");
        if (thread !== undefined) to.searchParams.set("thread_id", thread);
        const body = JSON.stringify({
          ...(part !== "" && { content: part }),
          allowed_mentions: { parse: [] },
          flags: suppressEmbeds,
        });
        if (!file || index > 0) return post(client, { url: to.href, body }, readDiscord, made);
        const form = multipart({ payload_json: body }, { field: "files[0]", file });
        return post(
          client,
          { url: to.href, headers: { "content-type": form.contentType }, body: form.body },
          readDiscord,
          made,
        );
      }),
  };
  return withSecrets(made, url);
}

const readDiscord: ReadAnswer = (answer) => {
  const id = textOf(fieldOf(answer, "id"));
  if (id !== undefined) return { id };
  const message = textOf(fieldOf(answer, "message"));
  return message === undefined ? undefined : { rejected: message };
};
