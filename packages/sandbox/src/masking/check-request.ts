import { setImmediate } from "node:timers/promises";
import { allowsPlace, leakedNames, type SecretPlace, type Secrets, secretInfo } from "@holdall/tool-kit/secrets";

/** Bytes of a body that are looked through before anything is sent, and milliseconds that its sender gets for them. */
export const lookedThrough = { bytes: 1_048_576, time: 2_000 } as const;

/** What a request consists of. */
export interface RequestTexts {
  readonly head: readonly string[];
  readonly body: string;
}

/** Whether a request may be sent, with the secrets whose value or stand-in it has, or why not. */
export type Judgment = { readonly names: ReadonlySet<string> } | { readonly why: string };

/**
 * Judge whether a request with these texts may be sent to a place: a value or a stand-in goes to the hosts of that secret, over
 * TLS, and to no other.
 */
export async function checkRequest(secrets: Secrets, texts: RequestTexts, place: SecretPlace): Promise<Judgment> {
  const { host, encrypted } = place;
  const names = await namesIn(secrets, texts);
  for (const name of names) {
    // Unencrypted, nothing is put in, and the stand-in alone would be of no use.
    if (!encrypted || !allowsPlace(secretInfo(secrets, name).hosts, place))
      return { why: `secret:${name} ${encrypted ? `is not for ${host}` : "is put in over TLS only"}` };
  }
  return { names };
}

/** Characters of a body that are searched in one turn of the event loop, and how many of them again in the next. */
const piece = { length: 65_536, overlap: 8_192 } as const;

async function namesIn(secrets: Secrets, { head, body }: RequestTexts): Promise<ReadonlySet<string>> {
  const texts = [...head, body.slice(0, piece.length)].filter((text) => text !== "");
  const names = new Set(leakedNames(secrets, texts));
  const step = piece.length - piece.overlap;
  for (let at = step; at + piece.overlap < body.length; at += step) {
    await setImmediate();
    for (const name of leakedNames(secrets, [body.slice(at, at + piece.length)])) names.add(name);
  }
  return names;
}
