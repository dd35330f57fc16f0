import { ToolError } from "@holdall/tool-core";
import { knownProviders } from "../search/providers/known-providers.ts";
import type { SearchEnv } from "./search-providers-from.ts";

/** Information about a provider without a request. Contains names of settings, never their values. */
export interface ProviderReport {
  readonly name: string;
  /** True if all of its settings are present and valid. */
  readonly ready: boolean;
  readonly settings: readonly { readonly name: string; readonly present: boolean }[];
  readonly note?: string;
}

/** List which search providers can be used with these settings, in order of use, and which settings the others need. */
export function describeProviders(env: SearchEnv): readonly ProviderReport[] {
  const keyed = knownProviders.map(({ name, settings, note, make }): ProviderReport => {
    const values = settings.map((setting) => env[setting]?.trim() ?? "");
    const known = settings.map((setting, index) => ({ name: setting, present: values[index] !== "" }));
    const problem = known.every(({ present }) => present) ? problemOf(() => make(...values)) : undefined;
    const told = [problem, note].filter((text) => text !== undefined).join(" ");
    const ready = problem === undefined && known.every(({ present }) => present);
    return { name, ready, settings: known, ...(told && { note: told }) };
  });
  const last = {
    name: "duckduckgo",
    ready: true,
    settings: [],
    note: "Needs no key, but may block requests at any time.",
  };
  return [...keyed, last];
}

function problemOf(make: () => unknown): string | undefined {
  try {
    make();
    return undefined;
  } catch (thrown) {
    if (ToolError.is(thrown)) return thrown.message;
    throw thrown;
  }
}
