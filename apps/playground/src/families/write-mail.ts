import type { MailWriter } from "@holdall/tools-messages";

const encoder = new TextEncoder();

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Lines of 76 characters, as RFC 2045 has them. */
const lines = (bytes: Uint8Array): string => (base64(bytes).match(/.{1,76}/g) ?? []).join("\r\n");

/** A text of a header: as it is where it is short ASCII, else words of RFC 2047, each with whole characters. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes("=?")) return text;
  const words = [""];
  for (const letter of text) {
    const longer = (words.at(-1) ?? "") + letter;
    if (encoder.encode(longer).length > 42) words.push(letter);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${base64(encoder.encode(word))}?=`).join("\r\n ");
}

/** A parameter such as a file's name, by RFC 2231. */
const parameter = (name: string, value: string): string =>
  `${name}*=UTF-8''${encodeURIComponent(value).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const textPart = (type: string, text: string): string =>
  [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: base64", "", lines(encoder.encode(text))].join(
    "\r\n",
  );

/** Parts under one boundary; a single part stands alone. */
function joined(kind: string, boundary: string, parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? "";
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--`;
}

/** A mail as bytes, written in the browser: MIME with every text in base64. */
export const writeMail: MailWriter = async (parts) => {
  const { id, date, from, replyTo, to, cc, subject, text, html, attachments, messageId } = parts;
  const texts = [
    ...(text === undefined ? [] : [textPart("text/plain", text)]),
    ...(html === undefined ? [] : [textPart("text/html", html)]),
  ];
  const files = attachments.map(({ name, mediaType, bytes }) =>
    [
      `Content-Type: ${mediaType}`,
      "Content-Transfer-Encoding: base64",
      `Content-Disposition: attachment;\r\n ${parameter("filename", name)}`,
      "",
      lines(bytes),
    ].join("\r\n"),
  );
  const headers = [
    `From: ${from.name ? `${headerText(from.name)} ` : ""}<${from.address}>`,
    ...(replyTo === undefined ? [] : [`Reply-To: <${replyTo}>`]),
    ...(to.length === 0 ? [] : [`To: ${addresses(to)}`]),
    ...(cc.length === 0 ? [] : [`Cc: ${addresses(cc)}`]),
    `Subject: ${headerText(subject)}`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageId}`,
    "MIME-Version: 1.0",
  ];
  const body = joined("mixed", `mixed_${id}`, [joined("alternative", `texts_${id}`, texts), ...files]);
  return encoder.encode(`${headers.join("\r\n")}\r\n${body}\r\n`);
};

const addresses = (all: readonly string[]): string => all.map((each) => `<${each}>`).join(",\r\n ");
