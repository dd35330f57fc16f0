import { type Backend, type Path, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { callbackChannel, type MailServer, type OutboxEntry, openOutbox } from "@holdall/tools-messages";

/** The channel whose messages stay in the page. */
export const channelName = "page";

/** Whom mails of this page are from. */
export const sender = "playground@holdall.example";

const textPath = (id: string): Path => toPath(`/outbox/texts/${id}.txt`);

/** Takes messages and keeps their texts beside the outbox. */
export const pageChannel = (backend: Backend) =>
  callbackChannel({
    name: channelName,
    async deliver({ text, file, key: id }) {
      const shown = [text, file ? `[${file.name}, ${file.bytes.length} bytes]` : ""].filter(Boolean).join("\n");
      const kept = await unlessMissing(backend.read(textPath(id)));
      const before = kept ? `${new TextDecoder().decode(kept.bytes)}\n` : "";
      await backend.write(textPath(id), new TextEncoder().encode(before + shown));
    },
  });

/**
 * Takes every mail, which leaves its bytes where the outbox has them, except for addresses below .invalid, so that a
 * refusal can be seen.
 */
export const pageServer: MailServer = {
  name: "this page",
  async deliver(_, { to }) {
    const rejected = to.filter((address) => address.endsWith(".invalid"));
    const accepted = to.filter((address) => !rejected.includes(address));
    const state = accepted.length === 0 ? "rejected" : rejected.length > 0 ? "partly" : "sent";
    const serverSaid = accepted.length === 0 ? "550 no such recipient" : "250 kept in this page, not sent to anybody";
    return { state, accepted, rejected, serverSaid };
  },
};

export interface SentMessage {
  readonly entry: OutboxEntry;
  /** The text of a message; mails have theirs in the entry. */
  readonly text?: string | undefined;
  /** A mail as it would leave. */
  readonly mail: () => Promise<Uint8Array | undefined>;
}

/** All that was written or sent, the latest first. */
export async function listSent(backend: Backend): Promise<readonly SentMessage[]> {
  const outbox = openOutbox({ backend });
  const entries = await Array.fromAsync(outbox.list());
  return Promise.all(
    entries.map(async (entry) => {
      const kept = entry.email ? undefined : await unlessMissing(backend.read(textPath(entry.id)));
      return {
        entry,
        ...(kept && { text: new TextDecoder().decode(kept.bytes) }),
        mail: () => outbox.bytesOf(entry.id),
      };
    }),
  );
}
