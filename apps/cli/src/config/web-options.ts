import type { PresetWeb } from "@holdall/presets";
import { UsageError } from "../usage-error.ts";
import type { Settings } from "./settings.ts";

/** What the configuration says about the web, as web tools take it. Throws UsageError for what cannot be. */
export async function webOptions(
  { file, config: { web } }: Settings,
  env: NodeJS.ProcessEnv,
): Promise<PresetWeb | undefined> {
  if (web === undefined) return undefined;
  if (web.enabled === false) return false;
  const { allow = [], providers, blocked_domains: blockedDomains } = web;
  const isOpen = allow.length > 0;
  const { cachedClient, openWebClient, searchProvidersFrom } = await import("@holdall/tools-web");
  const found = providers && searchProvidersFrom(env);
  const chosen = providers?.flatMap((name) => found?.find((provider) => provider.name === name) ?? []);
  if (chosen?.length === 0) {
    throw new UsageError(
      `${file}: none of the search providers ${providers?.join(", ")} has its settings.`,
      "holdall doctor tells which variables they need; or add duckduckgo, which needs none.",
    );
  }
  return {
    ...(isOpen && { client: cachedClient(openClient(allow)) }),
    search: {
      env,
      blockedDomains,
      ...(chosen && { providers: chosen }),
      // Searches keep a client of their own, which nothing is opened for.
      ...(isOpen && { client: openWebClient() }),
    },
  };

  function openClient(ranges: readonly string[]) {
    try {
      return openWebClient({ allow: ranges });
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      throw new UsageError(`${file}: web.allow: ${thrown.message}`, 'Write "127.0.0.0/8" or "localhost:3000".');
    }
  }
}
