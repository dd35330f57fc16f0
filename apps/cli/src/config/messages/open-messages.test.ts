import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkMessages } from "../../doctor/check-messages.ts";
import { messageFolders } from "../../fixtures/messages.fixture.ts";
import { readConfig } from "../read/read-config.ts";
import type { Settings } from "../read/settings.ts";
import { findMessages, narrowMessages } from "./find-messages.ts";
import { messagesOf } from "./messages-of-preset.ts";
import type { MessagesConfig } from "./messages-schema.ts";
import { openMessages } from "./open-messages.ts";

const env = {
  SLACK_HOOK: "https://hooks.slack.example/services/T0/B0/xyzzy123",
  DISCORD_HOOK: "https://discord.example/api/webhooks/11/plugh456",
  BOT_TOKEN: "12345:abcdefgh",
};

function place(more: NodeJS.ProcessEnv = {}) {
  const folders = messageFolders(more);
  onTestFinished(() => folders[Symbol.dispose]());
  const settingsOf = (text: string): Settings => {
    const file = folders.put("office.yaml", text);
    const root = folders.at("project");
    return {
      cwd: root,
      file,
      isNamed: true,
      config: readConfig(file),
      root,
      moreRoots: [],
      backend: undefined,
      ignored: [],
    };
  };
  const open = async (text: string, has = () => true) => {
    const settings = settingsOf(text);
    return openMessages((await findMessages(settings, folders.env))!, settings, folders.env, process.stderr, has);
  };
  return { ...folders, settingsOf, open };
}

const channels = `messages:
  channels:
    - { name: me, kind: terminal }
    - { name: ops, kind: slack, url_env: SLACK_HOOK }
    - { name: team, kind: slack, token_env: BOT_TOKEN, channel: C01 }
    - { name: community, kind: discord, url_env: DISCORD_HOOK }
    - { name: alerts, kind: telegram, token_env: BOT_TOKEN, chat_id: -1001 }
    - { name: office, kind: teams, url_env: SLACK_HOOK }
    - { name: crm, kind: webhook, url_env: SLACK_HOOK, secret_env: BOT_TOKEN }
`;

test("each kind of channel is opened, with what must not be shown under the name of its variable", async () => {
  const { open } = place(env);
  const { options, secrets } = await open(channels);
  if (typeof options === "function") throw new Error("It is opened at once.");
  expect(options.channels?.map(({ kind, name }) => `${kind}:${name}`)).toEqual([
    ...[
      "terminal:me",
      "slack:ops",
      "slack:team",
      "discord:community",
      "telegram:alerts",
      "teams:office",
      "webhook:crm",
    ],
  ]);
  expect(secrets).toEqual({
    ...env,
    "webhook 1": "/services/T0/B0/xyzzy123",
    "webhook 2": "/api/webhooks/11/plugh456",
  });
});

test("the example of the guide is a messages.yaml", async () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../../../docs/guides/messages.md"), "utf8");
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
  const { put, env: all, settingsOf } = place();
  put("config/holdall/messages.yaml", yaml);
  const { messages } = (await findMessages(settingsOf(""), all))!;
  expect(messages.channels?.map(({ kind }) => kind).sort()).toEqual([
    ...["discord", "slack", "teams", "telegram", "terminal", "webhook"],
  ]);
  expect(messages).toMatchObject({ email: { sender: "reports@example.com" }, outbox: "/srv/reports/outbox" });
});

test("everything that is missing is named with its file, and no value is told", async () => {
  const { open, at } = place({ ...env, SLACK_HOOK: "xyzzy123", BOT_TOKEN: "" });
  const mail =
    "  email: { sender: bot@example.com, server: { host: mail.example.com, user: bot, password_env: MAIL_PW } }\n";
  const failure = await open(channels + mail, () => false).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    name: "UsageError",
    message: [
      `${at("office.yaml")}: some channels or mail cannot be used:`,
      "  slack ops: the value of SLACK_HOOK is not a URL",
      "  slack team: BOT_TOKEN is not set",
      "  telegram alerts: BOT_TOKEN is not set",
      "  teams office: the value of SLACK_HOOK is not a URL",
      "  webhook crm: the value of SLACK_HOOK is not a URL, BOT_TOKEN is not set",
      "  mail: MAIL_PW is not set, nodemailer is not installed",
    ].join("\n"),
    hint: expect.stringMatching(/environment of holdall.*npm install nodemailer/),
  });
  expect(String(failure)).not.toContain("xyzzy123");
  expect(existsSync(at("state"))).toBe(false);
  await expect(open('messages: { email: { sender: "Ann <", server: { host: localhost } } }')).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringMatching(/office\.yaml: "Ann <" is not one address/),
  });
});

