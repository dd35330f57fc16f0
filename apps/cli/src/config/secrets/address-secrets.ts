import { ToolError } from "@holdall/tool-core";
import {
  replaceSecrets,
  type SecretPlace,
  type Secrets,
  secretFor,
  secretInfo,
  secretNames,
} from "@holdall/tool-kit/secrets";
import { UsageError } from "../../usage-error.ts";

/**
 * An address of the user's configuration with values for its references. The place is that of the finished address, and has to be
 * one of each secret's hosts. Throws UsageError that names the key, without a value.
 */
export function fillAddress(
  written: string,
  secrets: Secrets | undefined,
  { key, placeOf }: { readonly key: string; readonly placeOf: (address: string) => SecretPlace | undefined },
): string {
  const names = secretNames(written);
  const [first] = names;
  if (first === undefined) return written;
  if (!secrets)
    throw new UsageError(`${key}: there is no secret ${first}.`, "Add it to ~/.config/holdall/secrets.yaml.");
  try {
    const isWhole = written === `secret:${first}`;
    const address = replaceSecrets(written, (name) => {
      secretInfo(secrets, name);
      return isWhole ? secrets.read(name) : encodeURIComponent(secrets.read(name));
    });
    const place = placeOf(address);
    if (!place) throw new UsageError(`${key}: with its secret, it is not an address.`);
    for (const name of names) secretFor(secrets, name, place);
    return address;
  } catch (thrown) {
    throw ToolError.is(thrown) ? new UsageError(`${key}: ${thrown.message}`, thrown.hint) : thrown;
  }
}
