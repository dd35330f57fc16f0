/** Returns true for UTF-8, also with some invalid bytes: most of the non-ASCII text must be well-formed. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/gu) ?? [];
  const wrong = beyond.filter((char) => char === "\ufffd").length;
  return beyond.length - wrong >= wrong * 2;
}
