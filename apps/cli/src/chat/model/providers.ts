import { findEntry } from "../state/find-entry.ts";
import { howToInstall } from "./package-folders.ts";

/** Where models come from. */
export interface Provider {
  /** What is before the slash of `--model`. */
  readonly name: string;
  /** npm packages that bring it, the first that is installed wins. None: it is part of this command. */
  readonly packages: readonly string[];
  /** Variables of which one must be set; none where a provider finds its credentials itself. */
  readonly keys: readonly string[];
}

const official: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  xai: ["XAI_API_KEY"],
  groq: ["GROQ_API_KEY"],
  deepseek: ["DEEPSEEK_API_KEY"],
  cohere: ["COHERE_API_KEY"],
  cerebras: ["CEREBRAS_API_KEY"],
  togetherai: ["TOGETHER_API_KEY", "TOGETHER_AI_API_KEY"],
  fireworks: ["FIREWORKS_API_KEY"],
  deepinfra: ["DEEPINFRA_API_KEY"],
  perplexity: ["PERPLEXITY_API_KEY"],
  azure: ["AZURE_API_KEY"],
  "amazon-bedrock": [],
  "google-vertex": [],
};

const known: readonly Provider[] = [
  ...Object.entries(official).map(([name, keys]) => ({ name, packages: [`@ai-sdk/${name}`], keys })),
  { name: "openrouter", packages: ["@openrouter/ai-sdk-provider"], keys: ["OPENROUTER_API_KEY"] },
  { name: "ollama", packages: ["ollama-ai-provider-v2", "ai-sdk-ollama"], keys: [] },
  { name: "gateway", packages: [], keys: ["AI_GATEWAY_API_KEY", "VERCEL_OIDC_TOKEN"] },
];

/** A provider by name. Names that are not known are looked for under the names that such packages usually have. */
export function providerOf(name: string): Provider {
  const found = known.find((each) => each.name === name);
  if (found) return found;
  const packages = [`@ai-sdk/${name}`, `${name}-ai-provider`, `@${name}/ai-sdk-provider`, `ai-sdk-provider-${name}`];
  return { name, packages, keys: [] };
}

/** True when the name can be in a package's name: nothing that climbs out of node_modules. */
export const isProviderName = (name: string): boolean => /^[a-z\d][a-z\d._-]*$/.test(name);

/** For the user: every way to a model that is at least partly set up, and what is missing. No value is shown. */
export function waysToModels(folders: readonly string[], env: NodeJS.ProcessEnv): string {
  const ways = known.flatMap((provider): string[] => {
    const { name, packages, keys } = provider;
    const installed = packages.length === 0 || packages.some((each) => findEntry(each, folders) !== undefined);
    const key = keys.find((each) => env[each]);
    if (!installed && key === undefined) return [];
    const works = installed && (key !== undefined || keys.length === 0);
    const needs = [
      ...(installed ? [] : [howToInstall(packages[0] ?? "", env)]),
      ...(key === undefined && keys[0] !== undefined ? [`set ${keys[0]}`] : []),
    ];
    const why = key === undefined ? (works ? "is installed" : "") : `${key} is set`;
    return [`  ${works ? "✓" : "–"} ${`${name}/…`.padEnd(16)} ${[why, ...needs].filter(Boolean).join(", ")}`];
  });
  return [
    "Available models:",
    ...ways,
    "  ✓ NAME             any server that speaks OpenAI's chat completions: --base-url URL,",
    "                     with its key, if any, in OPENAI_COMPATIBLE_API_KEY",
    `Others need their package and a key: ${howToInstall("@ai-sdk/anthropic", env)}`,
  ].join("\n");
}
