import { randomBytes } from "node:crypto";
import { allowsPlace, type SecretPlace, type Secrets, secretInfo } from "@holdall/tool-kit/secrets";
import { formsReplaced, latin1 } from "./forms.ts";
import type { Replacement } from "./replace-stream.ts";

/** A secret that one command may use. */
interface Masked {
  readonly name: string;
  readonly standIn: string;
}

/** The secrets of one command, and what stands for them. */
export interface StandIns {
  readonly secrets: Secrets;
  readonly masked: readonly Masked[];
}

/** Make a text for each secret that no value contains and that cannot be guessed. Throws where a value cannot be read. */
export function makeStandIns(secrets: Secrets, names: readonly string[]): StandIns {
  const masked = names.map((name) => {
    secretInfo(secrets, name);
    secrets.read(name);
    // Letters and digits alone: no encoding of a URL, a form or JSON changes them.
    return { name, standIn: `standin${randomBytes(20).toString("hex")}` };
  });
  for (const { name, standIn } of masked) secrets.addStandIn(name, standIn);
  return { secrets, masked };
}

/** Whether a place may get the value of a secret. */
export const isFor = (secrets: Secrets, name: string, place: SecretPlace): boolean =>
  place.encrypted && allowsPlace(secretInfo(secrets, name).hosts, place);

/** What a request to a place gets in place of its stand-ins. Values are read now. */
export function valuesFor({ secrets, masked }: StandIns, place: SecretPlace): readonly (Masked & { value: string })[] {
  return masked
    .filter(({ name }) => isFor(secrets, name, place))
    .map((each) => ({ ...each, value: secrets.read(each.name) }));
}

/** What a response from a place gets in place of the values that it may have. */
export function repliesFrom({ secrets, masked }: StandIns, place: SecretPlace): readonly Replacement[] {
  return secrets
    .list()
    .filter(({ name }) => isFor(secrets, name, place))
    .flatMap(({ name }) => {
      const standIn = masked.find((each) => each.name === name)?.standIn ?? `[secret ${name}]`;
      const value = readable(secrets, name);
      return value === undefined ? [] : formsReplaced(value, standIn);
    });
}

/** Every form of the values that a place must not get, and of all stand-ins of others. */
export function forbiddenAt({ secrets, masked }: StandIns, place: SecretPlace): readonly string[] {
  return secrets
    .list()
    .filter(({ name }) => !isFor(secrets, name, place))
    .flatMap(({ name }) => {
      const value = readable(secrets, name);
      const standIns = masked.filter((each) => each.name === name).map(({ standIn }) => latin1(standIn));
      return [...(value === undefined ? [] : formsReplaced(value, "").map(({ from }) => from)), ...standIns];
    });
}

/** A secret that has no value now is in nothing either. */
function readable(secrets: Secrets, name: string): string | undefined {
  try {
    return secrets.read(name);
  } catch {
    return undefined;
  }
}
