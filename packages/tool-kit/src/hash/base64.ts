/** Encode bytes as base64, for outputs that must be JSON. */
export function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += step) binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
}

/** Decode base64 to bytes. Throws if the text is not valid base64. */
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
