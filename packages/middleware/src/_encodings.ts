/** The spellings in which a value may come out of a program: as it is, escaped, percent-encoded, base64, hexadecimal, backwards. */
export function encodings(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const spellings = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    hex,
    hex.toUpperCase(),
    [...value].reverse().join(""),
    ...base64(bytes),
  ];
  return [...new Set(spellings)].filter((spelling) => spelling.length >= 6).sort((a, b) => b.length - a.length);
}

/**
 * Base64 in both alphabets, wherever the value begins within what is encoded: three bytes become four characters, so there
 * are three ways. Characters that also depend on neighbouring bytes are left out, unless the value ends what is encoded.
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
