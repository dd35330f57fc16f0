import { fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import { visible, visibleLine } from "../view/visible.ts";
import type { Tone } from "./tone.ts";

/** A message or an email, from its draft to its result. */
export interface MessageBlock {
  readonly kind: "message";
  /** The result. Absent while it is only planned. */
  readonly state?: { readonly label: string; readonly tone: Tone } | undefined;
  readonly from?: string | undefined;
  /** Everybody that it goes to, Bcc included, or a channel. */
  readonly recipients: readonly {
    /** `to`, `cc`, `bcc`, `channel`. */
    readonly as: string;
    readonly address: string;
    /** The letters that a host name in other scripts represents. */
    readonly spelledOut?: string | undefined;
    /** Why the user should look twice. */
    readonly warnings: readonly string[];
    /** The server's answer for this recipient: `accepted`, `rejected`. */
    readonly outcome?: string | undefined;
  }[];
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly attachments: readonly {
    readonly path: string;
    readonly bytes?: number | undefined;
    readonly sha256?: string | undefined;
  }[];
  /** How to find it again, and that it is what was approved. */
  readonly id?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
  /** ISO 8601. */
  readonly at?: string | undefined;
  readonly notes: readonly { readonly text: string; readonly isWarning: boolean }[];
}

const states: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  draft: ["draft, not sent", "neutral"],
  sending: ["being sent", "neutral"],
  sent: ["sent", "good"],
  partly: ["sent in part", "caution"],
  rejected: ["rejected, not sent", "bad"],
  unknown: ["unknown whether it arrived", "caution"],
};

/** The words for a state of a message. */
export function messageState(value: unknown): { readonly label: string; readonly tone: Tone } {
  const state = textOf(value, "state") ?? "";
  const [label, tone] = states[state] ?? [visibleLine(state), "neutral" as const];
  return { label, tone };
}

type Recipient = MessageBlock["recipients"][number];

const strings = (value: unknown, key: string): string[] => {
  const found = fieldOf(value, key);
  return (Array.isArray(found) ? found : [found]).flatMap((each) => (typeof each === "string" ? [each] : []));
};

const recipient = (as: string, address: string, more: Partial<Recipient> = {}): Recipient => ({
  as,
  address: visibleLine(address),
  warnings: [],
  ...more,
});

/** Recipients as a model wrote them. */
const written = (input: unknown): Recipient[] =>
  ["to", "cc", "bcc"].flatMap((as) => strings(input, as).map((address) => recipient(as, address)));

/** Recipients as the tool read them. */
const read = (output: unknown): Recipient[] =>
  listOf(output, "recipients").map((each) => {
    const unicode = textOf(each, "unicode");
    return recipient(textOf(each, "as") ?? "to", textOf(each, "address") ?? "", {
      ...(unicode !== undefined && { spelledOut: visibleLine(unicode) }),
      warnings: [
        ...(textOf(each, "known") === "untrusted" ? ["Not named by the user."] : []),
        ...(fieldOf(each, "mixed") === true ? ["Mixes scripts, as imitations do."] : []),
      ],
    });
  });

const paths = (input: unknown): MessageBlock["attachments"] =>
  [...strings(input, "attachments"), ...strings(input, "path")].map((path) => ({ path: visibleLine(path) }));

/** Texts under the names that a view has for them; what is not there stays out. */
const texts = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, name === "body" ? visible(text) : visibleLine(text)]],
    ),
  );

/** Why a message was not simply sent. */
function problems(output: unknown): MessageBlock["notes"] {
  const [why, said] = [textOf(output, "why"), textOf(output, "server_said")];
  const isUnknown = textOf(output, "state") === "unknown";
  return [
    ...(isUnknown ? [{ text: "It may or may not have arrived, and is not sent again.", isWarning: true }] : []),
    ...(why === undefined ? [] : [{ text: visibleLine(why), isWarning: true }]),
    ...(said === undefined ? [] : [{ text: `The server said: ${visibleLine(said)}`, isWarning: false }]),
  ];
}

/** A mail that a model is about to write. */
export const plannedMail = (input: unknown): MessageBlock => ({
  kind: "message",
  recipients: written(input),
  ...texts({ subject: textOf(input, "subject"), body: textOf(input, "body", "html") }),
  attachments: paths(input),
  notes: [],
});

/** An output of compose_email. */
export const draftedMail = (output: unknown): MessageBlock => ({
  kind: "message",
  state: { label: "draft, not sent", tone: "neutral" },
  recipients: read(output),
  ...texts({
    subject: textOf(output, "subject"),
    body: textOf(output, "preview"),
    id: textOf(output, "draft_id"),
    sha256: textOf(output, "sha256"),
  }),
  ...(numberOf(output, "bytes") !== undefined && { bytes: numberOf(output, "bytes") }),
  attachments: listOf(output, "attachments").map((file) => ({
    path: visibleLine(textOf(file, "path") ?? ""),
    bytes: numberOf(file, "bytes"),
    sha256: textOf(file, "sha256"),
  })),
  notes: [],
});

/** An output of send_email. */
export const sentMail = (output: unknown): MessageBlock => ({
  kind: "message",
  state: messageState(output),
  recipients: ["accepted", "rejected"].flatMap((outcome) =>
    strings(output, outcome).map((address) =>
      recipient("to", address, { outcome, warnings: outcome === "rejected" ? ["Refused by the server."] : [] }),
    ),
  ),
  ...texts({
    id: textOf(output, "draft_id"),
    sha256: textOf(output, "sha256"),
    at: textOf(output, "at"),
  }),
  attachments: [],
  notes: problems(output),
});

/** A message or a file to a channel, with its result if known. */
export function channelMessage(input: unknown, output?: unknown): MessageBlock {
  const channel = textOf(output, "channel") ?? textOf(input, "channel");
  return {
    kind: "message",
    ...(output !== undefined && { state: messageState(output) }),
    recipients: channel === undefined ? [] : [recipient("channel", channel)],
    ...texts({
      body: textOf(input, "text", "caption", "message", "content"),
      id: textOf(output, "id"),
      sha256: textOf(output, "sha256"),
      at: textOf(output, "at"),
    }),
    attachments: paths(input),
    notes: problems(output),
  };
}

/** An entry of an outbox, as `openOutbox` lists them. */
export function viewOutboxEntry(entry: unknown): MessageBlock {
  const mail = fieldOf(entry, "email");
  const isMail = mail !== undefined;
  const outcomeOf = (address: string) =>
    ["accepted", "rejected"].find((outcome) => strings(mail, outcome).includes(address));
  const recipients = isMail
    ? written(mail).map((each) => ({ ...each, outcome: outcomeOf(each.address) }))
    : strings(entry, "recipients").map((each) => recipient("channel", each));
  const size = numberOf(mail, "bytes");
  return {
    kind: "message",
    state: messageState(entry),
    recipients,
    ...texts({
      from: textOf(mail, "from"),
      subject: textOf(mail, "subject"),
      body: textOf(mail, "preview"),
      id: textOf(entry, "id"),
      sha256: textOf(entry, "sha256"),
      at: textOf(entry, "ended", "started", "created"),
    }),
    ...(size !== undefined && { bytes: size }),
    attachments: listOf(mail, "attachments").map((file) => ({
      path: visibleLine(textOf(file, "path") ?? ""),
      bytes: numberOf(file, "bytes"),
      sha256: textOf(file, "sha256"),
    })),
    notes: [...problems(entry), ...problems(mail)],
  };
}
