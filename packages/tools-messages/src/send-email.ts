import { type Access, type Tool, ToolError, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { setQuestion, untrustedAddress } from "./ask-messages.ts";
import { checkAllowed } from "./email/_recipients.ts";
import { type Address, parseAddress } from "./email/parse-address.ts";
import type { EmailOptions, MessageToolsOptions } from "./options.ts";
import { type EmailDraft, type Outbox, type OutboxEntry, openOutbox } from "./outbox/outbox.ts";
import { alreadySent, noDraft, sendOnce } from "./outbox/send-once.ts";
import { addressOrigin } from "./send/named-addresses.ts";
import { renderState } from "./send/render-receipt.ts";
import { oneLine, readableBytes, visible } from "./send/text.ts";

const input = z.object({
  draft_id: z.string(),
  sha256: z.string().optional(),
  again: z.boolean().optional().describe("Send once more"),
});
export type SendEmailInput = z.infer<typeof input>;

const output = z.object({
  draft_id: z.string(),
  state: z.enum(["draft", "sending", "sent", "partly", "rejected", "unknown"]),
  sha256: z.string(),
  accepted: z.array(z.string()),
  rejected: z.array(z.string()),
  message_id: z.string(),
  server_said: z.string().optional(),
  why: z.string().optional(),
  at: z.string().optional(),
});
export type SendEmailOutput = z.infer<typeof output>;

interface Draft extends OutboxEntry {
  readonly email: EmailDraft;
}

const needsDraft = () => {
  throw new ToolError("invalid_input", "send_email sends a draft; it does not accept text or recipients.", {
    hint: "Write the draft with {compose_email}, then send its draft_id.",
  });
};

/** Send a draft to exactly its recipients, as exactly its bytes, once. */
export function sendEmail(
  options: MessageToolsOptions & { readonly email: EmailOptions },
): Tool<SendEmailInput, SendEmailOutput, "send_email"> {
  const { email, now = () => new Date(), perHour = 10 } = options;
  const outbox = openOutbox(options.outbox);
  return defineFileTool(options, {
    name: "send_email",
    category: "messages",
    description: "Send a mail draft, once; text and recipients stay as they are.",
    examples: ["send the mail", "mail it to the customer"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    aliases: {
      names: ["send_mail", "send_draft", "gmail_send"],
      params: { id: "draft_id", draft: "draft_id", hash: "sha256" },
      foreign: { to: needsDraft, subject: needsDraft, body: needsDraft, html: needsDraft, recipients: needsDraft },
    },
    previews: true,
    async access(call, { cwd, state }) {
      const draft = await draftOf(outbox, call.draft_id).catch(nothingToSend);
      if (!draft) return { accesses: [], prepared: { asked: undefined as string | undefined } };
      const recipients = recipientsOf(draft).map((address) => parseAddress(address));
      const untrusted = recipients.filter((address) => addressOrigin(address, { state }) === "untrusted");
      const answersTo = draft.email.reply_to === undefined ? [] : [parseAddress(draft.email.reply_to)];
      const unnamed = answersTo.filter((address) => addressOrigin(address, { state }) === "untrusted");
      setQuestion(
        call,
        questionOf(draft, {
          addresses: [...recipients, ...answersTo],
          untrusted: [...untrusted, ...unnamed],
          again: call.again ?? false,
        }),
      );
      const accesses = [
        ...draft.email.attachments.map(
          ({ path, sha256: version }): Access => ({ action: "read", target: toPath(path, cwd), version }),
        ),
        ...recipients.map(
          ({ address }): Access => ({ action: "message", target: `mailto:${address}`, version: draft.sha256 }),
        ),
        ...untrusted.map(({ address }) => untrustedAddress(address)),
      ];
      return { accesses, prepared: { asked: fingerprint(draft) } };
    },
    async execute(call, ctx, { backend }, { asked }) {
      const draft = await draftOf(outbox, call.draft_id);
      const bytes = await outbox.bytesOf(draft.id);
      const isSame = asked === fingerprint(draft) && bytes !== undefined && (await sha256Hex(bytes)) === draft.sha256;
      if (!isSame) throw changed(`The draft ${draft.id} has changed since approval to send it was requested.`);
      const wanted = call.sha256?.toLowerCase();
      if (wanted !== undefined && (wanted.length < 12 || !draft.sha256.startsWith(wanted)))
        throw changed(`The hash of the draft ${draft.id} does not match the one you passed.`);
      const to = recipientsOf(draft);
      checkAllowed(to.map(parseAddress), email.allow);
      for (const attachment of draft.email.attachments) {
        const now = await backend.read(toPath(attachment.path, ctx.cwd), { signal: ctx.signal });
        if ((await sha256Hex(now.bytes)) !== attachment.sha256)
          throw changed(`${attachment.path} has changed since it was attached.`);
      }
      if (ctx.dryRun) return outputOf(draft);
      ctx.signal.throwIfAborted();
      const again = call.again ?? false;
      const ended = await sendOnce({ outbox, id: draft.id, again, perHour, now }, async () => {
        const { accepted, rejected, serverSaid, ...receipt } = await email.server.deliver(bytes, {
          from: draft.email.from,
          to,
        });
        const others = accepted.filter((address) => !to.includes(address));
        const notes = [
          ...(receipt.why === undefined ? [] : [receipt.why]),
          ...(rejected.length > 0 && accepted.length > 0 ? [`refused for ${rejected.join(", ")}`] : []),
          ...(others.length > 0
            ? [
                `the server also accepted recipients that were not approved: ${others.map((each) => oneLine(each)).join(", ")}`,
              ]
            : []),
        ];
        const why = notes.length > 0 ? notes.join("; ") : undefined;
        return {
          ...receipt,
          why,
          email: { accepted, rejected, ...(serverSaid !== undefined && { server_said: serverSaid }) },
        };
      });
      return outputOf({ ...ended, email: ended.email ?? draft.email });
    },
    render: ({ state, accepted, rejected, why, server_said, draft_id }) =>
      [
        renderState({ state, why, to: (accepted.length > 0 ? accepted : rejected).join(", ") || draft_id }),
        ...(server_said === undefined ? [] : [`The server said: ${server_said}`]),
      ].join("\n"),
  });
}

async function draftOf(outbox: Outbox, id: string): Promise<Draft> {
  const stored = await outbox.find(id);
  if (!stored?.entry.email) throw noDraft(id);
  if (stored.entry.state !== "draft") throw alreadySent(stored.entry);
  return { ...stored.entry, email: stored.entry.email };
}

/** A call that sends nothing touches nothing, and fails with its own error. */
function nothingToSend(error: unknown): undefined {
  if (ToolError.is(error) && (error.code === "not_found" || error.code === "already_exists")) return undefined;
  throw error;
}

/** Everybody who gets it: the envelope, and nothing that headers or the server say. */
const recipientsOf = ({ email: { to, cc, bcc } }: Draft): string[] => [...new Set([...to, ...cc, ...bcc])];

const fingerprint = (draft: Draft): string =>
  JSON.stringify([draft.sha256, draft.email.from, draft.email.reply_to, recipientsOf(draft), draft.email.attachments]);

function outputOf(draft: Draft): SendEmailOutput {
  const { id, state, sha256: hash, why, ended, email } = draft;
  const { accepted = [], rejected = [], message_id, server_said } = email;
  return {
    draft_id: id,
    state,
    sha256: hash,
    accepted: state === "draft" ? recipientsOf(draft) : [...accepted],
    rejected: [...rejected],
    message_id,
    ...(server_said !== undefined && { server_said }),
    ...(why !== undefined && { why }),
    ...(ended !== undefined && { at: ended }),
  };
}

interface EmailWarnings {
  readonly addresses: readonly Address[];
  readonly untrusted: readonly Address[];
  readonly again: boolean;
}

/** What the user reads before a mail goes out: every recipient, the files and the text. */
function questionOf({ id, sha256: hash, email }: Draft, { addresses, untrusted, again }: EmailWarnings): string {
  const shown = (list: readonly string[]) =>
    list.map((address) => {
      const { unicode, mixed } = addresses.find((each) => each.address === address) ?? {};
      return `${address}${unicode === undefined ? "" : ` (${unicode})`}${mixed ? " MIXED SCRIPTS" : ""}`;
    });
  const row = (name: string, list: readonly string[]) =>
    list.length > 0 ? [`${name}: ${shown(list).join(", ")}`] : [];
  return [
    `Send e-mail ${id}${again ? ", again" : ""}: ${oneLine(email.subject)}`,
    `From: ${email.from}`,
    ...row("To", email.to),
    ...row("Cc", email.cc),
    ...row("Bcc", email.bcc),
    ...row("Replies go to", email.reply_to === undefined ? [] : [email.reply_to]),
    ...email.attachments.map(({ path, bytes }) => `Attached: ${visible(path)} (${readableBytes(bytes)})`),
    ...untrusted.map(
      ({ address }) =>
        `Warning: ${address} was not named by the user; it comes from untrusted content or from the model.`,
    ),
    `SHA-256: ${hash}`,
    "",
    email.preview,
  ].join("\n");
}

const changed = (what: string) =>
  new ToolError("stale", `${what} Nothing was sent.`, { hint: "Write the draft again with {compose_email}." });
