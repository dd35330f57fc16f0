import { type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { readRecipients } from "./email/_recipients.ts";
import { composeMail } from "./email/compose-mail.ts";
import { parseAddress } from "./email/parse-address.ts";
import { renderTemplate, type TemplateContext } from "./email/render-template.ts";
import type { EmailOptions, MessageToolsOptions } from "./options.ts";
import { type OutboxEntry, openOutbox } from "./outbox/outbox.ts";
import { fileName, mediaTypeOf } from "./send/file-name.ts";
import { addressOrigin } from "./send/named-addresses.ts";
import { randomHex } from "./send/random-hex.ts";
import { hasControls, oneLine, readableBytes, visible } from "./send/text.ts";

const addresses = z.array(z.string());
const input = z.object({
  to: addresses,
  cc: addresses.optional(),
  bcc: addresses.optional(),
  subject: z.string().optional(),
  body: z.string().optional().describe("Plain text"),
  html: z.string().optional(),
  template: z.string().optional(),
  values: z.looseObject({}).optional().describe("Fill its fields"),
  attachments: z.array(z.string()).optional().describe("Paths"),
  reply_to: z.string().optional(),
});
export type ComposeEmailInput = z.infer<typeof input>;

const output = z.object({
  draft_id: z.string(),
  sha256: z.string(),
  subject: z.string(),
  preview: z.string(),
  recipients: z.array(
    z.object({
      address: z.string(),
      as: z.enum(["to", "cc", "bcc"]),
      known: z.enum(["user", "unknown", "untrusted"]),
      unicode: z.string().optional(),
      mixed: z.boolean().optional(),
    }),
  ),
  bytes: z.number(),
  attachments: z.array(z.object({ path: z.string(), sha256: z.string(), bytes: z.number() })),
});
export type ComposeEmailOutput = z.infer<typeof output>;

/** Characters of the text that an entry keeps to show. */
const previewLength = 4000;

/** Write a mail as the bytes that may be sent later. Nothing is sent. */
export function composeEmail(
  options: MessageToolsOptions & { readonly email: EmailOptions },
): Tool<ComposeEmailInput, ComposeEmailOutput, "compose_email"> {
  const { email, now = () => new Date(), newId = () => randomHex(6) } = options;
  const { maxBytes = 10_000_000, senderName, templates = {} } = email;
  const sender = parseAddress(email.sender).address;
  const outbox = openOutbox(options.outbox);
  const names = Object.keys(templates);
  return defineFileTool(options, {
    name: "compose_email",
    category: "messages",
    description: `Write an e-mail as a draft; {send_email} sends it.${names.length > 0 ? ` Templates: ${names.join(", ")}.` : ""}`,
    examples: ["write a mail to the customer", "draft an e-mail with the report attached"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    aliases: {
      names: ["draft_email", "create_draft", "create_email_draft"],
      params: {
        recipients: "to",
        text: "body",
        message: "body",
        content: "body",
        files: "attachments",
        html_body: "html",
      },
      foreign: {
        from: "The sender is set by the user; from was ignored.",
        sender: "The sender is set by the user; sender was ignored.",
      },
    },
    previews: true,
    access: ({ attachments = [] }, { cwd }) =>
      attachments.map((path) => ({ action: "read" as const, target: toPath(path, cwd) })),
    async execute(call, ctx, { backend }) {
      const { to, cc = [], bcc = [], reply_to } = call;
      const recipients = readRecipients({ to, cc, bcc }, email);
      const { subject, body, html } = await textsOf(call, email);
      const files = [];
      let size = 0;
      for (const written of call.attachments ?? []) {
        const path = toPath(written, ctx.cwd);
        size += (await backend.stat(path, { signal: ctx.signal }))?.size ?? 0;
        if (size > maxBytes) throw tooLarge(size, maxBytes);
        const { bytes } = await backend.read(path, { signal: ctx.signal });
        const name = fileName(path);
        files.push({ path, name, mediaType: mediaTypeOf(name), bytes, sha256: await sha256Hex(bytes) });
      }
      const id = `d_${newId()}`;
      const only = (as: string) => recipients.filter((each) => each.as === as).map(({ address }) => address);
      const lists = { to: only("to"), cc: only("cc"), bcc: only("bcc") };
      const replyTo = reply_to === undefined ? undefined : parseAddress(reply_to).address;
      const mail = await composeMail(
        {
          id,
          date: now(),
          from: { name: senderName, address: sender },
          replyTo,
          to: lists.to,
          cc: lists.cc,
          subject,
          text: body,
          html,
          attachments: files,
        },
        email.write,
      );
      if (mail.bytes.length > maxBytes) throw tooLarge(mail.bytes.length, maxBytes);
      const attachments = files.map((file) => ({
        path: file.path as string,
        sha256: file.sha256,
        bytes: file.bytes.length,
      }));
      const hash = await sha256Hex(mail.bytes);
      const content = [
        sender,
        lists,
        replyTo ?? null,
        subject,
        body ?? null,
        html ?? null,
        files.map((file) => [file.name, file.sha256]),
      ];
      const preview = shortened(visible(shownText(body, html)));
      const entry: OutboxEntry = {
        id,
        kind: "email",
        state: "draft",
        recipients: recipients.map(({ address }) => `mailto:${address}`),
        sha256: hash,
        key: await sha256Hex(JSON.stringify(content)),
        created: now().toISOString(),
        email: {
          from: sender,
          ...lists,
          ...(replyTo !== undefined && { reply_to: replyTo }),
          subject,
          preview,
          bytes: mail.bytes.length,
          message_id: mail.messageId,
          attachments,
        },
      };
      ctx.signal.throwIfAborted();
      if (!ctx.dryRun) await outbox.create(entry, mail.bytes);
      return {
        draft_id: id,
        sha256: hash,
        subject,
        preview,
        recipients: recipients.map((each) => shownRecipient(each, ctx)),
        bytes: mail.bytes.length,
        attachments,
      };
    },
    render: ({ draft_id, sha256: hash, subject, preview, recipients, bytes, attachments }) =>
      [
        `Draft ${draft_id} (${readableBytes(bytes)}, sha256 ${hash.slice(0, 12)}): ${oneLine(subject)}`,
        ...recipients.map(
          ({ as, address, unicode, known, mixed }) =>
            `${as}: ${address}${unicode === undefined ? "" : ` (${unicode})`}${mixed ? ", mixed scripts" : ""}${known === "untrusted" ? ", not named by the user" : ""}`,
        ),
        ...attachments.map(({ path, bytes: length }) => `attached: ${visible(path)} (${readableBytes(length)})`),
        "",
        preview,
      ].join("\n"),
  });
}

type ShownAddress = Pick<ReturnType<typeof parseAddress>, "unicode" | "mixed">;

const shownRecipient = (
  { address, as, unicode, mixed, ...rest }: ReturnType<typeof readRecipients>[number] & ShownAddress,
  ctx: Pick<ToolContext, "state">,
) => ({
  address,
  as,
  known: addressOrigin({ address, ...rest }, ctx),
  ...(unicode !== undefined && { unicode }),
  ...(mixed && { mixed }),
});

/** The texts of a mail, filled in where there are values. A template's own texts give way to those of the call. */
async function textsOf(call: ComposeEmailInput, { templates = {}, render = renderTemplate }: EmailOptions) {
  const { template, values } = call;
  if (template !== undefined && !Object.hasOwn(templates, template))
    throw new ToolError("not_found", "There is no template with that name.", {
      hint: `Use one of: ${Object.keys(templates).join(", ") || "none is configured"}.`,
    });
  const from = template === undefined ? {} : templates[template]!;
  const fill = async (own: string | undefined, given: string | undefined, context: TemplateContext) => {
    const text = own ?? given;
    const isTemplate = text !== undefined && (values !== undefined || (own === undefined && template !== undefined));
    return isTemplate ? render(text, values ?? {}, context) : text;
  };
  const subject = (await fill(call.subject, from.subject, "header")) ?? "";
  const body = await fill(call.body, from.body, "text");
  const html = await fill(call.html, from.html, "html");
  if (hasControls(subject) || subject.length > 500)
    throw new ToolError(
      "invalid_input",
      "The subject has control characters or line breaks, or more than 500 characters.",
      {
        hint: "Write it as one short line.",
      },
    );
  if (body === undefined && html === undefined)
    throw new ToolError("invalid_input", "The mail has no text.", { hint: "Set body, html, or a template." });
  if (![subject, body, html].every((text) => text === undefined || text.isWellFormed()))
    throw new ToolError("invalid_input", "The mail has lone surrogates (half characters).", {
      hint: "Write it again.",
    });
  return { subject, body, html };
}

/** What its readers may see: both texts where there are two. */
const shownText = (body: string | undefined, html: string | undefined): string =>
  body !== undefined && html !== undefined ? `${body}\n\nAs HTML:\n${html}` : (body ?? html ?? "");

const shortened = (text: string): string =>
  text.length > previewLength
    ? `${text.slice(0, previewLength).toWellFormed()}\n[${text.length - previewLength} more characters]`
    : text;

const tooLarge = (size: number, max: number) =>
  new ToolError("too_large", `The mail would be at least ${size} bytes; the limit is ${max}.`, {
    hint: "Attach less.",
    data: { size, max },
  });
