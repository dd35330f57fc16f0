const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** `\x00ff`, as Postgres writes and reads bytes in text. */
export function byteaToText(bytes: Uint8Array): string {
  if (typeof Buffer === "function") {
    return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex")}`;
  }
  let text = "\\x";
  for (const byte of bytes) text += digits[byte];
  return text;
}

export function byteaFromText(text: string): Uint8Array {
  if (typeof Buffer === "function") return plainBytes(Buffer.from(text.slice(2), "hex"));
  const bytes = new Uint8Array((text.length - 2) / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i + 2, 2 * i + 4), 16);
  return bytes;
}

/** The same bytes, no Buffer and with memory of their own; copied only where that is shared, as that of small Buffers is. */
export const plainBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
