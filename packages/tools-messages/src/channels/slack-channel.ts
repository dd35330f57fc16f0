import { ToolError } from "@holdall/tool-core";
import { withSecrets } from "../send/secrets.ts";
import { checkChannelName, fieldOf, noFiles, post, postParts, type ReadAnswer, textOf } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel, MessageClient } from "./channel.ts";

export interface SlackChannelOptions {
  /** The name that models use. */
  readonly name: string;
  readonly client: MessageClient;
  /** An incoming webhook; or `token` and `channel` for `chat.postMessage`, which also answers in threads. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** The id of the channel in Slack. */
  readonly channel?: string | undefined;
  /** Where the API is; `https://slack.com/api`. */
  readonly api?: string | undefined;
}

/**
 * A channel of Slack. `&`, `<` and `>` are escaped, so that no text mentions anybody or hides a link, and links are not unfurled. 40,000 characters, no files.
 */
export function slackChannel(options: SlackChannelOptions): Channel {
  const { client, url, token, channel, api = "https://slack.com/api" } = options;
  const name = checkChannelName(options.name);
  if (url === undefined && (token === undefined || channel === undefined))
    throw new ToolError("invalid_input", `The Slack channel ${name} has neither a url nor a token with a channel.`);
  const target = url ?? `${api}/chat.postMessage`;
  const made: Channel = {
    name,
    kind: "slack",
    limits: { text: 40_000, files: 0, fileBytes: 0 },
    prepare(message) {
      if (message.file) throw noFiles(made);
      return prepareParts(message, { channel: name, max: 40_000, measure: (text) => escapeText(text).length });
    },
    send: (prepared) =>
      postParts(prepared, (part) => {
        const { thread } = prepared.message;
        const body = JSON.stringify({
          ...(url === undefined && { channel }),
          text: escapeText(part),
          ...(thread !== undefined && { thread_ts: thread }),
          unfurl_links: false,
          unfurl_media: false,
          link_names: false,
          parse: "none",
        });
        const headers = token === undefined || url !== undefined ? {} : { authorization: `Bearer ${token}` };
        return post(client, { url: target, headers, body }, url === undefined ? readApi : readWebhook, made);
      }),
  };
  return withSecrets(made, url, token);
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeText = (text: string): string => text.replace(/[&<>]/g, (char) => entities[char] ?? char);

const readWebhook: ReadAnswer = (answer) => {
  if (answer === "ok") return { id: undefined };
  return typeof answer === "string" && /^[a-z_]{2,60}$/.test(answer) ? { rejected: answer } : undefined;
};

const readApi: ReadAnswer = (answer) => {
  const ok = fieldOf(answer, "ok");
  if (ok === true) return { id: textOf(fieldOf(answer, "ts")) };
  return ok === false ? { rejected: textOf(fieldOf(answer, "error")) ?? "no reason given" } : undefined;
};
