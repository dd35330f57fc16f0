import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { readConfig } from "../config/read/read-config.ts";
import { runCommand } from "../fixtures/command.fixture.ts";
import { hosts, startOf } from "../init/hosts.ts";
import { insertEntry } from "../init/insert-entry.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-init-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (...words: string[]) => runCommand(["init", ...words], { cwd: folder });
const text = (file: string) => readFileSync(join(folder, file), "utf8");
const put = (file: string, content: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};

describe("holdall init", () => {
  test("writes a configuration that is understood, and the host's file", async () => {
    const { code, out } = await init("claude-code", "--preset", "readonly");
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/Wrote .*holdall\.config\.yaml\.\nWrote .*\.mcp\.json/),
    });
    expect(readConfig(join(folder, "holdall.config.yaml"))).toMatchObject({ preset: "readonly", dialect: "snake" });
    // No registry has this version: `npx` would start what somebody else has put there.
    const entry = JSON.parse(text(".mcp.json")).mcpServers.holdall;
    expect(entry).toEqual({
      command: process.execPath,
      args: ["--liftoff-only", inject("command"), "serve", "--root", "."],
    });
    const shown = execFileSync(entry.command, [...entry.args.slice(0, -3), "--version"], { encoding: "utf8" });
    expect(shown.trim()).toBe("0.0.0");
    const { out: tools } = await runCommand(["tools"], { cwd: folder });
    expect(tools).toMatch(/^readonly /);
  });

  test("never writes over what is there", async () => {
    const [config, entry] = ["preset: minimal\n", '{"mcpServers":{"holdall":{"command":"mine"}}}'];
    put("holdall.config.yml", config);
    put(".mcp.json", entry);
    const { code, out } = await init("claude-code");
    expect(code).toBe(0);
    expect(out).toMatch(/holdall\.config\.yml already exists and is unchanged[\s\S]*already has an entry holdall/);
    expect([text("holdall.config.yml"), text(".mcp.json")]).toEqual([config, entry]);
    expect(existsSync(join(folder, "holdall.config.yaml"))).toBe(false);
  });

  test("prints what a person has to put in by hand, for comments and for files elsewhere", async () => {
    const commented = '{\n  // mine\n  "servers": {}\n}\n';
    put(".vscode/mcp.json", commented);
    const { out } = await init("vscode");
    expect(out).toMatch(/is not plain JSON and is unchanged[\s\S]*"type": "stdio"/);
    expect(text(".vscode/mcp.json")).toBe(commented);
    const elsewhere = await init("codex");
    expect(elsewhere.out).toContain(`[mcp_servers.holdall]\ncommand = ${JSON.stringify(process.execPath)}\n`);
    expect(elsewhere.out).toContain(JSON.stringify(folder));
  });

  test("--print writes nothing", async () => {
    const { code, out } = await init("opencode", "--print");
    expect([code, JSON.parse(out).mcp.holdall.type]).toEqual([0, "local"]);
    expect(existsSync(join(folder, "opencode.json")) || existsSync(join(folder, "holdall.config.yaml"))).toBe(false);
  });

  test.each([
    [["nowhere"], "Choose one of claude-code"],
    [["--root", "/nope"], "--root cannot be /nope: there is no such folder."],
    [["cursor", "--preset", "x"], "--preset cannot be"],
  ])("%j is a usage error", async (words, message) => {
    expect(await init(...words)).toMatchObject({ code: 2, errors: expect.stringContaining(message) });
  });
});

describe("the agent in an editor", () => {
  const home = (...words: string[]) =>
    runCommand(["init", ...words, "--model", "openai/x"], { cwd: folder, env: { HOME: folder } });

  test.each([
    ["zed", ".config/zed/settings.json", { type: "custom" }],
    ["jetbrains", ".jetbrains/acp.json", {}],
  ])("is added to the file of %s in the home of the person, and not to the project", async (name, file, more) => {
    put(file, '{ "theme": "dark" }');
    expect(await home(name)).toMatchObject({ code: 0, out: expect.stringContaining("Added the entry holdall") });
    expect(JSON.parse(text(file))).toEqual({
      theme: "dark",
      agent_servers: {
        holdall: {
          ...more,
          command: process.execPath,
          args: ["--liftoff-only", inject("command"), "acp", "--model", "openai/x"],
          env: {},
        },
      },
    });
    expect(existsSync(join(folder, "holdall.config.yaml"))).toBe(false);
  });

  test("is printed for the languages of neovim and emacs, and needs a model", async () => {
    expect((await home("neovim")).out).toMatch(
      /acp_providers = \{\n {4}holdall = \{ command = ".*args = \{ .*"acp", "--model", "openai\/x" \}/,
    );
    expect((await home("emacs", "--print")).out).toMatch(/:command-params '\(.*"acp" "--model" "openai\/x"\)/);
    expect(await init("emacs")).toMatchObject({ code: 2, errors: expect.stringContaining("--model") });
    expect(await home("cursor")).toMatchObject({ code: 2, errors: expect.stringContaining("zed, jetbrains, neovim") });
  });
});

describe("an entry in a file with others", () => {
  const vscode = hosts.vscode!;
  const start = startOf(["serve", "--root", "."], "linux");
  test.each([
    ['{\n\t"servers": {\n\t\t"x": { "command": "y" }\n\t},\n\t"inputs": []\n}\n'],
    ['{\r\n    "inputs": [1,  2],\r\n    "servers": {}\r\n}'],
    ['{"inputs":[],"servers":{"x":{"a":"}"}}}'],
    ['{ "a": "\\u007b \\"servers\\": {" }\n'],
    ["{}"],
    ["\n"],
  ])("is added to %j, every other character of which stays", (before) => {
    const inserted = insertEntry(before, vscode, start);
    if (!("text" in inserted)) throw new Error(inserted.kept);
    const { servers, ...others } = JSON.parse(inserted.text);
    const { servers: had = {}, ...kept } = JSON.parse(before.trim() || "{}");
    expect(servers.holdall).toEqual({ type: "stdio", command: "npx", args: start.args });
    expect([others, { ...had, holdall: servers.holdall }]).toEqual([kept, servers]);
    if (before.includes("\r\n")) expect(inserted.text).not.toMatch(/[^\r]\n/);
    const [old, now] = [before, inserted.text].map((each) => [...each.replace(/\s/g, "")]) as [string[], string[]];
    const same = old.findIndex((char, index) => char !== now[index]);
    const shared = same === -1 ? old.length : same;
    expect(now.slice(now.length - (old.length - shared))).toEqual(old.slice(shared));
    expect(insertEntry(inserted.text, vscode, start)).toEqual({ kept: "there already" });
  });

  test.each(['{"servers": []}', "[]", '{"servers": {}, }', '{"a": 1, "a": 2}', "{"])("leaves %j alone", (before) => {
    expect(insertEntry(before, vscode, start)).toEqual({ kept: "not plain JSON" });
  });
});

test("Windows starts npx through a shell", () => {
  expect(startOf(["serve", "--root", "C:\\x"], "win32")).toEqual({
    command: "cmd",
    args: ["/c", "npx", "-y", "holdall", "serve", "--root", "C:\\x"],
  });
});
