import { ToolError } from "@holdall/tool-core";

const missing = (cause: unknown) =>
  new ToolError("unsupported", "Mail needs the package nodemailer, which is not installed or cannot run here.", {
    hint: "Tell the user to install nodemailer 10 beside @holdall/tools-messages, on Node.",
    cause,
  });

/** What speaks SMTP, and streams of Node. */
export async function loadConnection() {
  try {
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    return { Connection, Readable: process.getBuiltinModule("node:stream").Readable };
  } catch (error) {
    throw missing(error);
  }
}

/** What writes mails as bytes. */
export async function loadComposer() {
  try {
    return (await import("nodemailer/lib/mail-composer")).default;
  } catch (error) {
    throw missing(error);
  }
}
