import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commands } from "./commands/commands.ts";
import { runCommand, runProcess } from "./fixtures/command.fixture.ts";
import { version } from "./version.ts";

const temp = mkdtempSync(join(tmpdir(), "holdall-cli-"));
afterAll(() => rmSync(temp, { recursive: true }));
writeFileSync(join(temp, "a.txt"), "one\ntwo\n");
writeFileSync(join(temp, "gone.txt"), "");
writeFileSync(join(temp, "holdall.config.yaml"), "policy:\n  deny:\n    - under: secrets\n");

const holdall = (argv: readonly string[], { input = "", env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
  runCommand(argv, { cwd: temp, env: { ...process.env, ...env }, input });

const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe.concurrent("holdall", { timeout: 40_000 }, () => {
  test("call runs one call and tells by its exit code how it went", async () => {
    const good = await runProcess(["call", "Read", '{"file_path": "a.txt"}'], { cwd: temp });
    expect(good).toMatchObject({ code: 0, errors: "" });
    expect(JSON.parse(good.out)).toMatchObject({
      ok: true,
      output: { total: 2 },
      content: [{ type: "text" }],
    });
    const bad = await holdall(["call", "read_file", '{"path": "b.txt"}']);
    expect(bad).toMatchObject({ code: 1, errors: "" });
    expect(JSON.parse(bad.out)).toMatchObject({ ok: false, error: { code: "not_found", hint: expect.any(String) } });
    expect(JSON.parse((await holdall(["call", "read_file", "{path"])).out)).toMatchObject({
      error: { code: "invalid_input" },
    });
  });

  test("call --dialect camel gives results as that dialect's programs know them", async () => {
    mkdirSync(join(temp, "camel"));
    writeFileSync(join(temp, "camel/a.txt"), "one\ntwo\n");
    const input = [
      { tool: "grep", input: { pattern: "two", path: "camel", outputMode: "content" } },
      { tool: "listDirectory", input: { path: "camel" } },
      { tool: "editFile", input: { path: "a.txt", oldString: 1, newString: "" } },
    ];
    const asked = input.map((line) => JSON.stringify(line)).join("\n");
    const [found, listed, refused] = lines((await holdall(["call", "-", "--dialect", "camel"], { input: asked })).out);
    expect(found.output).toMatchObject({ success: true, matches: [{ line: 2, content: "two" }], totalMatches: 1 });
    const file = expect.objectContaining({ name: "a.txt", type: "file" });
    expect(listed.output).toMatchObject({ success: true, items: expect.arrayContaining([file]) });
    expect(refused).toMatchObject({ ok: false, output: { success: false, code: "invalid_input" } });
    expect(refused.error.message).toContain("editFile: oldString takes text, not 1.");
    const { out } = await holdall(["call", "fileExists", '{"path": "a.txt"}', "--dialect", "camel"]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, output: { success: true, exists: true, isDirectory: false } });
  });

  test("tools.shell_timeout is how many seconds a command may take", async () => {
    writeFileSync(join(temp, "short.yaml"), "tools:\n  shell_timeout: 0.2\n  restrict_to_workspace: true\n");
    const { out } = await holdall(["call", "bash", '{"command": "sleep 30"}', "--config", "short.yaml", "--yes"]);
    expect(JSON.parse(out).output).toMatchObject({ status: "timed_out" });
  });

  test("call - keeps between lines what was read", async () => {
    const edit = { tool: "edit_file", input: { path: "a.txt", old_string: "two", new_string: "2" } };
    const read = { tool: "read_file", input: { path: "a.txt" } };
    const input = [edit, read, edit, read].map((line) => JSON.stringify(line)).join("\n");
    const { out, code } = await holdall(["call", "-"], { input: `${input}\nnonsense\n` });
    expect(lines(out)).toMatchObject([
      { ok: false, error: { code: "not_read" } },
      { ok: true, output: { content: "1  one\n2  two" } },
      { ok: true, output: { replacements: 1 } },
      { ok: true, output: { content: "1  one\n2  2" } },
      { ok: false, error: { code: "parse_error" } },
    ]);
    expect(code).toBe(1);
    expect(readFileSync(join(temp, "a.txt"), "utf8")).toBe("one\n2\n");
  });

  test("call asks, and without a terminal the answer is no unless --yes is given", async () => {
    const denied = await holdall(["call", "delete_file", '{"path": "gone.txt"}']);
    expect(JSON.parse(denied.out)).toMatchObject({
      ok: false,
      error: { code: "permission_denied", message: expect.stringContaining("approval") },
    });
    const rehearsed = await holdall(["call", "delete_file", '{"path": "gone.txt"}', "--yes", "--dry-run"]);
    expect(readFileSync(join(temp, "gone.txt"), "utf8")).toBe("");
    expect([rehearsed.code, rehearsed.errors]).toEqual([expect.any(Number), ""]);
    expect(await holdall(["call", "delete_file", '{"path": "gone.txt"}', "--yes"])).toMatchObject({ code: 0 });
    expect(() => readFileSync(join(temp, "gone.txt"))).toThrow("ENOENT");
  });

  test("the configuration decides, and is not the tools' to change", async () => {
    const paths = ["secrets/a", "holdall.config.yaml"];
    const calls = paths.map((path) => JSON.stringify({ tool: "write_file", input: { path, content: "" } }));
    const { out } = await holdall(["call", "-", "--yes"], { input: calls.join("\n") });
    const [secret, own] = lines(out);
    expect(secret.error.message).toContain("The configuration forbids it.");
    expect(own.error.message).toContain("only the user can change it");
  });

  test.for([
    [["cal"], "Did you mean call?"],
    [["tools", "--perset", "x"], "Did you mean --preset?"],
    [["tools", "--preset", "codign"], "Did you mean coding?"],
    [["call"], "holdall tools lists the tools."],
    [["tools", "--root", "/no/such/folder"], "--root cannot be /no/such/folder: there is no such folder."],
    [["call", "read_file", "{}", "--root", "/etc/hostname"], "it is not a folder"],
    [["tools", "--only", "read_fil"], "Did you mean read_file?"],
    [["tools", "--audit", "x"], "There is no option --audit here."],
    [["mcp", "--preset", "minimal"], "There is no option --preset here."],
    [["tools", "--root", "a", "--root", "b", "--backend", "memory:"], "A backend has one root"],
    [["serve", "--http", "0", "--client-roots"], "cannot be used with --http"],
    [["serve", "--log-file", "/no/such/folder/log"], "--log-file cannot be"],
    [["help", "nothing"], 'There is no command "nothing".'],
    [["serve", "--http", "many"], "Give a port number"],
    [["tools", "--config", "no.yaml"], "Name an existing file with --config."],
  ] as const)("%j is a usage error", async ([argv, hint]) => {
    const { code, out, errors } = await holdall(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toContain(hint);
    expect(errors).not.toContain(" at ");
  });

  test("help and version", async () => {
    expect((await holdall(["--version"])).out).toBe(`${version}\n`);
    expect((await holdall([])).out).toContain("holdall COMMAND --help");
    expect(await holdall(["help", "serve"])).toEqual(await holdall(["serve", "--help"]));
    expect(await holdall(["help", "serve"])).toMatchObject({ code: 0, errors: "" });
    for (const [name, load] of Object.entries(commands)) {
      const { help, options } = await load();
      for (const option of Object.keys(options)) expect(help, name).toContain(`--${option}`);
      expect(help).toMatch(new RegExp(`^holdall ${name}`));
      for (const line of help.split("\n")) expect(line.length, line).toBeLessThanOrEqual(82);
    }
  });

  test.each([
    ["json", (tools: { name: string }[]) => tools[0]?.name],
    ["openai", (tools: { function: { name: string } }[]) => tools[0]?.function.name],
    ["anthropic", (tools: { name: string; input_schema: object }[]) => tools[0]?.input_schema && tools[0].name],
    ["mcp", (tools: { name: string; annotations: object }[]) => tools[0]?.annotations && tools[0].name],
  ] as const)("tools --format %s", async (format, first) => {
    const { out } = await holdall(["tools", "--preset", "minimal", "--dialect", "claude", "--format", format]);
    expect(first(JSON.parse(out))).toBe("Read");
  });

  test("tools --tokens says what each costs, to people and programs", async () => {
    const tokens = ["tools", "--preset", "minimal", "--tokens"];
    const { out } = await holdall([...tokens, "--format", "json"]);
    const { tools, definitions, instructions, total } = JSON.parse(out);
    expect(tools[0]).toEqual({ name: "read_file", tokens: expect.any(Number) });
    expect(total).toBe(definitions + instructions);
    expect((await holdall(tokens)).out).toMatch(new RegExp(`^ {2}10 tools +${definitions}$`, "m"));
    expect(await holdall([...tokens, "--format", "mcp"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("table, json"),
    });
  });

  test("tools, instructions and doctor speak to people", async () => {
    expect((await holdall(["tools", "--preset", "readonly"])).out).toMatch(/^ {2}read_file +reads +Read a file/m);
    expect((await holdall(["instructions", "--preset", "minimal"])).out).toMatch(
      /^You can read and write files below /,
    );
    const env = { OPENAI_API_KEY: "sk-very-secret" };
    const { out } = await holdall(["doctor", "--json"], { env });
    expect(JSON.parse(out)).toContainEqual({
      name: "model keys",
      state: "works",
      text: expect.stringContaining("OPENAI_API_KEY"),
    });
    expect(out).not.toContain("sk-very-secret");
  });

  test("doctor tells how to get what is not there", async () => {
    const { out, code } = await runProcess(["doctor", "--json"], {
      cwd: temp,
      env: { ...process.env, PATH: temp, CHROMIUM_PATH: "" },
    });
    expect(code).toBe(0);
    for (const name of ["chromium", "bubblewrap", "socat"]) {
      const fix = expect.stringContaining(`apt-get install ${name}`);
      const text = expect.stringMatching(/not found|not installed/);
      expect(JSON.parse(out)).toContainEqual({ name, state: "missing", text, fix });
    }
    expect(out).toContain('"name": "postgresql"');
  });

  test("serve answers MCP on stdio, and nothing else is on stdout", async () => {
    const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const messages = [
      { id: 1, method: "initialize", params: initialize },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      { id: 3, method: "tools/call", params: { name: "read_file", arguments: { path: "a.txt" } } },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
    const { out, code } = await runProcess(["serve", "--preset", "minimal"], { cwd: temp, input });
    const answers = lines(out).toSorted((a, b) => a.id - b.id);
    expect(answers[0].result).toMatchObject({
      serverInfo: { name: "holdall", version },
      instructions: expect.stringContaining("read_file"),
    });
    expect(answers[1].result.tools.map(({ name }: { name: string }) => name)).toEqual([
      "read_file",
      "write_file",
      "edit_file",
      "undo",
      "glob_files",
      "grep_files",
      "current_time",
      "env_info",
      "tool_search",
      "tool_call",
    ]);
    expect(answers[2].result.content[0].text).toContain("1  one");
    expect(code).toBe(0);
  });
});
