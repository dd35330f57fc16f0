import { ToolError } from "@holdall/tool-core";
import { knownProviders } from "./search/known-providers.ts";
import type { SearchEnv } from "./search-providers-from.ts";

/** What is known of a provider without asking it. Holds names of settings, never their values. */
export interface ProviderReport {
  readonly name: string;
  /** Its settings are all there and can be read. */
  readonly ready: boolean;
  readonly settings: readonly { readonly name: string; readonly present: boolean }[];
  readonly note?: string;
}

/** Which search providers can be asked with these settings, in the order they are, and what the others lack. */
export function describeProviders(env: SearchEnv): readonly ProviderReport[] {
  const keyed = knownProviders.map(({ name, settings, note, make }): ProviderReport => {
    const values = settings.map((setting) => env[setting]?.trim() ?? "");
    const known = settings.map((setting, index) => ({ name: setting, present: values[index] !== "" }));
    const problem = known.every(({ present }) => present) ? problemOf(() => make(...values)) : undefined;
    const told = [problem, note].filter((text) => text !== undefined).join(" ");
    const ready = problem === undefined && known.every(({ present }) => present);
    return { name, ready, settings: known, ...(told && { note: told }) };
  });
  const last = { name: "duckduckgo", ready: true, settings: [], note: "Needs no key, and may block at any time." };
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
