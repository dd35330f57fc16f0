import { channelMessage, draftedMail, messageState, plannedMail, sentMail } from "../blocks/message.ts";
import { counted, listOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const names = (value: unknown, ...keys: readonly string[]): string =>
  keys.flatMap((key) => listOf(value, key).filter((each) => typeof each === "string")).join(", ");

const outcome = (output: unknown): string =>
  textOf(output, "state") === "draft" ? "dry run" : messageState(output).label;

const sending: Pick<Handler, "category" | "outcome" | "preview" | "blocks"> = {
  category: "messages",
  outcome,
  preview: (input) => [channelMessage(input)],
  blocks: (output, input) => [channelMessage(input, output)],
};

/** How messages and mails are shown: recipients, content and result. */
export const messageHandlers: Readonly<Record<string, Handler>> = {
  send_message: {
    title: "Send message",
    ...sending,
    subject: (input, output) => textOf(output, "channel") ?? textOf(input, "channel"),
  },
  send_file: {
    title: "Send file",
    ...sending,
    subject: (input, output) =>
      [textOf(input, "path"), textOf(output, "channel") ?? textOf(input, "channel")].filter(Boolean).join(" → "),
  },
  compose_email: {
    title: "Compose e-mail",
    category: "messages",
    subject: (input, output) => textOf(output, "subject") ?? textOf(input, "subject"),
    outcome: (output) => counted(listOf(output, "recipients").length, "recipient"),
    preview: (input) => [plannedMail(input)],
    blocks: (output) => [draftedMail(output)],
  },
  send_email: {
    title: "Send e-mail",
    category: "messages",
    subject: (input, output) => names(output, "accepted", "rejected") || textOf(input, "draft_id"),
    outcome,
    // Its question shows all of the mail.
    preview: () => [],
    blocks: (output) => [sentMail(output)],
  },
};
