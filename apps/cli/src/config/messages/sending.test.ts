import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSmtpSink } from "../../demo/script/smtp-sink.ts";
import { answerOf, messageFolders, webhookService } from "../../fixtures/messages.fixture.ts";

const secrets = { CRM_SIGNING: "sign-77aa-c0ffee-0451" };

async function place() {
  const hook = await webhookService();
  const folders = messageFolders({ ...secrets, CRM_HOOK: hook.url });
  onTestFinished(async () => {
    folders[Symbol.dispose]();
    await hook[Symbol.asyncDispose]();
  });
  const channels = `channels:\n  - { name: crm, kind: webhook, url_env: CRM_HOOK, secret_env: CRM_SIGNING }\nallow: ["${hook.host}"]\n`;
  return { ...folders, hook, channels };
}

/** All that lies below a folder, as one text. */
const contents = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");

const office = ["--preset", "office"];
const sending = (text: string) => ["send_message", { text }] as const;

test("a channel of the user's own is sent to once, after a yes, and no secret comes out", async () => {
  const { at, put, run, calls, hook, channels } = await place();
  put("config/holdall/messages.yaml", channels);
  const audit = ["--audit", at("audit.jsonl")];

  const asked = await run("call", "send_message", '{"text":"The report is done."}', ...office, ...audit);
  expect(answerOf(asked).error).toMatchObject({ code: "permission_denied", hint: expect.stringMatching(/\w/) });
  expect(hook.got).toEqual([]);
  const said = `It is at ${hook.url}, signed ${secrets.CRM_SIGNING}.`;
  const sent = await calls([sending(said), sending(said)], ...office, "--yes", ...audit);
  expect(sent.answers).toMatchObject([
    { output: { state: "sent", channel: "crm" } },
    { error: { code: "already_exists" } },
  ]);
  expect(hook.got).toEqual([{ path: "/hooks/T0-9d81c0ffee77aa", text: said }]);

  const listed = await run("outbox");
  expect(listed.out).toMatch(/^m_\w+ {2}sent +message +\S+ {2}webhook:crm\n$/);
  const json = JSON.parse((await run("outbox", "--json", "--state", "draft")).out);
  expect(json).toEqual([expect.objectContaining({ state: "draft", recipients: ["webhook:crm"] })]);
  const told = [asked, sent, listed].map(({ out, errors }) => out + errors).join("\n");
  for (const secret of [hook.url, "T0-9d81c0ffee77aa", secrets.CRM_SIGNING]) {
    expect(told).not.toContain(secret);
    expect(contents(at("state"))).not.toContain(secret);
    expect(readFileSync(at("audit.jsonl"), "utf8")).not.toContain(secret);
  }
  const outbox = at("state/holdall/outbox");
  expect([statSync(outbox).mode & 0o777, statSync(join(outbox, "hour.json")).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("a mail is written in one process and sent in another, to whom the configuration allows", async () => {
  await using mailbox = await openSmtpSink();
  const { put, run, calls, at } = await place();
  const server = `{ host: 127.0.0.1, port: ${mailbox.port} }`;
  const config = put(
    "office.yaml",
    `preset: office\nroot: project\nmessages:\n  outbox: sent\n  email: { sender: bot@example.com, server: ${server}, allow: ["*@example.com"] }\n`,
  );
  const named = ["--config", config];
  const mailTo = (to: string) => ["compose_email", { to: [to], subject: "Open", body: "We are open." }] as const;
  const { answers } = await calls([mailTo("ann@example.net"), mailTo("ann@example.com")], ...named);
  expect(answers[0]?.error.code).toBe("permission_denied");
  const input = JSON.stringify({ draft_id: answers[1]?.output.draft_id });
  expect(answerOf(await run("call", "send_email", input, ...named)).error.code).toBe("permission_denied");
  expect(mailbox.received).toEqual([]);
  expect(answerOf(await run("call", "send_email", input, ...named, "--yes")).output.state).toBe("sent");
  expect(mailbox.received.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: "bot@example.com", to: ["ann@example.com"] },
  ]);
  const listed = await run("outbox", ...named);
  expect(listed.out).toMatch(/^d_\w+ {2}sent +email +\S+ {2}mailto:ann@example\.com\n$/);
  expect(readdirSync(at("sent")).sort()).toEqual(["claims", "entries", "hour.json", "mails"]);
});

test("attack: a configuration that was only found adds no channel, no server and nobody who is written to", async () => {
  await using mailbox = await openSmtpSink();
  const { put, calls, hook, channels } = await place();
  const email = `  email:\n    sender: bot@example.com\n    server: { host: 127.0.0.1, port: ${mailbox.port} }\n    allow: ["*@example.com"]\n`;
  put(
    "project/holdall.config.yaml",
    `preset: office\nmessages:\n${channels.replace(/^(?=.)/gm, "  ")}  outbox: ../elsewhere\n${email}`,
  );
  const mail = ["compose_email", { to: ["ann@example.com"], subject: "Hello", body: "Hello." }] as const;
  const { answers, errors } = await calls([sending("Hello."), mail], ...office, "--yes");
  expect(answers.map(({ error }) => error.code)).toEqual(["unavailable", "unavailable"]);
  for (const key of ["channels", "allow", "outbox", "email.sender", "email.server.host", "email.server.port"])
    expect(errors).toContain(`messages.${key}: it would`);
  expect([hook.got, mailbox.received]).toEqual([[], []]);
});

test("a configuration that was only found narrows what the user has", async () => {
  const { put, calls, hook, channels } = await place();
  put("config/holdall/messages.yaml", channels);
  put("project/holdall.config.yaml", "preset: office\nmessages: { per_hour: 1 }\n");
  const narrowed = await calls([sending("One."), sending("Two.")], "--yes");
  expect(narrowed.answers).toMatchObject([
    { ok: true },
    { error: { code: "unavailable", hint: expect.stringContaining("the next can be sent in") } },
  ]);
  expect(hook.got.map(({ text }) => text)).toEqual(["One."]);
});
