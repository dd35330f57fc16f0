import { ToolError } from "@holdall/tool-core";
import { loadComposer } from "./_load-nodemailer.ts";

export interface MailParts {
  /** The id of the draft: Message-ID and boundaries are made of it. */
  readonly id: string;
  readonly date: Date;
  readonly from: { readonly name?: string | undefined; readonly address: string };
  readonly replyTo?: string | undefined;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly attachments: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  }[];
}

/** Writes a mail as the bytes that are sent: the same for the same parts, and only from these parts. */
export type MailWriter = (parts: MailParts & { readonly messageId: string }) => Promise<Uint8Array>;

/** The bytes of a mail: the same for the same parts. Bcc is not among them. Throws `unsupported` without a writer or nodemailer. */
export async function composeMail(
  parts: MailParts,
  write?: MailWriter,
): Promise<{ readonly bytes: Uint8Array; readonly messageId: string }> {
  const { id, date, from, replyTo, to, cc, subject, text, html, attachments } = parts;
  const messageId = `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`;
  if (write) return { bytes: await write({ ...parts, messageId }), messageId };
  const Composer = await loadComposer();
  const address = (each: string) => ({ name: "", address: each });
  const composer = new Composer({
    date,
    messageId,
    baseBoundary: id,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
    from: { name: from.name ?? "", address: from.address },
    to: to.map(address),
    cc: cc.map(address),
    ...(replyTo !== undefined && { replyTo: address(replyTo) }),
    subject,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ name, mediaType, bytes }) => ({
      filename: name,
      contentType: mediaType,
      contentDisposition: "attachment",
      content: Buffer.from(bytes),
    })),
  });
  const bytes = await new Promise<Uint8Array>((resolve, reject) => {
    composer.compile().build((error, message) => {
      if (error || !message) reject(new ToolError("invalid_input", "The mail cannot be encoded.", { cause: error }));
      else resolve(new Uint8Array(message));
    });
  });
  return { bytes, messageId };
}
