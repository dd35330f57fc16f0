import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { command } from "../../apps/cli/src/fixtures/command.fixture.ts";

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

const hosts = [
  { file: "claude-code/.mcp.json", key: "mcpServers", read: "Read", path: "file_path" },
  { file: "cursor/.cursor/mcp.json", key: "mcpServers", read: "read_file", path: "path" },
  { file: "vscode/.vscode/mcp.json", key: "servers", read: "read_file", path: "path" },
];

const projectVariable = /^\$\{workspaceFolder\}$/;

/** The configured command as its host would start it in a project, with this repository's `holdall` in npm's place. */
function startIn(project: string, file: string, key: string): StdioClientTransport {
  const { holdall }: Record<string, Server> = JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8"))[key];
  const [yes, name, ...args] = (holdall?.args ?? []).map((arg) => arg.replace(projectVariable, () => project));
  expect([holdall?.command, yes, name]).toEqual(["npx", "-y", "holdall"]);
  return new StdioClientTransport({ command: process.execPath, args: [command, ...args], cwd: project });
}

const title = "$file starts a server whose tools work in the project";
test.concurrent.for(hosts)(title, { timeout: 30_000 }, async ({ file, key, read, path }, { onTestFinished }) => {
  const project = mkdtempSync(join(tmpdir(), "holdall-host-"));
  writeFileSync(join(project, "hello.txt"), "Hello from the project\n");
  const client = new Client({ name: "host", version: "1.0.0" });
  onTestFinished(async () => {
    await client.close();
    rmSync(project, { recursive: true, force: true });
  });
  await client.connect(startIn(project, file, key));

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain(read);

  const inside = await client.callTool({ name: read, arguments: { [path]: "hello.txt" } });
  expect(inside.content).toMatchObject([{ text: expect.stringContaining("Hello from the project") }]);
  const outside = await client.callTool({ name: read, arguments: { [path]: "/etc/hostname" } });
  expect(outside).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("permission_denied") }] });
});
