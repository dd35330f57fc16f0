import type { ChatModel } from "@holdall/chat";
import { oneOf } from "../../config/arguments.ts";
import type { Io } from "../../io.ts";
import { UsageError } from "../../usage-error.ts";
import { findEntry } from "../state/find-entry.ts";
import { logWarningsOnce } from "../state/log-warnings.ts";
import { foldersAround, howToInstall, packageFolders } from "./package-folders.ts";
import { isProviderName, providerOf, waysToModels } from "./providers.ts";

/** The options of every command that talks to a model. */
export const modelOptions = {
  model: { type: "string" },
  "model-packages": { type: "string" },
  "base-url": { type: "string" },
  "small-model": { type: "string" },
  defer: { type: "string" },
  agents: { type: "string" },
  "max-steps": { type: "string" },
  "context-tokens": { type: "string" },
  retries: { type: "string" },
} as const;

export const modelHelp = `  --model P/NAME     a provider and its model: anthropic/…, openai/…, gateway/…
  --model-packages DIR
                     use the provider's package that is installed in this folder,
                     its node_modules; it is code that gets your key
  --base-url URL     a server that speaks OpenAI's chat completions instead; its
                     key, if any, in OPENAI_COMPATIBLE_API_KEY
  --small-model P/NAME
                     answers questions about web pages, and writes and judges for
                     research_topic and fact_check (default: the same model)
  --max-steps N      answers of the model to one message, at most (default 50)
  --context-tokens N what the model reads and writes at most, where its name does
                     not say it (200,000 for Claude, 128,000 for others unknown)
  --defer WHAT       tools that the model does not see before it has searched for
                     them: mcp (default: those of MCP servers, when they are more
                     than ten), all or none
  --agents DIR       further agents from the .md files of a folder, such as
                     .claude/agents; they may do less than the model, never more
  --retries N        tries again of a request that fails (default 2)`;

export type Model = ChatModel["model"];

interface ModelOptions {
  readonly model: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A folder with trusted packages. */
  readonly packages?: string | undefined;
  /** The folder that is worked in; no package is loaded from there. */
  readonly root: string;
  readonly io: Pick<Io, "cwd" | "env" | "stderr">;
}

interface ModelValues {
  readonly model?: string;
  readonly "small-model"?: string;
  readonly "model-packages"?: string;
  readonly "base-url"?: string;
  readonly root?: readonly string[];
}

/** The model of a command, and the one for questions about web pages and research. Throws UsageError as `loadModel` does. */
export async function loadModels(
  values: ModelValues,
  io: ModelOptions["io"],
): Promise<{ readonly model: Model; readonly webModel: Model }> {
  const {
    model: name,
    "small-model": small,
    "model-packages": packages,
    "base-url": baseUrl,
    root: [root = "."] = [],
  } = values;
  const load = (model: string | undefined) => loadModel({ model, packages, baseUrl, root, io });
  const model = await load(name);
  return { model, webModel: small === undefined ? model : await load(small) };
}

/** The model that `provider/name` means, from a package that is installed. Throws UsageError with the ways that there are. */
export async function loadModel({ model, baseUrl, packages: named, root, io }: ModelOptions): Promise<Model> {
  const { env, cwd } = io;
  logWarningsOnce(io.stderr);
  const folders = packageFolders({ root, named, env, cwd });
  const lost = (what: string) => new UsageError(what, waysToModels(folders, env));
  if (model === undefined) throw lost("Name a model with --model provider/name.");
  if (baseUrl !== undefined) return await compatible(model, baseUrl, env);
  const slash = model.indexOf("/");
  const [name, id] = [model.slice(0, slash), model.slice(slash + 1)];
  if (slash < 1 || id === "" || !isProviderName(name)) throw lost(`"${model}" is not a provider/name.`);
  if (name === "openai-compatible") throw lost("openai-compatible needs the server's address in --base-url.");
  const { packages, keys } = providerOf(name);
  const entry = packages.map((each) => findEntry(each, folders)).find((found) => found !== undefined);
  const isKeyless = keys.length > 0 && !keys.some((key) => env[key]);
  const missing = [
    ...(packages.length > 0 && entry === undefined ? [notInstalled(name, packages, root, io)] : []),
    ...(isKeyless ? [`${name} needs a key in ${keys.join(" or ")}.`] : []),
  ];
  if (missing.length > 0) throw lost(missing.join("\n"));
  if (entry === undefined) return (await import("ai")).gateway.languageModel(id);
  const module = (await import(entry)) as Readonly<Record<string, unknown>>;
  const provider = Object.entries(module)
    .filter((each): each is [string, ModelSource] => isModelSource(each[1]))
    .sort(([a], [b]) => Number(fits(b, name)) - Number(fits(a, name)))[0]?.[1];
  if (!provider) throw lost(`${packages[0]} does not export an AI SDK provider.`);
  return provider.languageModel(id);
}

/** A package that lies where the work is done is spoken of, and stays where it is. */
function notInstalled(
  name: string,
  packages: readonly string[],
  root: string,
  { cwd, env }: ModelOptions["io"],
): string {
  const around = foldersAround(root, cwd).find((folder) =>
    packages.some((each) => findEntry(each, [folder]) !== undefined),
  );
  const there =
    around === undefined ? "" : ` The one in ${around} is not used. To use it, add --model-packages ${around}.`;
  return `No package for ${name} is installed. Run ${howToInstall(packages[0] ?? "", env)}.${there}`;
}

interface ModelSource {
  languageModel(id: string): Model;
}

const isModelSource = (value: unknown): value is ModelSource => typeof Object(value).languageModel === "function";

const fits = (exported: string, name: string): boolean => exported.toLowerCase() === name.replace(/\W/g, "");

async function compatible(model: string, baseURL: string, env: NodeJS.ProcessEnv): Promise<Model> {
  if (!URL.canParse(baseURL))
    throw new UsageError(
      `--base-url cannot be "${baseURL}".`,
      "Give a complete URL, such as http://localhost:11434/v1.",
    );
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const apiKey = env.OPENAI_COMPATIBLE_API_KEY;
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL,
    includeUsage: true,
    ...(apiKey && { apiKey }),
  });
  return provider.languageModel(model.replace(/^openai-compatible\//, ""));
}

/** What an option's word means for tools that wait. */
export const deferOf = (value = "mcp") => oneOf("--defer", value, ["mcp", "all", "none"]);

/** A number of tokens that an option gives, at least 1,000. */
export function tokensOf(option: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const tokens = Number(value.replaceAll(/[_,]/g, ""));
  if (Number.isInteger(tokens) && tokens >= 1_000) return tokens;
  throw new UsageError(`${option} cannot be "${value}".`, "Give an integer of at least 1,000.");
}

/** A whole number that an option gives. */
export function countOf(option: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^\d{1,4}$/.test(value)) throw new UsageError(`${option} cannot be "${value}".`, "Give an integer.");
  return Number(value);
}
