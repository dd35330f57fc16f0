import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { narrowConfig } from "./narrow-config.ts";
import { type Config, configSchema } from "./schema.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-narrow-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of every key: what a found file may say, and what it may not. */
const samples: Readonly<Record<string, { fine: readonly unknown[]; wide: readonly unknown[] }>> = {
  preset: { fine: ["coding", "minimal", "office", "readonly", "research"], wide: [] },
  root: { fine: [folder, join(folder, "a/b")], wide: ["/", "..", "a/../..", `${folder}x`, "~/../../.."] },
  backend: {
    fine: ["memory:", `pglite:${folder}/db`],
    wide: ["pglite:/elsewhere", "pglite:..", "postgres://h/d", "s3://b", "memory:x", "pglite:", "PGLITE:x"],
  },
  dialect: { fine: ["snake", "camel", "claude"], wide: [] },
  "policy.allow": { fine: [], wide: [[], [{ actions: ["delete"] }]] },
  "policy.ask": { fine: [[{}]], wide: [] },
  "policy.deny": { fine: [[{ under: "x" }]], wide: [] },
  "permissions.mode": { fine: ["default", "plan"], wide: ["accept_edits", "bypass"] },
  "permissions.allow": { fine: [], wide: [["bash"]] },
  "permissions.ask": { fine: [["bash"]], wide: [] },
  "permissions.deny": { fine: [["bash"]], wide: [] },
  untrusted_text: {
    fine: [true, {}, { private_results: ["mcp__hr__get_profile"] }],
    wide: [false, { grants: [] }, { grants: [{ from: "web_fetch" }] }, { links_of: ["web_fetch"] }],
  },
  audit: { fine: [], wide: ["a.log", "/tmp/a.log"] },
  hide_secrets: { fine: [true], wide: [false] },
  history: { fine: [true], wide: [false] },
  "limits.time": { fine: [1, 600_000], wide: [600_001, false] },
  "limits.output": { fine: [1, 100_000], wide: [100_001, false] },
  "limits.processes": { fine: [], wide: [1, 100_000] },
  "limits.memory": { fine: [], wide: [1, 10 ** 12] },
  "limits.temporary": { fine: [], wide: [1, 10 ** 12] },
  "sandbox.domains": { fine: [], wide: [["example.com"], []] },
  shell: { fine: ["portable"], wide: ["system"] },
  "tools.restrict_to_workspace": { fine: [true], wide: [] },
  "tools.shell_timeout": { fine: [1, 120], wide: [121, 3_600] },
  "tools.with_shell": { fine: [true, false], wide: [] },
  "tools.programs": { fine: [true, false], wide: [] },
  "tools.without": { fine: [["bash"]], wide: [] },
  "tools.current_time.time_zone": { fine: ["UTC"], wide: [] },
  "tools.todo_write.strict": { fine: [true, false], wide: [] },
  "tools.web.brave.enabled": { fine: [true, false], wide: [] },
  "tools.web.brave.api_key": { fine: [], wide: ["k", "$KEY"] },
  "tools.mcp_servers": { fine: [], wide: [{}, { a: { command: "x" } }] },
  "web.enabled": { fine: [true, false], wide: [] },
  "web.allow": { fine: [], wide: [["127.0.0.0/8"]] },
  "web.providers": { fine: [["duckduckgo"]], wide: [] },
  "web.blocked_domains": { fine: [["example.com"]], wide: [] },
  "finance.enabled": { fine: [false], wide: [true] },
  "finance.providers": { fine: [], wide: [["ecb"]] },
  "messages.enabled": { fine: [true, false], wide: [] },
  "messages.channels": { fine: [], wide: [[], [{ name: "a", kind: "terminal" }]] },
  "messages.allow": { fine: [], wide: [["127.0.0.0/8"], []] },
  "messages.email.sender": { fine: [], wide: ["bot@example.com"] },
  "messages.email.sender_name": { fine: [], wide: ["Ann"] },
  "messages.email.server.host": { fine: [], wide: ["mail.example.com"] },
  "messages.email.server.port": { fine: [], wide: [25] },
  "messages.email.server.secure": { fine: [], wide: [true, false] },
  "messages.email.server.user": { fine: [], wide: ["ann"] },
  "messages.email.server.password_env": { fine: [], wide: ["MAIL_PASSWORD"] },
  "messages.email.allow": { fine: [["ann@example.com"], []], wide: [] },
  "messages.email.max_recipients": { fine: [1, 200], wide: [] },
  "messages.email.templates": { fine: [], wide: [{}, { a: { body: "Hello" } }] },
  "messages.per_hour": { fine: [1, 100], wide: [] },
  "messages.outbox": { fine: [], wide: ["out", "/tmp/out"] },
  secrets: { fine: [], wide: [{}, { KEY: { env: "KEY", hosts: ["evil.example"] } }] },
  databases: { fine: [], wide: [{}, { shop: { url: "postgres://h/d" } }, { shop: { url: "$" + "{SHOP_URL}" } }] },
  prices: { fine: [], wide: [{ stub: "0/0" }] },
  memory: { fine: [], wide: ["notes", "/tmp/notes"] },
  runs: { fine: [], wide: ["pglite:runs", "postgres://h/d"] },
  "agents.own": { fine: [], wide: [[], [{ name: "a", description: "Does all." }]] },
  "agents.folder": { fine: [], wide: [".claude/agents"] },
  "agents.at_once": { fine: [1, 8], wide: [] },
  "agents.total": { fine: [1, 32], wide: [] },
  "agents.tokens": { fine: [1, 10 ** 9], wide: [] },
  "skills.enabled": { fine: [true, false], wide: [] },
  "skills.folders": { fine: [], wide: [["skills"], ["/elsewhere"], []] },
  mcp_servers: { fine: [], wide: [{}, { a: { command: "x" } }] },
  // What a person is asked about, file by file.
  extensions: { fine: [["./tools/weather.ts"], ["holdall-tools-jira"]], wide: [] },
};

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}
const keysOf = ({ properties }: Schema, above = ""): string[] =>
  Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    inner.properties ? keysOf(inner, `${above}${name}.`) : [above + name],
  );

