import { knownProviders } from "../search/providers/known-providers.ts";
import type { SearchProvider } from "../search/providers/provider.ts";
import { duckduckgo } from "./duckduckgo.ts";

/** Settings by name, such as `process.env`. */
export type SearchEnv = Readonly<Record<string, string | undefined>>;

/** Create the search providers whose settings are all present, in order of use. DuckDuckGo, which needs none, is last. */
export function searchProvidersFrom(env: SearchEnv): readonly SearchProvider[] {
  const keyed = knownProviders.flatMap(({ settings, make }) => {
    const values = settings.flatMap((name) => env[name]?.trim() || []);
    return values.length === settings.length ? make(...values) : [];
  });
  return [...keyed, duckduckgo()];
}
