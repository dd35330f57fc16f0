import { contentHash, toHex } from "@holdall/tool-kit";

/** A UUID (version 8) that depends on a text only. */
export function uuidFrom(text: string): string {
  const words = ["0", "1"].map((part) => contentHash(new TextEncoder().encode(part + text)));
  const bytes = Uint8Array.from(atob(words.join("").replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
    sign.charCodeAt(0),
  );
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = toHex(bytes.subarray(0, 16));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
