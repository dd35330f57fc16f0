import { type Backend, ToolError } from "@holdall/tool-core";
import type { FileToolsOptions } from "@holdall/tool-kit/file-tools";
import type { Channel } from "./channels/channel.ts";
import type { MailWriter } from "./email/compose-mail.ts";
import type { MailServer } from "./email/mail-server.ts";
import type { TemplateRenderer } from "./email/render-template.ts";
import type { OutboxOptions } from "./outbox/outbox.ts";

export interface MessageToolsOptions extends FileToolsOptions {
  /** Where files and attachments are read. */
  readonly backend: Backend;
  readonly outbox: OutboxOptions;
  readonly channels?: readonly Channel[] | undefined;
  /** Without it there are no mail tools. */
  readonly email?: EmailOptions | undefined;
  /** Messages and mails within an hour, from all sessions on this outbox; 10. */
  readonly perHour?: number | undefined;
  /** The time and ids, for tests. */
  readonly now?: (() => Date) | undefined;
  readonly newId?: (() => string) | undefined;
}

export interface EmailOptions {
  /** Whom mails are from; a model cannot choose. */
  readonly sender: string;
  readonly senderName?: string | undefined;
  readonly server: MailServer;
  /** Allowed recipients: `ann@example.com`, `*@example.com`, `*@*.example.com`. Everyone by default. */
  readonly allow?: readonly string[] | undefined;
  /** Recipients of one mail; 20. */
  readonly maxRecipients?: number | undefined;
  /** Bytes of one mail with its attachments; 10,000,000. */
  readonly maxBytes?: number | undefined;
  /** Templates by name. */
  readonly templates?: Readonly<Record<string, EmailTemplate>> | undefined;
  /** Writes drafts as bytes where nodemailer does not run, such as in a browser; nodemailer by default. */
  readonly write?: MailWriter | undefined;
  /** Another template language; `renderTemplate` is built in. */
  readonly render?: TemplateRenderer | undefined;
}

export interface EmailTemplate {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly html?: string | undefined;
}

/** The channel of a name; the only one where none is named. Throws `not_found` or `ambiguous` with the names. */
export function channelOf(channels: readonly Channel[], name: string | undefined): Channel {
  const names = channels.map((channel) => channel.name);
  const found =
    name === undefined
      ? channels.length === 1
        ? channels[0]
        : undefined
      : channels.find((channel) => channel.name === name);
  if (found) return found;
  const hint = `Name one of: ${names.join(", ") || "none is configured"}.`;
  if (name === undefined)
    throw new ToolError("ambiguous", "There are several channels; name one.", {
      hint,
      data: { channels: names },
    });
  throw new ToolError("not_found", "There is no channel with that name. A URL is not a channel name.", {
    hint,
    data: { channels: names },
  });
}
