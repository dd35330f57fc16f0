import type { PresetWeb } from "@holdall/presets";
import { UsageError } from "../../usage-error.ts";
import type { Settings } from "../read/settings.ts";

/** The variable that Brave's key comes from. */
const braveKey = "BRAVE_SEARCH_API_KEY";

/** What the configuration says about the web, as web tools take it. Throws UsageError for what cannot be. */
export async function webOptions(
  { file, config: { web, tools } }: Settings,
  given: NodeJS.ProcessEnv,
): Promise<PresetWeb | undefined> {
  const brave = tools?.web?.brave;
  if (web === undefined && brave === undefined) return undefined;
  if (web?.enabled === false) return false;
  const env = withBrave(brave, given, file);
  const { allow = [], providers, blocked_domains: blockedDomains } = web ?? {};
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

/** The environment with the key of Brave as `tools.web.brave` says: its own, or none where Brave is turned off. */
function withBrave(
  brave: NonNullable<NonNullable<Settings["config"]["tools"]>["web"]>["brave"],
  env: NodeJS.ProcessEnv,
  file: string | undefined,
): NodeJS.ProcessEnv {
  if (brave?.enabled === false) return { ...env, [braveKey]: "" };
  if (brave?.api_key === undefined) {
    if (brave?.enabled && !env[braveKey]) {
      throw new UsageError(`${file}: tools.web.brave has no key.`, `Set ${braveKey}, or api_key: \${${braveKey}}.`);
    }
    return env;
  }
  const [, name] = /^\$\{(\w+)\}$/.exec(brave.api_key) ?? [];
  const key = name === undefined ? brave.api_key : env[name];
  if (!key) throw new UsageError(`${file}: tools.web.brave.api_key: ${name} is not set.`, `Set ${name}.`);
  return { ...env, [braveKey]: key };
}
