import type { SecretPlace, Secrets } from "@holdall/tool-kit/secrets";

/** The secrets that one request uses. */
export interface Uses {
  /** A value has been put in. */
  filled(name: string): void;
  /** From now on, what is put in reaches the host. */
  sent(): void;
}

/** Note each secret of a request once, when its value is sent. */
export function createUses(secrets: Secrets, { host, port }: SecretPlace): Uses {
  const names = new Set<string>();
  let isSent = false;
  const note = (name: string) => secrets.noteUse({ name, to: `${host}:${port}` });
  return {
    filled(name) {
      if (names.has(name)) return;
      names.add(name);
      if (isSent) note(name);
    },
    sent() {
      if (isSent) return;
      isSent = true;
      for (const name of names) note(name);
    },
  };
}
