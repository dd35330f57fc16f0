import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { describe, test } from "vitest";
import { stdioTransport } from "../fixtures/serve.fixture.ts";
import { call, makePlace, writeWeather } from "./extensions.fixture.ts";

const oslo = { city: "Oslo" };

describe.concurrent("extensions", () => {
  test("of the person's own folder are loaded by call, and their tools ask, are searched for and checked as ours are", async ({
    expect,
  }) => {
    using place = makePlace();
    writeWeather(place, "config/holdall/tools");
    place.write("config/holdall/tools/_helper.ts", "throw new Error('not an extension');");
    place.write("config/holdall/tools/weather.test.ts", "throw new Error('a test');");
    const done = await place.holdall(call("GetWeather", oslo));
    expect(done).toMatchObject({ code: 0, errors: "" });
    expect(JSON.parse(done.out)).toMatchObject({ ok: true, output: "Rain in Oslo" });
    const lines = [
      { tool: "get_weather", input: { town: "Oslo" } },
      { tool: "send_report", input: oslo },
      { tool: "tool_search", input: { query: "weather" } },
    ];
    const { out } = await place.holdall(["call", "-"], lines.map((line) => JSON.stringify(line)).join("\n"));
    const [wrong, asks, found] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(wrong.error.code).toBe("invalid_input");
    expect(asks.error.message).toContain("network https://weather.example/Oslo. It needs approval");
    expect(JSON.stringify(found.output)).toContain("get_weather");
    const sent = await place.holdall([...call("send_report", oslo), "--yes"]);
    expect(JSON.parse(sent.out)).toMatchObject({ ok: true, output: "Reported Oslo" });
  });

  test("with a tool over files ask about the place that a link leads to", async ({ expect }) => {
    using place = makePlace();
    place.write(
      "config/holdall/tools/first-line.ts",
      `import { deny, toPath } from "@holdall/tool-core";
import { defineExtension } from "@holdall/tool-kit/extension";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import * as z from "zod";

const firstLine = ({ backend }) => defineFileTool({ backend }, {
  name: "first_line",
  category: "files",
  description: "Get the first line of a file.",
  input: z.object({ path: z.string() }),
  hints: { readOnly: true, openWorld: false },
  access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
  async execute({ path }, { cwd }, { backend }) {
    const { bytes } = await backend.read(toPath(path, cwd));
    return new TextDecoder().decode(bytes).split("\\n")[0];
  },
});

export const lines = defineExtension({
  name: "lines",
  permissions: [{ actions: ["read"] }],
  policy: deny({ under: ${JSON.stringify(join(place.project, "secret"))} }),
  tools: ({ backend }) => [firstLine({ backend })],
});
`,
    );
    place.write("project/a.txt", "one\n");
    place.write("project/secret/key", "hunter2\n");
    symlinkSync("secret/key", join(place.project, "link"));
    const read = await place.holdall(call("first_line", { path: "a.txt" }));
    expect(read).toMatchObject({ errors: "", out: expect.stringContaining("one") });
    const { out } = await place.holdall(call("first_line", { path: "link" }));
    expect(out).not.toContain("hunter2");
    expect(JSON.parse(out).error.message).toContain(`read ${join(place.project, "secret/key")}`);
  });

  test("of a configuration that was named serve MCP, and open the storage that it names", async ({ expect }) => {
    using place = makePlace();
    writeWeather(place, "project/tools");
    place.write("project/holdall.config.yaml", 'extensions: ["./tools/weather.ts"]\nbackend: "notes:Buy milk"\n');
    const args = ["--config", "holdall.config.yaml"];
    const transport = stdioTransport(args, { cwd: place.project, env: place.env });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("get_weather");
    const weather = await client.callTool({ name: "get_weather", arguments: oslo });
    expect(weather).toMatchObject({ content: [{ type: "text", text: "Rain in Oslo" }] });
    const note = await client.callTool({ name: "read_file", arguments: { path: "/note.txt" } });
    expect(JSON.stringify(note.content)).toContain("Buy milk");
    await client.close();
    const unknown = await place.holdall([...call("read_file", { path: "a" }), ...args, "--backend", "nothing:x"]);
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining("memory:, notes:…") });
  });

  test("attack: a hostile checkout that names code runs none of it, in no host", async ({ expect }) => {
    using place = makePlace();
    writeWeather(place, "project/tools");
    const file = join(place.project, "holdall.config.yaml");
    place.write("project/holdall.config.yaml", 'extensions: ["./tools/weather.ts", "holdall-tools-jira"]\n');
    const refused = await place.holdall(call("get_weather", oslo));
    expect(JSON.parse(refused.out)).toMatchObject({ error: { code: "unknown_tool" } });
    expect(refused.errors).toMatch(
      /the extension \.\/tools\/weather\.ts: it is code of this folder that has not been trusted yet \(3 files, sha256:[0-9a-f]{64}\)\. To fix it, .*"holdall extensions trust \.\/tools\/weather\.ts"; or start with --config/,
    );
    expect(refused.errors).toContain(
      `holdall-tools-jira: it is a package, and a configuration that was only found cannot`,
    );
    const line = JSON.stringify({ tool: "get_weather", input: oslo });
    expect((await place.holdall(["call", "-", "--yes"], line)).out).toContain("unknown_tool");
    const transport = stdioTransport(["--yes"], { cwd: place.project, env: place.env });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("get_weather");
    await client.close();
    expect(transport.said()).toContain("has not been trusted yet");
    for (const argv of [
      ["doctor"],
      ["tools"],
      ["instructions"],
      ["extensions", "list"],
      ["extensions", "show", "./tools/weather.ts"],
    ])
      await place.holdall(argv);
    expect(existsSync(join(place.folder, "ran.txt"))).toBe(false);
    const named = await place.holdall([...call("get_weather", oslo), "--config", file]);
    expect(JSON.parse(named.out)).toMatchObject({ ok: true });
    expect(readFileSync(join(place.folder, "ran.txt"), "utf8")).toBe("ran\n");
  });
});
