import { contentHash } from "@holdall/tool-kit";
import { chunkSize, yieldToEventLoop } from "../_yield.ts";

/** The version of some content; what is longer than a chunk is hashed chunk by chunk, and then the hashes are. */
export async function contentVersion(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<string> {
  if (bytes.length <= chunkSize) return contentHash(bytes);
  const hashes: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) {
    if (at > 0) await yieldToEventLoop(signal);
    hashes.push(contentHash(bytes.subarray(at, at + chunkSize)));
  }
  return contentHash(Buffer.from(hashes.join()));
}
