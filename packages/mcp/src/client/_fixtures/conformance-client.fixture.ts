// The client as the official suite drives it: the address comes last, the scenario in the environment.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { connectServers } from "../connect-servers.ts";
import { fileLogins } from "../login/file-logins.ts";
import { logIn } from "../login/log-in.ts";
import { stepUpByQuestion } from "../login/step-up-by-question.ts";
import { parseMcpServers } from "../parse-servers.ts";
import type { Answer, Question } from "../questions/ask.ts";

const { MCP_CONFORMANCE_SCENARIO: scenario = "", MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
const url = process.argv.at(-1) ?? "";
const given = JSON.parse(context) as {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: object }[];
};
const oauth =
  given.client_id === undefined ? {} : { oauth: { client_id: given.client_id, client_secret: given.client_secret } };
const { servers: configs } = parseMcpServers({ suite: { url, ...oauth } }, { source: "conformance" });
const folder = mkdtempSync(join(tmpdir(), "holdall-conformance-"));
const logins = fileLogins(join(folder, "logins.json"));

/** The least that a schema accepts. */
function example(schema: unknown): unknown {
  const { type, properties = {}, required = [], enum: choices, default: preset } = Object(schema);
  if (preset !== undefined) return preset;
  if (choices) return choices[0];
  if (type === "object" || (properties !== undefined && required.length > 0))
    return Object.fromEntries(required.map((name: string) => [name, example(properties[name])]));
  return { string: "x", number: 1, integer: 1, boolean: true, array: [], null: null }[type as "string"] ?? {};
}

async function visit({ url = "" }: Question): Promise<Answer> {
  await fetch(url);
  return { action: "accept" };
}

const connect = () =>
  connectServers(configs, {
    oauth: (config) => logins.provider(config),
    stepUp: stepUpByQuestion({ logins, ask: visit }),
    ask: () => ({ action: "accept", content: {} }),
  });

async function run(): Promise<void> {
  let servers = await connect();
  if (servers.status()[0]?.problem?.code === "permission_denied") {
    await servers.close();
    await logIn(configs[0]!, { logins, show: async (page) => void (await fetch(page)) });
    servers = await connect();
  }
  const registry = createRegistry();
  servers.attach(registry);
  await using session = openSession(registry, { policy: allow() });
  const specs = registry.list().filter(({ name }) => name.startsWith("mcp__"));
  for (const { name, arguments: input } of given.toolCalls ?? []) await session.call(`mcp__suite__${name}`, input);
  for (const { tool, inputSchema } of given.toolCalls ? [] : specs) {
    const other = specs.find((each) => each.tool !== tool);
    const echoes = tool === "mcp__suite__json_schema_echo";
    await session.call(tool, echoes ? { schema: other?.inputSchema } : example(inputSchema));
  }
  const [{ state, problem } = { state: "off", problem: undefined }] = servers.status();
  if (state !== "connected") console.error(`${scenario}: ${problem?.message}`);
  await servers.close();
}

try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}
