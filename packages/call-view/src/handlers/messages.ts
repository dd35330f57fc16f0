import { counted, fieldOf, listOf, numberOf, textOf } from "../_fields.ts";
import { codeBlock } from "../blocks/code.ts";
import type { ViewBlock } from "../call-view.ts";
import type { Handler } from "./handler.ts";

const warning = (text: string): ViewBlock => ({ kind: "text", text, isWarning: true });

const states: Readonly<Record<string, string>> = {
  draft: "dry run",
  partly: "sent in part",
  unknown: "unknown whether it arrived",
};

/** What came of a message, in the words of its state. */
function outcome(output: unknown): string {
  const state = textOf(output, "state") ?? "";
  return states[state] ?? state;
}

/** Why a message was not simply sent. */
function problems(output: unknown): ViewBlock[] {
  const why = textOf(output, "why");
  const said = textOf(output, "server_said");
  return [
    ...(textOf(output, "state") === "unknown"
      ? [warning("It may or may not have arrived, and is not sent again.")]
      : []),
    ...(why === undefined ? [] : [warning(why)]),
    ...(said === undefined ? [] : [{ kind: "text" as const, text: `The server said: ${said}` }]),
  ];
}

const planned = (input: unknown): ViewBlock[] => {
  const text = textOf(input, "text", "caption");
  return text === undefined ? [] : [codeBlock(text, undefined)];
};

const names = (value: unknown, ...keys: readonly string[]): string =>
  keys.flatMap((key) => listOf(value, key).filter((each) => typeof each === "string")).join(", ");

/** Recipients as rows, with a warning for each that the user has not named or that mixes scripts. */
function recipients(output: unknown): ViewBlock[] {
  const rows = listOf(output, "recipients").map((each) => {
    const unicode = textOf(each, "unicode");
    const address = textOf(each, "address") ?? "";
    return {
      text: `${textOf(each, "as") ?? "to"}: ${address}${unicode === undefined ? "" : ` (${unicode})`}`,
      warnings: [
        ...(textOf(each, "known") === "untrusted" ? [warning(`${address} was not named by the user.`)] : []),
        ...(fieldOf(each, "mixed") === true ? [warning(`${address} mixes scripts, as imitations do.`)] : []),
      ],
    };
  });
  const text = rows.map((row) => row.text).join("\n");
  return [...rows.flatMap((row) => row.warnings), ...(text === "" ? [] : [{ kind: "text" as const, text }])];
}

const attached = (output: unknown): ViewBlock[] => {
  const paths = listOf(output, "attachments").map((file) => textOf(file, "path") ?? "");
  return paths.length === 0 ? [] : [{ kind: "text", text: `attached: ${paths.join(", ")}` }];
};

/** How messages and mails are shown: to whom, what, and what came of it. */
export const messageHandlers: Readonly<Record<string, Handler>> = {
  send_message: {
    title: "Send message",
    category: "messages",
    subject: (input, output) => textOf(output, "channel") ?? textOf(input, "channel"),
    outcome,
    preview: planned,
    blocks: (output, input) => [...problems(output), ...planned(input)],
  },
  send_file: {
    title: "Send file",
    category: "messages",
    subject: (input, output) =>
      [textOf(input, "path"), textOf(output, "channel") ?? textOf(input, "channel")].filter(Boolean).join(" → "),
    outcome,
    preview: planned,
    blocks: (output, input) => [...problems(output), ...planned(input)],
  },
  compose_email: {
    title: "Compose e-mail",
    category: "messages",
    subject: (input, output) => textOf(output, "subject") ?? textOf(input, "subject"),
    outcome: (output) => counted(listOf(output, "recipients").length, "recipient"),
    preview: (input) => [
      { kind: "text", text: `to: ${names(input, "to", "cc", "bcc")}` },
      ...(textOf(input, "body", "html") === undefined
        ? []
        : [codeBlock(textOf(input, "body", "html") ?? "", undefined)]),
    ],
    blocks: (output) => [
      ...recipients(output),
      ...attached(output),
      codeBlock(textOf(output, "preview") ?? "", undefined),
      {
        kind: "text",
        text: `${textOf(output, "draft_id") ?? ""} · ${numberOf(output, "bytes") ?? 0} bytes · sha256 ${textOf(output, "sha256") ?? ""}`,
      },
    ],
  },
  send_email: {
    title: "Send e-mail",
    category: "messages",
    subject: (input, output) => names(output, "accepted", "rejected") || textOf(input, "draft_id"),
    outcome,
    blocks: (output) => [
      ...problems(output),
      ...(["accepted", "rejected"] as const).flatMap((key): ViewBlock[] => {
        const list = names(output, key);
        return list === ""
          ? []
          : [{ kind: "text", text: `${key}: ${list}`, ...(key === "rejected" && { isWarning: true }) }];
      }),
    ],
  },
};
