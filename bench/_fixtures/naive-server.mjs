// An MCP server with no dependencies that does the plain thing: it spawns rg and bash, and reads and writes whole files.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [, , root, rg] = process.argv;

const run = (program, args) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.on("close", () => resolve(Buffer.concat(parts).toString()));
  });
const cut = (text, lines) => text.split("\n").slice(0, lines).join("\n");

const tools = {
  list: ({ path }) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .map((entry) => entry.name)
      .join("\n"),
  async glob({ pattern }) {
    const found = (await run(rg, ["--files", "--glob", pattern])).split("\n").filter(Boolean);
    const timed = found.map((path) => [path, statSync(join(root, path)).mtimeMs]);
    return timed
      .sort((a, b) => b[1] - a[1])
      .slice(0, 100)
      .map(([path]) => path)
      .join("\n");
  },
  grep: async ({ pattern }) => cut(await run(rg, ["-n", "--no-heading", pattern, "."]), 100),
  read({ path, offset = 1, limit = 2000 }) {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return lines
      .slice(offset - 1, offset - 1 + limit)
      .map((line, i) => `${offset + i}\t${line}`)
      .join("\n");
  },
  edit({ path, old, text }) {
    const before = readFileSync(join(root, path), "utf8");
    const at = before.indexOf(old);
    if (at < 0) throw new Error(`${path} has no such text.`);
    writeFileSync(join(root, path), before.slice(0, at) + text + before.slice(at + old.length));
    return `edited ${path}`;
  },
  bash: ({ command }) => run("bash", ["-c", command]),
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "naive", version: "1.0.0" },
  }),
  "tools/list": () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
  }),
  "tools/call": async ({ name, arguments: input }) => ({ content: [{ type: "text", text: await tools[name](input) }] }),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  try {
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: await methods[method](params) })}\n`);
  } catch (error) {
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message: String(error) } })}\n`,
    );
  }
});