test.each([
  [
    "{ name: a, kind: slack, url: 'https://hooks.example/xyzzy123' }",
    "there is no such key here; did you mean url_env?",
  ],
  [
    "{ name: a, kind: discord, url_env: 'https://hooks.example/xyzzy123' }",
    "takes the name of an environment variable",
  ],
  ["{ name: a, kind: slack, token_env: T }", "takes url_env, or token_env and channel"],
  ["{ name: a b, kind: terminal }", "takes up to 64 letters"],
  ["{ name: a, kind: terminal }, { name: a, kind: terminal }", "takes each name once"],
])("a channel %s is refused without its value", (channel, words) => {
  const { settingsOf } = place();
  expect(() => settingsOf(`messages: { channels: [${channel}] }`)).toThrow(words);
  expect(() => settingsOf(`messages: { channels: [${channel}] }`)).not.toThrow("xyzzy123");
});

test("doctor names what is ready and what each of the others lacks", async () => {
  const { settingsOf, env: all, at } = place({ ...env, BOT_TOKEN: "" });
  const own = `${at("config")}/holdall/messages.yaml`;
  expect(await checkMessages(settingsOf(""), all)).toMatchObject([
    { state: "missing", fix: expect.stringContaining(own) },
  ]);
  const mail = "  email: { sender: bot@example.com }\n";
  const findings = await checkMessages(settingsOf(channels + mail), all, () => false);
  expect(findings.map(({ name, state }) => `${state} ${name}`)).toEqual([
    "works messages: terminal me",
    "works messages: slack ops",
    "missing messages: slack team",
    "works messages: discord community",
    "missing messages: telegram alerts",
    "works messages: teams office",
    "missing messages: webhook crm",
    "missing messages: mail",
    "works messages: outbox",
  ]);
  expect(findings.find(({ name }) => name === "messages: mail")).toMatchObject({
    text: expect.stringContaining("server.host is missing, nodemailer is not installed"),
    fix: expect.stringContaining("npm install nodemailer"),
  });
  expect(JSON.stringify(findings)).not.toMatch(/xyzzy123|plugh456/);
});

test.each<[string, MessagesConfig, MessagesConfig]>([
  ["fewer in an hour", { per_hour: 3 }, { per_hour: 3 }],
  ["more in an hour than is usual", { per_hour: 50 }, { per_hour: 10 }],
  ["fewer recipients", { email: { max_recipients: 2 } }, { email: { max_recipients: 2 } }],
  ["more recipients than is usual", { email: { max_recipients: 99 } }, { email: { max_recipients: 20 } }],
  [
    "others who may be written to",
    { email: { allow: ["ann@example.com", "*@a.example.org", "*@example.net", "*@*.com", "*@example.org"] } },
    { email: { allow: ["ann@example.com", "*@a.example.org", "*@example.com"] } },
  ],
  ["nobody who may be written to", { email: { allow: [] } }, { email: { allow: [] } }],
])("a configuration that says %s narrows the user's own", (_, narrower, expected) => {
  const own = { email: { sender: "bot@example.com", allow: ["*@example.com", "*@*.example.org"] } };
  expect(narrowMessages(own, narrower)).toEqual({ ...own, ...expected, email: { ...own.email, ...expected.email } });
  const everybody = { email: { sender: "bot@example.com" } };
  expect(narrowMessages(everybody, { email: { allow: ["a@b.example"] } }).email?.allow).toEqual(["a@b.example"]);
});

test("a configuration with channels of its own stands in place of the user's, and an outbox among the files is refused", async () => {
  const { settingsOf, put, env: all, at } = place(env);
  const own = put("config/holdall/messages.yaml", "channels: [{ name: me, kind: terminal }]\noutbox: kept\n");
  const found = (text: string) => findMessages(settingsOf(text), all);
  expect((await found(channels))?.file).toBe(at("office.yaml"));
  expect(await found("messages: { enabled: false }")).toBeUndefined();
  expect(await found("")).toMatchObject({ file: own, messages: { outbox: at("config/holdall/kept") } });
  const inside = settingsOf("messages: { outbox: project/out }");
  mkdirSync(at("project/out"));
  await expect(openMessages((await findMessages(inside, all))!, inside, all, process.stderr)).rejects.toThrow(
    "would be inside the root",
  );
  const streams = { env: all, stderr: process.stderr };
  await expect(messagesOf("research", settingsOf(channels), streams)).rejects.toThrow("sends no messages");
  // The tools that do not send work where some channel cannot be used.
  const lacking = await messagesOf("coding", inside, streams);
  expect(lacking?.options).toThrow("would be inside the root");
  await expect(messagesOf("office", inside, streams)).rejects.toThrow("would be inside the root");
});
