import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets";
import { createRegistry, type JsonSchema, type Tool } from "@holdall/tool-core";
import { dataTools } from "@holdall/tools-data";
import { docsTools } from "@holdall/tools-docs";
import { envTools } from "@holdall/tools-env";
import { financeTools } from "@holdall/tools-finance";
import { fsTools } from "@holdall/tools-fs";
import { callbackChannel, messageTools, smtpServer } from "@holdall/tools-messages";
import { researchTools } from "@holdall/tools-research";
import { shellTools } from "@holdall/tools-shell";
import { taskTools } from "@holdall/tools-tasks";
import { todoTools } from "@holdall/tools-todos";
import { openWebClient, webTools } from "@holdall/tools-web";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type BenchRows, row } from "./lib/harness.ts";
import { startMcp } from "./lib/mcp-client.ts";
import { officialServer } from "./lib/servers.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "Tokens (o200k) that a model reads for the tools' names, descriptions and input schemas";

const eleven = [
  ...["read_file", "write_file", "edit_file", "glob_files", "grep_files", "list_files", "list_directory"],
  ...["todo_write", "todo_read", "current_time", "env_info"],
];

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export async function* rows(): BenchRows {
  const registry = createRegistry([...fsTools({ backend: memoryBackend() }), ...todoTools(), ...envTools()]);
  const specs = registry.list();
  const ours = eleven.map((name) => {
    const spec = specs.find(({ tool }) => tool === name);
    if (!spec) throw new Error(`There is no tool ${name} yet.`);
    return spec;
  });
  const unit = "tokens";
  const shown = shownByCoding();
  yield row(`all that coding shows, ${shown.length} tools`, "nothing", sum(shown), { unit, most: 2_200 });
  yield row("our eleven tools", "nothing", sum(ours), { unit });
  for (const spec of ours) yield row(`  ${spec.name}`, "nothing", tokens(spec), { unit });

  const backend = memoryBackend();
  const data = createRegistry([...dataTools({ backend }), ...docsTools({ backend })]).list();
  yield row("our seven of data and documents", "nothing", sum(data), { unit, most: 700 });
  for (const spec of data) yield row(`  ${spec.name}`, "nothing", tokens(spec), { unit });

  for (const spec of createRegistry([...shellTools(), ...taskTools(), ...webTools()]).list())
    yield row(`  ${spec.name}`, "nothing", tokens(spec), { unit });

  const office = createRegistry(officeTools()).list();
  yield row("our nine of research, messages and finance", "nothing", sum(office), { unit, most: 900 });
  for (const spec of office) yield row(`  ${spec.name}`, "nothing", tokens(spec), { unit });

  const server = await startMcp(officialServer(tempFolder("tokens")));
  const { tools } = (await server.request("tools/list")) as { tools: Definition[] };
  await server.close();
  yield row(`official filesystem server, ${tools.length} tools`, "nothing", sum(tools), { unit });
  const each = sum(ours) / ours.length / (sum(tools) / tools.length);
  yield row("our tokens a tool", "official, a tool", each);
}

/** What `coding` sends before anything is found: its core, `tool_search` and `tool_call`. */
function shownByCoding(): Definition[] {
  const { registry, expose } = coding({ root: tempFolder("tokens") });
  const names = new Set(expose({ state: (key) => key.create() }).map(({ name }) => name));
  return registry.list().filter(({ tool }) => names.has(tool));
}

/** With a channel that takes files, mail, a provider with a key, and reports. */
function officeTools(): Tool[] {
  const backend = memoryBackend();
  const channels = [callbackChannel({ name: "ops", deliver: () => {} })];
  const email = { sender: "bot@example.com", server: smtpServer({ host: "localhost" }) };
  const client = openWebClient();
  return [
    ...researchTools({ reports: true }),
    ...messageTools({ backend, outbox: { backend }, channels, email }),
    ...financeTools({ client, env: { FINNHUB_API_KEY: "key" } }),
  ];
}

/** Tokens of a definition as it is sent: a JSON object with these three keys. */
function tokens({ name, description, inputSchema }: Definition): number {
  return encode(JSON.stringify({ name, description, inputSchema })).length;
}

function sum(definitions: readonly Definition[]): number {
  return definitions.reduce((total, definition) => total + tokens(definition), 0);
}
