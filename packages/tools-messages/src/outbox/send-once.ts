import { ToolError } from "@holdall/tool-core";
import type { Receipt } from "../channels/channel.ts";
import type { EmailDraft, EntryState, Outbox, OutboxEntry, StoredEntry } from "./outbox.ts";

/** How long the same content to the same recipients counts as the same message. */
const sameFor = 24 * 3_600_000;
/** How long a sender that has claimed a message and not begun is left alone. */
const claimFor = 60_000;
const hour = 3_600_000;
/** No sending takes longer. */
const longestSend = 600_000;

export interface SendOnceOptions {
  readonly outbox: Outbox;
  /** A draft in the outbox. */
  readonly id: string;
  /** Send although the same was sent within 24 hours. */
  readonly again: boolean;
  readonly perHour: number;
  readonly now: () => Date;
}

/** What sending gives, and what of a mail goes into its entry. */
export interface SendResult extends Receipt {
  readonly email?: Partial<EmailDraft> | undefined;
}

interface Claim {
  readonly id: string;
  readonly at: string;
}

/**
 * Take a draft to its end: `draft → sending → sent | partly | rejected | unknown`, each step with compare-and-set,
 * `sending` before the first byte. Only the process that sets `sending` runs `send`. Throws `already_exists` for what
 * was sent or may have been, `unavailable` above the limit of an hour.
 */
export async function sendOnce(
  { outbox, id, again, perHour, now }: SendOnceOptions,
  send: () => Promise<SendResult>,
): Promise<OutboxEntry> {
  const draft = await outbox.find(id);
  if (!draft) throw noDraft(id);
  if (draft.entry.state !== "draft") throw alreadySent(draft.entry);
  await claim(outbox, draft.entry, again, now());
  await takeSlot(outbox, perHour, now());
  const sending = await step(outbox, draft, { ...draft.entry, state: "sending", started: now().toISOString() });
  const result = await send().catch((): SendResult => ({ state: "unknown", why: "sending failed midway" }));
  const { entry } = sending;
  const ended: OutboxEntry = {
    ...entry,
    state: result.state,
    ended: now().toISOString(),
    ...(result.why !== undefined && { why: result.why }),
    ...(result.id !== undefined && { server_id: result.id }),
    ...(entry.email && { email: { ...entry.email, ...result.email } }),
  };
  // The result is reported even if it cannot be stored: the entry then stays `sending` and is not sent again.
  return outbox.replace(sending, ended).then(
    () => ended,
    () => ({ ...ended, why: [ended.why, "the outbox could not record the result"].filter(Boolean).join("; ") }),
  );
}

async function step(outbox: Outbox, stored: StoredEntry, entry: OutboxEntry): Promise<StoredEntry> {
  try {
    return await outbox.replace(stored, entry);
  } catch (error) {
    if (!ToolError.is(error) || error.code !== "stale") throw error;
    const now = await outbox.find(entry.id);
    throw now ? alreadySent(now.entry) : noDraft(entry.id);
  }
}

/** Make a draft the one of its content, unless another was sent or may have been within 24 hours. */
async function claim(outbox: Outbox, { id, key }: OutboxEntry, again: boolean, at: Date): Promise<void> {
  const own: Claim = { id, at: at.toISOString() };
  for (;;) {
    const held = await outbox.update<Claim | undefined>(`claims/${key}`, (value) => {
      const claim = value as Claim | undefined;
      const isFree = !claim || claim.id === id || at.getTime() - Date.parse(claim.at) > sameFor;
      return isFree ? { value: own, answer: undefined } : { value: undefined, answer: claim };
    });
    if (!held) return;
    const other = await outbox.find(held.id);
    const state = stateAt(other?.entry, at);
    const isDone = state !== "draft" && state !== "sending" && state !== "rejected";
    if (
      state === "sending" ||
      (state === "draft" && at.getTime() - Date.parse(held.at) < claimFor) ||
      (isDone && !again)
    )
      throw sameSent(other!.entry);
    // An abandoned claim is revoked, so that its owner can no longer send the draft.
    if (other && state === "draft")
      await step(outbox, other, { ...other.entry, state: "rejected", why: `replaced by ${id}` });
    const taken = await outbox.update<boolean>(`claims/${key}`, (value) =>
      (value as Claim | undefined)?.id === held.id ? { value: own, answer: true } : { value: undefined, answer: false },
    );
    if (taken) return;
    again = false; // another was faster
  }
}

/** An interrupted sending is unknown once it can no longer continue. A claim without its entry was never begun. */
function stateAt(entry: OutboxEntry | undefined, at: Date): EntryState {
  if (!entry) return "rejected";
  const isOver = entry.state === "sending" && at.getTime() - Date.parse(entry.started ?? "") > longestSend;
  return isOver ? "unknown" : entry.state;
}

async function takeSlot(outbox: Outbox, perHour: number, at: Date): Promise<void> {
  const from = at.getTime() - hour;
  const oldest = await outbox.update<string | undefined>("hour", (value) => {
    const times = (Array.isArray(value) ? (value as string[]) : []).filter((time) => Date.parse(time) > from);
    return times.length < perHour
      ? { value: [...times, at.toISOString()], answer: undefined }
      : { value: undefined, answer: times[0] ?? at.toISOString() };
  });
  if (oldest === undefined) return;
  const minutes = Math.max(1, Math.ceil((Date.parse(oldest) - from) / 60_000));
  throw new ToolError("unavailable", `The limit of ${perHour} messages per hour is reached. Nothing was sent.`, {
    hint: `Tell the user; the next can be sent in ${minutes} minutes.`,
    data: { per_hour: perHour, minutes },
  });
}

export const noDraft = (id: string): ToolError =>
  new ToolError("not_found", `There is no draft "${id.slice(0, 64).toWellFormed()}".`, {
    hint: "Create one with {compose_email}.",
  });

/** The error for an entry that is no longer a draft. */
export function alreadySent({ id, state, started, ended, why }: OutboxEntry): ToolError {
  const at = ended ?? started;
  const when = at === undefined ? "" : ` at ${at}`;
  const what =
    state === "sending" || state === "unknown"
      ? `may have been sent${when}: sending was interrupted or is still in progress`
      : state === "rejected"
        ? `was rejected${when} (${why ?? "no reason given"})`
        : `was already sent${when}`;
  return new ToolError("already_exists", `${id} ${what}. It will not be sent again.`, {
    hint:
      state === "rejected"
        ? "Correct the cause, then create another draft."
        : "Tell the user; do not send it again unless the user wants that.",
    data: { id, state: state === "sending" ? "unknown" : state, ...(at !== undefined && { at }) },
  });
}

function sameSent({ id, state, started, ended }: OutboxEntry): ToolError {
  const at = ended ?? started;
  const what = state === "sent" || state === "partly" ? "was sent" : "may have been sent";
  return new ToolError(
    "already_exists",
    `The same message ${what} to the same recipients${at === undefined ? " just now" : ` at ${at}`} (${id}). Nothing was sent.`,
    {
      hint: "Tell the user. Set again only if the user wants it twice.",
      data: {
        id,
        state: state === "sending" || state === "draft" ? "unknown" : state,
        ...(at !== undefined && { at }),
      },
    },
  );
}
