/** Read a body up to a number of bytes, copied at most once. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  for await (const chunk of chunks) {
    const room = maxBytes - size;
    truncated = chunk.length > room;
    kept.push(truncated ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    if (truncated) break;
  }
  return { body: kept.length === 1 ? kept[0]! : joined(kept, size), truncated };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
