import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { command } from "../../apps/cli/src/fixtures/command.fixture.ts";
import { buildMcpb, mcpb } from "../../scripts/build-mcpb.ts";

/** What a host makes of an argument: the folder of the bundle, and what the person chose, each folder by itself. */
function filled(arg: string, bundle: string, chosen: Readonly<Record<string, string | readonly string[]>>): string[] {
  const [, key] = /^\$\{user_config\.(\w+)\}$/.exec(arg) ?? [];
  return key === undefined ? [arg.replace("${" + "__dirname}", () => bundle)] : [chosen[key] ?? []].flat();
}

test("the bundle passes the official validator, and its server works in the folders that were chosen", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, bundle] = [join(folder, "holdall.mcpb"), join(folder, "unpacked")];
  buildMcpb(dirname(command), file);
  execFileSync(process.execPath, [mcpb, "unpack", file, bundle], { stdio: "pipe" });
  const manifest = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8"));
  const folders = ["one", "two"].map((name) => join(folder, name));
  for (const each of folders) {
    mkdirSync(each);
    writeFileSync(join(each, "a.txt"), `In ${each}.\n`);
  }
  const { args } = manifest.server.mcp_config;
  const client = new Client({ name: "host", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.flatMap((arg: string) => filled(arg, bundle, { folders, preset: "readonly" })),
      cwd: folder,
      stderr: "ignore",
    }),
  );
  onTestFinished(() => client.close());
  expect(client.getServerVersion()).toMatchObject({
    name: "holdall",
    title: "Holdall",
    version: manifest.version,
    websiteUrl: manifest.homepage,
    icons: [{ mimeType: "image/png" }],
  });
  for (const each of folders) {
    const { content } = await client.callTool({ name: "read_file", arguments: { path: join(each, "a.txt") } });
    expect(content).toMatchObject([{ text: expect.stringContaining(`In ${each}.`) }]);
  }
  const outside = await client.callTool({ name: "read_file", arguments: { path: file } });
  expect(outside.isError).toBe(true);
});
