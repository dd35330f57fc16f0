import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-policy-"));
  mkdirSync(join(folder, "project"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const holdall = (...args: readonly string[]) =>
  runCommand(args, {
    cwd: join(folder, "project"),
    env: { ...process.env, XDG_CONFIG_HOME: join(folder, "config") },
  });

const user = (policy: unknown) => {
  mkdirSync(join(folder, "config/holdall"), { recursive: true });
  writeFileSync(
    join(folder, "config/holdall/policy.json"),
    typeof policy === "string" ? policy : JSON.stringify(policy),
  );
};
const project = (text: string) => writeFileSync(join(folder, "project/holdall.config.yaml"), text);
const write = (path: string) => JSON.stringify({ path, content: "x" });

describe("holdall policy explain", { timeout: 60_000 }, () => {
  test("tells what would be decided and why, by its exit code too, and does nothing", async () => {
    expect(await holdall("policy", "explain", "write_file", write("a.txt"))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^allow\n {2}write .*a\.txt/),
    });
    expect(await holdall("policy", "explain", "write_file", write(".mcp.json"))).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^ask: .*configuration of an agent/),
    });
    user({ version: 1, deny: ["write_file(*.lock)"] });
    const denied = await holdall("policy", "explain", "Write", write("x.lock"), "--json");
    expect(denied.code).toBe(4);
    expect(JSON.parse(denied.out)).toMatchObject({
      effect: "deny",
      rules: [{ rule: { text: "write_file(*.lock)", list: "deny", source: expect.stringContaining("policy.json") } }],
    });
    expect((await holdall("call", "read_file", '{"path":"a.txt"}')).out).toContain("not_found");
  });

  test("says in which sandbox a command would run, and with what network", async () => {
    const explain = async (command: string, ...more: string[]) => {
      const { out } = await holdall("policy", "explain", "bash", command, "--json", ...more);
      return JSON.parse(out).runs;
    };
    expect(await explain("ls", "--sandbox", "off")).toEqual({ level: "default", network: "all", problems: [] });
    const usual = await explain("ls");
    const { sandbox } = usual;
    if (sandbox === undefined)
      expect(usual).toMatchObject({ network: "all", problems: expect.arrayContaining([expect.any(String)]) });
    else expect(usual).toEqual({ sandbox, level: "default", network: "none", problems: [] });
    expect((await explain("ls", "--preset", "readonly")).level).toBe("read_only");
    expect(await explain('{"command": "ls", "permissions": "all"}')).toMatchObject({
      level: "all",
      network: "all",
      problems: ["The call requests none."],
    });
    const { out } = await holdall("policy", "explain", "bash", "ls", "--sandbox", "off");
    expect(out).toContain("  would run without a sandbox, with the whole network\n");
    expect((await holdall("policy", "explain", "read_file", '{"path":"a"}')).out).not.toContain("would run");
  });

  test("shows a program that wraps and what it starts, and holds rules against both", async () => {
    user({ version: 1, allow: ["bash"], deny: ["bash(sudo:*)", "bash(shutdown:*)"] });
    const explain = (command: string) => holdall("policy", "explain", "bash", command);
    expect(await explain("sudo -n ls")).toMatchObject({
      code: 4,
      out: expect.stringMatching(
        / {2}execute sudo -n ls\n {4}starts ls\n(.|\n)*deny execute sudo -n ls: The rule bash\(sudo/,
      ),
    });
    expect((await explain("timeout 5 shutdown now")).code).toBe(4);
    expect((await explain("timeout 5 ls")).code).toBe(0);
    expect(await explain("rm -rf ..")).toMatchObject({
      code: 3,
      out: expect.stringContaining("everything these tools"),
    });
    user({ version: 1, allow: ["bash(sudo:*)"] });
    expect(await holdall("policy", "check")).toMatchObject({
      code: 1,
      out: expect.stringContaining("its own rule"),
    });
    user({ version: 1 });
    expect((await explain('rm -rf "$X"')).out).toContain("delete a target known only when it runs");
  });
});

describe("rules", () => {
  test("of a configuration that was only found may forbid, and open nothing until it is named", async () => {
    project(
      "permissions:\n  mode: bypass\n  allow: [delete_file]\n  deny: ['read_file(secret/**)']\npolicy:\n  allow:\n    - actions: [delete]\n",
    );
    const remove = ["policy", "explain", "delete_file", '{"path":"a.txt"}'];
    const found = await holdall(...remove);
    expect(found).toMatchObject({
      code: 3,
      errors: expect.stringMatching(/--config[\s\S]* permissions\.mode: it would allow more/),
    });
    expect((await holdall("policy", "explain", "read_file", '{"path":"secret/a"}')).code).toBe(4);
    expect(await holdall(...remove, "--config", "holdall.config.yaml")).toMatchObject({ code: 0, errors: "" });
  });

  test("that are not understood stop everything", async () => {
    user('{ "version": 1, "deny": ["bash("] }');
    const broken = await holdall("call", "list_files", "{}");
    expect(broken.code).toBe(2);
    expect(broken.errors).toMatch(/not used|bash\(/);
    expect(await holdall("call", "list_files", "{}", "--policy", "missing.json")).toMatchObject({ code: 2 });
  });

  test("can never lift the protection of what runs code", async () => {
    user({ version: 1, mode: "bypass", allow: ["write_file"] });
    expect((await holdall("policy", "explain", "write_file", write(".git/hooks/pre-commit"))).code).toBe(3);
  });

  test("are looked over", async () => {
    expect(await holdall("policy", "check")).toMatchObject({ code: 0, out: expect.stringContaining("No rules") });
    user({ version: 1, allow: ["bash(python3:*)"], deny: ["read_file(.env)"] });
    expect(await holdall("policy", "check")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/deny {3}read_file\(\.env\)[\s\S]*! bash\(python3:\*\): python3 can start/),
    });
  });
});
