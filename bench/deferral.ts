import { memoryBackend } from "@holdall/backends-memory";
import { coding, minimal, type Preset } from "@holdall/presets";
import { buildInstructions, createRegistry, openSession, type Tool, type ToolSpec } from "@holdall/tool-core";
import {
  type CatalogOptions,
  createCatalog,
  forAnthropic,
  forOpenAI,
  toolCall,
  toolSearch,
} from "@holdall/tool-search";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type BenchRows, row } from "./lib/harness.ts";
import { mcpTools } from "./lib/mcp-tools.ts";

export const about =
  "Tokens (o200k) of a prompt that offers 527 tools of MCP servers: all at once, and found when they are needed";

const unit = "tokens";
const count = 527;

export async function* rows(): BenchRows {
  const tools = mcpTools(count);
  const eager = promptOf(tools, { defer: () => false });
  const characters = tools.length > 0 ? definitions(eager.specs).length / count : 0;
  yield row("a definition of the catalogue", "nothing", characters, { unit: "characters" });
  yield row(`all ${count} at once`, "nothing", eager.tokens, { unit });

  const waiting = promptOf(tools);
  yield row("found when needed: definitions and instructions", "nothing", waiting.tokens, { unit });
  yield row("  of that, instructions with the names of the servers", "nothing", tokensOf(waiting.instructions), {
    unit,
  });
  yield row("found when needed", "all at once", waiting.tokens / eager.tokens, { most: 0.03 });

  const { registry, catalog, session } = waiting;
  const found = await session.call("tool_search", { query: "open an issue in a repository" });
  if (!found.ok) throw found.error;
  const after = promptOf(tools, {}, session.snapshot());
  yield row("the same after a search that loaded five", "all at once", after.tokens / eager.tokens, { most: 0.03 });

  const anthropic = forAnthropic(registry, catalog)
    .tools()
    .filter(({ defer_loading }) => !defer_loading);
  yield row("what Anthropic's API puts in front", "all at once", tokensOf(JSON.stringify(anthropic)) / eager.tokens, {
    most: 0.03,
  });
  const openai = forOpenAI(registry, catalog).tools();
  yield row("what OpenAI's API puts in front", "all at once", tokensOf(JSON.stringify(openai)) / eager.tokens, {
    most: 0.03,
  });

  for (const make of [minimal, coding]) {
    const preset = make({ backend: memoryBackend() });
    const [all, few] = [wholePrompt(preset, tools, () => false), wholePrompt(preset, tools)];
    yield row(`with the tools of the ${preset.name} preset, which never wait`, "all at once", few / all);
  }
}

/** A catalogue of nothing but these tools, and what its model reads of them at the start of a session. */
function promptOf(tools: readonly Tool[], options: CatalogOptions = {}, restore?: ReturnType<Session["snapshot"]>) {
  const registry = createRegistry(tools);
  const catalog = createCatalog(registry, options);
  registry.add(toolSearch({ registry, deferred: catalog.isDeferred }) as Tool, toolCall({ registry }) as Tool);
  const session = openSession(registry, { policy: () => ({ effect: "allow" }), ...(restore && { restore }) });
  const exposed = catalog.expose(session);
  const specs = specsOf(registry.list(), exposed);
  const instructions = buildInstructions(registry, { exposed });
  return { registry, catalog, session, specs, instructions, tokens: tokensOf(definitions(specs) + instructions) };
}

type Session = ReturnType<typeof openSession>;

/** Definitions and instructions of a preset with further tools. */
function wholePrompt(preset: Preset, tools: readonly Tool[], defer?: (tool: Tool) => boolean): number {
  const { tokens } = promptOf([...preset.registry.tools(), ...tools], defer && { defer });
  return tokens;
}

const specsOf = (specs: readonly ToolSpec[], tools: readonly Tool[]): ToolSpec[] =>
  tools.flatMap(({ name }) => specs.find(({ tool }) => tool === name) ?? []);

/** As it is sent: objects with these three keys. */
const definitions = (specs: readonly ToolSpec[]): string =>
  JSON.stringify(specs.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));

const tokensOf = (text: string): number => encode(text).length;
