import type { CanUseTool } from "@anthropic-ai/claude-agent-sdk";
import { memoryBackend } from "@holdall/backends-memory";
import { type AdapterRun, describeAdapter, type ModelCall, type ModelResult } from "@holdall/conformance";
import { ask, createRegistry, openSession, type SessionOptions, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, it, vi } from "vitest";
import { type ClaudeAgentTools, toClaudeAgentTools } from "./index.ts";

const makeFiles = (files = {}) => {
  const backend = memoryBackend({ files });
  return { backend, tools: fsTools({ backend }) };
};

async function connect({ mcpServers }: ClaudeAgentTools): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "claude-code", version: "1.0.0" });
  await mcpServers.holdall?.instance.connect(there);
  await client.connect(here);
  return client;
}

/** What the SDK's command does with the calls of a turn: it asks for permission, then calls the server in this process. */
const run: AdapterRun = async (session, turns, { answer, signal }) => {
  const askPerson: CanUseTool = async (_name, _input, { toolUseID }) =>
    (await answer(toolUseID)) ? { behavior: "allow" } : { behavior: "deny", message: "The person said no." };
  const tools = toClaudeAgentTools(session, { canUseTool: askPerson });
  const client = await connect(tools);
  const progress: unknown[] = [];
  const call = async ({ id, name, input }: ModelCall): Promise<[string, ModelResult]> => {
    const permission = await tools.canUseTool(`mcp__holdall__${name}`, input, { signal, toolUseID: id, requestId: id });
    if (permission?.behavior !== "allow") return [id, { text: permission?.message ?? "", images: [] }];
    const params = { name, arguments: permission.updatedInput ?? input, _meta: { "claudecode/toolUseId": id } };
    const options = { signal, onprogress: (step: unknown) => progress.push(step) };
    return [id, heardOf((await client.callTool(params, undefined, options)) as CallToolResult)];
  };
  const heard: [string, ModelResult][] = [];
  for (const calls of turns) heard.push(...(await Promise.all(calls.map(call))));
  return { heard: Object.fromEntries(heard), progress };
};

const heardOf = ({ content }: CallToolResult): ModelResult => ({
  text: content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n"),
  images: content.flatMap((part) => (part.type === "image" ? part.data : [])),
});

describeAdapter("the Claude Agent SDK's server", makeFiles, run, { can: { progress: true } });

const options = { signal: new AbortController().signal, toolUseID: "c1", requestId: "r1" };
const open = (files: Record<string, string>, more: Partial<SessionOptions> = {}) => {
  const { backend, tools } = makeFiles(files);
  return { backend, session: openSession(createRegistry(tools), { policy: ask(), ...more }) };
};
const deleteA = { name: "delete_file", arguments: { path: "a.txt" }, _meta: { "claudecode/toolUseId": "c1" } };

it("lists the tools with their schemas, hints and guidance", async () => {
  const { session } = open({});
  const client = await connect(toClaudeAgentTools(session, { dialect: "claude", only: ["read_file", "edit_file"] }));
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([
    {
      name: "Read",
      inputSchema: { required: ["file_path"] },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    { name: "Edit", inputSchema: { properties: { old_string: { type: "string" } } } },
  ]);
  expect(client.getInstructions()).toContain("## Edit");
  expect(() => toClaudeAgentTools(session, { only: ["read_fil"] })).toThrow('`only` names the tool "read_fil"');
});

it("shows the person the policy's question, and approves what they correct the input to", async () => {
  const { session, backend } = open({ "/a.txt": "a", "/b.txt": "b" });
  const askPerson = vi.fn<CanUseTool>(async () => ({ behavior: "allow", updatedInput: { path: "b.txt" } }));
  const tools = toClaudeAgentTools(session, { canUseTool: askPerson });
  const client = await connect(tools);
  await tools.canUseTool("mcp__holdall__delete_file", { path: "a.txt" }, options);
  expect(askPerson.mock.calls[0]?.[2]).toMatchObject({
    title: "Delete file: delete /a.txt",
    suppressAlwaysAllowRule: true,
  });
  expect(await client.callTool(deleteA)).toMatchObject({ isError: true });
  await tools.canUseTool("mcp__holdall__delete_file", { path: "a.txt" }, options);
  expect(await client.callTool({ ...deleteA, arguments: { path: "b.txt" } })).not.toHaveProperty("isError");
  expect((await Array.fromAsync(backend.list(toPath("/")))).map(({ path }) => path)).toEqual(["/a.txt"]);
});

it("runs nothing that was let through without a person, by a rule of the SDK", async () => {
  const { session } = open({ "/a.txt": "a" });
  const client = await connect(toClaudeAgentTools(session, { canUseTool: async () => ({ behavior: "allow" }) }));
  expect(await client.callTool(deleteA)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("the user cannot be asked here") }],
  });
});

it("asks the session's approve where there is no canUseTool, and denies tools of others", async () => {
  const approve = vi.fn(() => true);
  const { session } = open({ "/a.txt": "a" }, { approve });
  const tools = toClaudeAgentTools(session);
  expect(await tools.canUseTool("mcp__holdall__delete_file", { path: "a.txt" }, options)).toMatchObject({
    behavior: "allow",
  });
  expect(await (await connect(tools)).callTool(deleteA)).not.toHaveProperty("isError");
  expect(approve).toHaveBeenCalledOnce();
  expect(await tools.canUseTool("Bash", {}, options)).toEqual({
    behavior: "deny",
    message: "Bash needs approval, but the user cannot be asked.",
  });
});
