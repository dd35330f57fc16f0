import type { BlobStore } from "./blob-store.ts";
import type { KeptMessages } from "./record.ts";

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

/** The messages as they were kept. Throws `parse_error` when a part is missing or damaged. */
export async function readMessages({ parts }: KeptMessages, blobs: BlobStore): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { blob } of parts) all.push(...(JSON.parse(new TextDecoder().decode(await blobs.get(blob))) as unknown[]));
  return all;
}

/** JSON, with the bytes that messages may hold. */
const encode = (messages: readonly unknown[]): Uint8Array => new TextEncoder().encode(JSON.stringify(messages));
