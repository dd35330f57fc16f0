/** UTF-8, or a text in it with some bytes that are not: most of what is not ASCII is well-formed. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/gu) ?? [];
  const wrong = beyond.filter((char) => char === "\ufffd").length;
  return beyond.length - wrong >= wrong * 2;
}
