import { changesOf, type SkillPin } from "@holdall/tools-skills";
import { trustOfUser } from "../config/ownership/trust-of-user.ts";
import type { Code } from "./read-code.ts";

/** Whether the user has trusted code of a checkout as it is now. */
export interface CodeTrust {
  readonly state: "trusted" | "new" | "changed";
  /** What has changed since. */
  readonly changes: string | undefined;
}

/** The key of an extension beside those of skills. */
const placeOf = ({ entry }: Pick<Code, "entry">): string => `extension:${entry}`;

/** Compare code with what was trusted. A file of trust that cannot be read trusts nothing. */
export async function trustOf(code: Code, env: NodeJS.ProcessEnv): Promise<CodeTrust> {
  const trust = await trustOfUser(env);
  const pin = await trust.get(placeOf(code)).catch(() => undefined);
  if (!pin) return { state: "new", changes: undefined };
  if (pin.hash === code.hash) return { state: "trusted", changes: undefined };
  return { state: "changed", changes: changesOf({ ...code, read: nothing }, pin) };
}

/** Trust code as it is now, or no longer. */
export async function setTrust(code: Code, isTrusted: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  const trust = await trustOfUser(env);
  await trust.set(placeOf(code), isTrusted ? pinOf(code) : undefined);
}

const pinOf = ({ hash, files }: Code): SkillPin => ({
  hash,
  files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
});

const nothing = () => Promise.reject(new Error("not read again"));
