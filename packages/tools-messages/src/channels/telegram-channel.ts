import { withSecrets } from "../send/secrets.ts";
import { multipart } from "./_multipart.ts";
import { checkChannelName, fieldOf, post, postParts, type ReadAnswer, textOf } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel, MessageClient } from "./channel.ts";

export interface TelegramChannelOptions {
  /** The name that models use. */
  readonly name: string;
  readonly client: MessageClient;
  /** The token of the bot. */
  readonly token: string;
  readonly chatId: string;
  /** Where the API is; `https://api.telegram.org`. */
  readonly api?: string | undefined;
}

/**
 * A chat of Telegram. Text is sent as it is, without markup and previews of links; a word joiner after `@` prevents
 * mentions. 4,096 characters (1,024 with a file), one file of 50 MB. `thread` is a topic, by its number.
 */
export function telegramChannel(options: TelegramChannelOptions): Channel {
  const { client, token, chatId, api = "https://api.telegram.org" } = options;
  const name = checkChannelName(options.name);
  const made: Channel = {
    name,
    kind: "telegram",
    limits: { text: 4096, files: 1, fileBytes: 50_000_000 },
    prepare: (message) =>
      prepareParts(message, {
        channel: name,
        max: message.file ? 1024 : 4096,
        measure: (text) => withoutMentions(text).length,
      }),
    send: (prepared) =>
      postParts(prepared, (part, index) => {
        const { thread, file } = prepared.message;
        const text = withoutMentions(part);
        const place = { chat_id: chatId, ...(thread !== undefined && { message_thread_id: thread }) };
        if (file && index === 0) {
          const fields = { ...place, ...(text !== "" && { caption: text }), disable_content_type_detection: "true" };
          const form = multipart(fields, { field: "document", file });
          const headers = { "content-type": form.contentType };
          return post(client, { url: `${api}/bot${token}/sendDocument`, headers, body: form.body }, readTelegram, made);
        }
        const body = JSON.stringify({
          ...place,
          text,
          disable_web_page_preview: true,
          link_preview_options: { is_disabled: true },
        });
        return post(client, { url: `${api}/bot${token}/sendMessage`, body }, readTelegram, made);
      }),
  };
  return withSecrets(made, token, chatId);
}

const withoutMentions = (text: string): string => text.replace(/(?<![\w.])@(?=\w)/g, "@\u2060");

const readTelegram: ReadAnswer = (answer) => {
  const ok = fieldOf(answer, "ok");
  if (ok === true) return { id: textOf(fieldOf(fieldOf(answer, "result"), "message_id")) };
  return ok === false ? { rejected: textOf(fieldOf(answer, "description")) ?? "no reason given" } : undefined;
};
