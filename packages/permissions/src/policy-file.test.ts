import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { openGrants } from "./grants.ts";
import { permissions } from "./permissions.ts";
import { readPolicyFile } from "./policy-file.ts";
import { lintRules } from "./rules/suggest/lint-rules.ts";
import { suggestRules } from "./rules/suggest/suggest-rules.ts";

const file = (value: unknown) => readPolicyFile(JSON.stringify(value), "policy.json");

describe("a policy file", () => {
  it("has rules, a mode, and examples that are tried", () => {
    const policy = file({
      version: 1,
      mode: "accept_edits",
      allow: [
        "bash(ls:*)",
        { rule: "bash(git status:*)", match: ["git status -s"], not_match: ["git stash", "git status; ls"] },
      ],
      deny: [{ rule: "read_file(.env)", match: ["sub/.env"], not_match: [".env.example"] }],
    });
    expect(policy).toMatchObject({
      mode: "accept_edits",
      allow: ["bash(ls:*)", "bash(git status:*)"],
      deny: ["read_file(.env)"],
      source: "policy.json",
    });
  });

  it.each([
    ["no JSON", '{\n  "allow" []}', /not valid JSON: line 2, column 11/],
    ["empty", "", /not valid JSON/],
    ["a list", "[]", /not an object/],
    ["without a version", "{}", /version/],
    ["of a later version", '{"version":2}', /version/],
    ["with a mode nobody knows", '{"version":1,"mode":"yolo"}', /mode/],
    ["with a misspelt list", '{"version":1,"denied":[]}', /unknown properties: denied/],
    ["with a list that is none", '{"version":1,"deny":"bash"}', /not a list/],
    ["with a rule that is none", '{"version":1,"deny":[1]}', /not a rule/],
    ["with a rule of unknown parts", '{"version":1,"deny":[{"rule":"bash","unless":"x"}]}', /not a rule/],
    [
      "with an example that does not match",
      '{"version":1,"deny":[{"rule":"bash(rm:*)","match":["rmdir x"]}]}',
      /does not match its example rmdir x/,
    ],
    [
      "with an example that matches and must not",
      '{"version":1,"allow":[{"rule":"bash(ls*)","not_match":["lsof"]}]}',
      /matches lsof/,
    ],
  ])("%s is refused whole: nothing is open by mistake", (_, text, message) => {
    expect(() => readPolicyFile(text, "policy.json")).toThrow(message);
  });

  it.each(["bash(git", "bash()"])("with the rule %s is refused", (rule) =>
    expect(() => file({ version: 1, allow: [rule] })).toThrow(/bash/),
  );
});

describe("grants", () => {
  const place = () => ({ backend: memoryBackend(), path: "/home/me/.config/holdall/grants.json" });
  const root = toPath("/app");
  const request = {
    tool: { name: "bash", title: "Bash", hints: {} } as never,
    input: {},
    access: { action: "execute", target: "make all" },
  } as const;

  it("count at once, for the session or for good, and can be taken back", async () => {
    const where = place();
    const grants = await openGrants(where);
    const { explain } = permissions({ rules: () => grants.rules(), roots: [root] });
    expect(explain(request).effect).toBe("ask");
    grants.forSession("bash(make:*)");
    expect(explain(request).effect).toBe("allow");
    await grants.revoke("bash(make:*)");
    expect(explain(request).effect).toBe("ask");
    await grants.forever("bash(make:*)");
    expect(explain(request).effect).toBe("allow");

    const next = await openGrants(where);
    expect(permissions({ rules: () => next.rules(), roots: [root] }).explain(request).effect).toBe("allow");
    await next.revoke("bash(make:*)");
    expect((await openGrants(where)).rules().flatMap(({ allow }) => allow)).toEqual([]);
  });

  it("of two processes at once are both kept", async () => {
    const where = place();
    const both = await Promise.all([openGrants(where), openGrants(where)]);
    await Promise.all(both.flatMap((grants, i) => [grants.forever(`bash(a${i}:*)`), grants.forever(`bash(b${i}:*)`)]));
    const kept = (await openGrants(where)).rules().flatMap(({ allow }) => allow);
    expect(kept.sort()).toEqual(["bash(a0:*)", "bash(a1:*)", "bash(b0:*)", "bash(b1:*)"]);
  });

  it("refuse what is no rule, and a file that is no policy", async () => {
    const where = place();
    const grants = await openGrants(where);
    expect(() => grants.forSession("bash(")).toThrow(/bash\(/);
    await expect(grants.forever("x y")).rejects.toMatchObject({ code: "invalid_input" });
    await where.backend.write(toPath(where.path), new TextEncoder().encode("{}"));
    await expect(openGrants(where)).rejects.toMatchObject({ code: "parse_error" });
    await expect((await openGrants()).forever("bash")).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("suggestions", () => {
  it.each([
    ["git push origin main", ["bash(git push:*)"]],
    ["npm run build --watch", ["bash(npm run build:*)"]],
    ["make all", ["bash(make all)"]],
    ["git -C x status", ["bash(git -C x status)"]],
    ["python3 -c 'print'", ["bash(python3 -c print)"]],
    ["$x y", []],
  ])("for %s are %j", (target, rules) => {
    expect(suggestRules({ access: [{ action: "execute", target }] })).toEqual(rules);
  });

  it("for files and hosts name the folder and the host, and would have allowed what was asked", () => {
    const access = [
      { action: "write", target: "/app/src/deep/a.ts" },
      { action: "delete", target: "/app/b.ts" },
      { action: "read", target: "/etc/hosts" },
      { action: "network", target: "api.example.com:8443" },
    ] as const;
    const rules = suggestRules({ access }, [toPath("/app")]);
    expect(rules).toEqual([
      "write_file(/src/deep/**)",
      "delete_file(/b.ts)",
      "read_file(//etc/hosts)",
      "web_fetch(domain:api.example.com:8443)",
    ]);
    const { explain } = permissions({ rules: [{ allow: rules }], roots: ["/app"] });
    const tool = { name: "x", title: "X", hints: {} } as never;
    for (const each of access) expect(explain({ tool, input: {}, access: each }).effect, each.target).toBe("allow");
  });
});

it("a linter tells of rules that never count and of rules that allow too much", () => {
  const tools = [
    { name: "bash", hints: {} },
    { name: "mcp__github__push", hints: {} },
  ] as never[];
  const findings = lintRules(
    {
      allow: [
        "bash(git:*)",
        "bash(python3:*)",
        "bash(ls*)",
        "bash(rm -rf x)",
        "nothing",
        "mcp__gitlab__*",
        "bash(npm test)",
        "write_file(**)",
        "bash",
      ],
      deny: ["bash(rm:*)", "bash(npm test)"],
    },
    tools,
  );
  expect(findings.map(({ rule, problem }) => `${rule}: ${problem.slice(0, 30)}`)).toEqual([
    "bash(git:*): It also allows git push, git c",
    "bash(python3:*): python3 can start any other pr",
    "bash(ls*): It has no space before the *, ",
    "bash(rm -rf x): It has no effect: a deny rule ",
    "nothing: There is no tool nothing, so t",
    "mcp__gitlab__*: No tool has a matching name.",
    "bash(npm test): It has no effect: the same rul",
    "write_file(**): It allows changes everywhere.",
    "bash: It allows every command, inclu",
  ]);
});
