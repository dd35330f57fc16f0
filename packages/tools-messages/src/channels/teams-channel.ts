import { withSecrets } from "../send/secrets.ts";
import { byteLength } from "../send/text.ts";
import { checkChannelName, noFiles, post, postParts } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel, MessageClient } from "./channel.ts";

export interface TeamsChannelOptions {
  /** The name that models use. */
  readonly name: string;
  readonly client: MessageClient;
  /** The webhook of a workflow. Office connectors are retired and not spoken to. */
  readonly url: string;
}

/** Bytes of a whole card. */
const maxCard = 28_000;

/**
 * A workflow of Teams. Text goes as runs of an Adaptive Card, which know no markup: it cannot hide a link or mention anybody. 28 kB, no files, no threads.
 */
export function teamsChannel({ client, url, ...options }: TeamsChannelOptions): Channel {
  const name = checkChannelName(options.name);
  const made: Channel = {
    name,
    kind: "teams",
    limits: { text: maxCard, files: 0, fileBytes: 0 },
    prepare(message) {
      if (message.file) throw noFiles(made);
      const measure = (text: string) => byteLength(cardOf(text));
      return prepareParts(message, { channel: name, max: maxCard, measure, unit: "bytes as a card" });
    },
    send: (prepared) => postParts(prepared, (part) => post(client, { url, body: cardOf(part) }, () => ({}), made)),
  };
  return withSecrets(made, url);
}

const cardOf = (text: string): string =>
  JSON.stringify({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: text.split("\n").map((line) => ({
            type: "RichTextBlock",
            inlines: [{ type: "TextRun", text: line === "" ? " " : line }],
          })),
        },
      },
    ],
  });
