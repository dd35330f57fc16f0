import { leakedNames, type Secrets } from "@holdall/tool-kit/secrets";
import type { Channel, EmailOptions } from "@holdall/tools-messages";

interface Places {
  readonly channels?: readonly Channel[] | undefined;
  readonly email?: EmailOptions | undefined;
}

/** The same channels and mail server, which reject what has the value of a secret in it: in a text, a file or an attachment. */
export function keepingSecrets<T extends Places>(places: T, secrets: Secrets | undefined): T {
  if (!secrets) return places;
  const { channels, email } = places;
  const found = (texts: readonly string[]) => leakedNames(secrets, texts)[0];
  return {
    ...places,
    ...(channels && { channels: channels.map((channel) => guarded(channel, found)) }),
    ...(email && { email: { ...email, server: guardedServer(email.server, found) } }),
  };
}

type Find = (texts: readonly string[]) => string | undefined;

const guarded = (channel: Channel, found: Find): Channel => ({
  ...channel,
  prepare: (message) => channel.prepare(message),
  async send(prepared, io) {
    const { file } = prepared.message;
    const name = found([...prepared.parts, ...(file ? [file.name, ...textsOf(file.bytes)] : [])]);
    return name === undefined ? channel.send(prepared, io) : { state: "rejected", why: whyOf(name) };
  },
});

const guardedServer = (server: EmailOptions["server"], found: Find): EmailOptions["server"] => ({
  name: server.name,
  async deliver(bytes, envelope) {
    const name = found([...textsOf(bytes), ...envelope.to]);
    if (name === undefined) return server.deliver(bytes, envelope);
    return { state: "rejected", accepted: [], rejected: [...envelope.to], why: whyOf(name) };
  },
});

const whyOf = (name: string): string => `it contains the value of the secret ${name}; nothing was sent`;

/** Bytes as text, and the parts of a mail without what mail encodes them in. */
function textsOf(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  const quoted = text
    .replace(/=\r?\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const encoded = Array.from(text.matchAll(/(?:[A-Za-z\d+/]{4,76}\r?\n)*[A-Za-z\d+/]{8,76}={0,2}/g), ([block]) =>
    decoded(block),
  );
  return [text, ...(quoted === text ? [] : [quoted]), ...encoded];
}

function decoded(block: string): string {
  try {
    return atob(block.replace(/\s+/g, ""));
  } catch {
    return "";
  }
}
