import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectServers, parseMcpServers } from "../packages/mcp/src/client/index.ts";
import { allow, contentText, createRegistry, openSession, type ToolSpec } from "../packages/tool-core/src/index.ts";
import type { EvalRows } from "./lib/corpus.ts";

export const about = "Published MCP servers as peers of our client: each is installed, and each of its tools is called";

/** Pinned, so that a change of a row is a change here. */
const published: Readonly<Record<string, string>> = {
  "basic-react": "2.0.3",
  "basic-vanillajs": "2.0.3",
  "budget-allocator": "2.0.3",
  "cohort-heatmap": "2.0.3",
  "scenario-modeler": "2.0.3",
  "system-monitor": "2.0.3",
  everything: "2026.8.31",
  filesystem: "2026.8.31",
  map: "2.0.3",
  memory: "2026.8.31",
  pdf: "2.0.4",
  "sequential-thinking": "2026.8.31",
};

/** The least that a schema accepts. */
function example(schema: unknown, folder: string, name = ""): unknown {
  const { type, properties = {}, required = [], enum: choices, default: preset, anyOf, items } = Object(schema);
  if (preset !== undefined) return preset;
  if (choices) return choices[0];
  if (anyOf) return example(anyOf[0], folder, name);
  if (type === "object" || required.length > 0) {
    return Object.fromEntries(required.map((each: string) => [each, example(properties[each], folder, each)]));
  }
  if (type === "array") return name === "paths" ? [folder] : items ? [example(items, folder, name)] : [];
  if (type === "string") return /path|source|destination/i.test(name) ? join(folder, "a.txt") : "1";
  return { number: 1, integer: 1, boolean: true }[type as string] ?? null;
}

export async function* rows(): EvalRows {
  const folder = mkdtempSync(join(tmpdir(), "holdall-example-servers-"));
  const root = join(folder, "root");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "one\n");
  try {
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    const packages = Object.entries(published).map(([name, version]) => `${packageOf(name)}@${version}`);
    execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder, stdio: "ignore" });
    for (const [name, version] of Object.entries(published)) {
      const script = join(folder, "node_modules", packageOf(name), "dist/index.js");
      const args =
        name === "filesystem" ? [script, root] : name === "everything" ? [script, "stdio"] : [script, "--stdio"];
      const given = { [name]: { command: process.execPath, args, cwd: root, timeout: 20_000, apps: true } };
      const { servers: configs } = parseMcpServers(given, { source: "eval", from: root });
      await using servers = await connectServers(configs, { ask: () => ({ action: "decline" }), roots: [root] });
      const registry = createRegistry();
      servers.attach(registry);
      await using session = openSession(registry, { policy: allow() });
      const tools = registry.list().filter(({ name: tool }) => tool.startsWith("mcp__"));
      let [answered, refused, pages] = [0, 0, 0];
      for (const { name: tool, inputSchema } of tools as readonly ToolSpec[]) {
        if ((await servers.app(tool))?.html.includes("<")) pages++;
        const result = await session.call(tool, example(inputSchema, root));
        if (result.ok) answered++;
        else if (contentText(result.content).includes(" says: ")) refused++;
        else console.error(`${tool}: ${contentText(result.content).slice(0, 300)}`);
      }
      const [status] = servers.status();
      const what = `server-${name} ${version} (${status?.protocol ?? status?.problem?.message ?? "not connected"}): tools that answered our calls; ${pages} with a page`;
      yield { what, value: answered + refused, of: tools.length, ...(tools.length === 0 && { most: -1 }) };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const packageOf = (name: string) => `@modelcontextprotocol/server-${name}`;
