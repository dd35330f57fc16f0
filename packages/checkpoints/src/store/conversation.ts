import type { SessionSnapshot } from "@holdall/tool-core";
import type { Blob, BlobStore } from "./blob-store.ts";
import type { CheckpointRecord, KeptMessages } from "./record.ts";

/** A restored conversation. To continue it, open a session with `restore: snapshot`. */
export interface RestoredConversation {
  readonly messages: readonly unknown[] | null;
  readonly snapshot: SessionSnapshot | null;
}

/** Keep a conversation; what it shares with the one before is kept once. */
export async function keepMessages(
  messages: readonly unknown[],
  before: KeptMessages | null,
  blobs: BlobStore,
): Promise<KeptMessages> {
  const parts: KeptMessages["parts"][number][] = [];
  let count = 0;
  for (const part of before?.parts ?? []) {
    const blob = await blobs.put(encode(messages.slice(count, count + part.count)));
    if (blob.hash !== part.blob.hash) break;
    parts.push(part);
    count += part.count;
  }
  if (count < messages.length) {
    const rest = messages.slice(count);
    parts.push({ blob: await blobs.put(encode(rest)), count: rest.length });
  }
  return { count: messages.length, parts };
}

/** Keep a snapshot; a small one is in the checkpoint itself. */
export async function keepSnapshot(
  snapshot: SessionSnapshot | null,
  blobs: BlobStore,
): Promise<SessionSnapshot | Blob | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(snapshot));
  return bytes.length < 32 * 1024 ? snapshot : blobs.put(bytes);
}

/** What a checkpoint has of the conversation. Throws `parse_error` when a part is missing or damaged. */
export async function readConversation(
  { session, messages }: CheckpointRecord,
  blobs: BlobStore,
): Promise<RestoredConversation> {
  return {
    messages: messages && (await readMessages(messages, blobs)),
    snapshot:
      session && "hash" in session
        ? (JSON.parse(new TextDecoder().decode(await blobs.get(session))) as SessionSnapshot)
        : session,
  };
}

async function readMessages({ parts }: KeptMessages, blobs: BlobStore): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { blob } of parts) all.push(...(JSON.parse(new TextDecoder().decode(await blobs.get(blob))) as unknown[]));
  return all;
}

/** JSON, with the bytes that messages may hold. */
const encode = (messages: readonly unknown[]): Uint8Array => new TextEncoder().encode(JSON.stringify(messages));
