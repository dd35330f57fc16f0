import { toHex } from "@holdall/tool-kit";

/**
 * The forms in which a program may print a value: plain, escaped, percent-encoded, base64, hexadecimal, reversed. Other
 * escapes are found by folding the text, in any mixture.
 */
export function encodings(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const hex = toHex(bytes);
  return longEnough([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    hex,
    hex.toUpperCase(),
    [...value].reverse().join(""),
    ...base64(bytes),
    // A part of a value of several lines, such as a key, is as secret as the whole.
    ...value.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith("-----")),
  ]);
}

/** Forms that are found only in a text without blanks: what `od` and `xxd -i` print, fingerprints, and arrays of numbers. */
export function numberForms(value: string): readonly string[] {
  const bytes = [...new TextEncoder().encode(value)];
  if (bytes.length < 6) return [];
  const pairs = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
  const octal = bytes.map((byte) => byte.toString(8).padStart(3, "0"));
  const prefixed = pairs.map((pair) => `0x${pair}`);
  return [
    bytes.join(","),
    bytes.join(""),
    octal.join(""),
    pairs.join(":"),
    pairs.join(":").toUpperCase(),
    prefixed.join(","),
  ];
}

const longEnough = (forms: readonly string[]): string[] => [...new Set(forms)].filter((form) => form.length >= 6);

/**
 * Base64 in both alphabets, wherever the value begins within what is encoded: three bytes become four characters, so there
 * are three ways. Characters that also depend on neighboring bytes are left out, unless the value ends what is encoded.
 */
function base64(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const encoded = btoa(String.fromCharCode(...shifted)).slice(Math.ceil((offset * 4) / 3));
    const sure = Math.floor((shifted.length * 8) / 6) - Math.ceil((offset * 4) / 3);
    return [encoded, encoded.replace(/=+$/, ""), encoded.slice(0, sure)].flatMap((part) => [
      part,
      part.replaceAll("+", "-").replaceAll("/", "_"),
    ]);
  });
}