/** A configuration of some keys with their values. */
function configOf(values: Readonly<Record<string, unknown>>): Config {
  const config: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const names = key.split(".");
    const last = names.pop() ?? "";
    let at = config;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return configSchema.parse(config);
}

test("every key of a configuration is spoken of here", () => {
  expect(Object.keys(samples).sort()).toEqual(keysOf(configSchema.toJSONSchema() as Schema).sort());
});

test("and in the threat model", () => {
  const model = readFileSync(join(import.meta.dirname, "../../../../../docs/threat-model.md"), "utf8");
  const [, table = ""] = /\n\| key [^\n]*\n([\s\S]*?)\n\n/.exec(model) ?? [];
  const keys = table.split("\n").flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)]);
  expect(keys.map(([, key]) => key).sort()).toEqual(Object.keys(samples).sort());
});

describe.each(Object.entries(samples))("%s of a configuration that was found", (key, { fine, wide }) => {
  test("counts where it is stricter, and not where it opens anything", () => {
    for (const value of fine) {
      const config = configOf({ [key]: value });
      expect(narrowConfig(config, folder), JSON.stringify(value)).toEqual({ config, dropped: [] });
    }
    for (const value of wide) {
      const { config, dropped } = narrowConfig(configOf({ [key]: value }), folder);
      expect(dropped, JSON.stringify(value)).toEqual([{ key, why: expect.stringMatching(/^it /) }]);
      expect(configOf({ [key]: value })).not.toEqual(config);
      expect(keysWith(config)).toEqual([]);
    }
  });
});

const keysWith = (config: object, above = ""): string[] =>
  Object.entries(config).flatMap(([name, value]) =>
    typeof value === "object" && !Array.isArray(value) && !Object.hasOwn(samples, above + name)
      ? keysWith(value, `${above}${name}.`)
      : [above + name],
  );

test("of any keys together exactly the wide ones are dropped, and a second look drops nothing", () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  for (let round = 0; round < 300; round++) {
    const chosen = Object.entries(samples).flatMap(([key, { fine, wide }]) => {
      const all = [
        ...fine.map((value) => ({ value, isWide: false })),
        ...wide.map((value) => ({ value, isWide: true })),
      ];
      return random(2) === 0 ? [{ key, ...all[random(all.length)]! }] : [];
    });
    // A root is a folder in the backend where there is one.
    const inBackend = chosen.some(({ key }) => key === "backend");
    const wide = chosen.filter(({ key, isWide }) => isWide && !(key === "root" && inBackend)).map(({ key }) => key);
    const config = configOf(Object.fromEntries(chosen.map(({ key, value }) => [key, value])));
    const once = narrowConfig(config, folder);
    expect(once.dropped.map(({ key }) => key).sort(), JSON.stringify(config)).toEqual(wide.sort());
    expect(keysWith(once.config).sort()).toEqual(
      chosen
        .map(({ key }) => key)
        .filter((key) => !wide.includes(key))
        .sort(),
    );
    if (!wide.includes("backend"))
      expect(narrowConfig(once.config, folder)).toEqual({ config: once.config, dropped: [] });
  }
});
