import { allowsPlace, leakedNames, type SecretPlace, type Secrets, secretInfo } from "@holdall/tool-kit/secrets";

/** Bytes of a body that are looked through before anything is sent, and milliseconds that its sender gets for them. */
export const lookedThrough = { bytes: 1_048_576, time: 2_000 } as const;

/**
 * Why a request with these texts may not be sent to a place, or undefined: a value or a stand-in goes to the hosts of that
 * secret, over TLS, and to no other. Uses are noted.
 */
export function checkRequest(secrets: Secrets, texts: readonly string[], place: SecretPlace): string | undefined {
  const { host, port, encrypted } = place;
  for (const name of leakedNames(secrets, texts)) {
    // Unencrypted, nothing is put in, and the stand-in alone would be of no use.
    if (!encrypted || !allowsPlace(secretInfo(secrets, name).hosts, place))
      return `secret:${name} ${encrypted ? `is not for ${host}` : "is put in over TLS only"}`;
    secrets.noteUse({ name, to: `${host}:${port}` });
  }
  return undefined;
}
