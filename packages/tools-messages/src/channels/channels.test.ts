import { createHmac } from "node:crypto";
import { contentText } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { outcome, play } from "../_mail.fixture.ts";
import {
  type Channel,
  discordChannel,
  type MessageClient,
  secretsOf,
  slackChannel,
  teamsChannel,
  telegramChannel,
  terminalChannel,
  webhookChannel,
} from "../index.ts";
import { type Answer, service } from "./_channels.fixture.ts";

const attack =
  "<!channel> <@U1> @everyone @here <https://evil.test/?q=secret|your bank> [click](https://evil.test) <at>all</at> @admin & https://evil.test/x.png";

type Make = (client: MessageClient, url: string) => Channel;
const secretPath = "/services/T0/B0/s3cr3t-path";
const made: Readonly<Record<string, readonly [Make, Answer]>> = {
  slack: [(client, url) => slackChannel({ name: "ops", client, url: url + secretPath }), { body: "ok" }],
  discord: [(client, url) => discordChannel({ name: "ops", client, url: url + secretPath }), { body: '{"id":"77"}' }],
  telegram: [
    (client, api) => telegramChannel({ name: "ops", client, api, token: "12:s3cr3t-path", chatId: "-1001" }),
    { body: '{"ok":true,"result":{"message_id":7}}' },
  ],
  teams: [(client, url) => teamsChannel({ name: "ops", client, url: url + secretPath }), { status: 202 }],
  webhook: [
    (client, url) => webhookChannel({ name: "ops", client, url: url + secretPath, secret: "sign-me-s3cr3t-path" }),
    {},
  ],
};
const kinds = Object.keys(made);

async function sendTo(kind: string, input: object, answer: (index: number) => Answer = () => made[kind]![1]) {
  await using server = await service((_, index) => answer(index));
  const at = play({ channels: [made[kind]![0](server.client, server.url)] });
  const result = await at.session.call("send_message", input);
  return { result, got: server.got, at };
}

test("Slack: mentions and links of the text are escaped, and nothing unfurls", async () => {
  const { got } = await sendTo("slack", { text: attack });
  const { text, ...rest } = got[0]!.json;
  expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  expect(String(text).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(attack);
  expect(rest).toEqual({ unfurl_links: false, unfurl_media: false, link_names: false, parse: "none" });
});

test("Discord: nobody is mentioned, links have no previews", async () => {
  const { got, result } = await sendTo("discord", { text: attack, thread: "5&x=1" });
  expect(got[0]!.json).toEqual({ content: attack, allowed_mentions: { parse: [] }, flags: 4 });
  expect(got[0]!.path).toBe(`${secretPath}?wait=true&thread_id=5%26x%3D1`);
  expect(result).toMatchObject({ output: { state: "sent", server_id: "77" } });
});

test("Telegram: no markup, no previews, no mentions", async () => {
  const { got, result } = await sendTo("telegram", { text: `${attack} ann@example.com` });
  expect(got[0]!.json).toMatchObject({
    chat_id: "-1001",
    disable_web_page_preview: true,
    link_preview_options: { is_disabled: true },
  });
  expect(got[0]!.json).not.toHaveProperty("parse_mode");
  expect(got[0]!.json.text).toMatch(/@\u2060everyone .*@\u2060admin .*ann@example\.com$/);
  expect(result).toMatchObject({ output: { server_id: "7" } });
});

test("Teams: an Adaptive Card of runs, which know no markup and no mentions", async () => {
  const { got } = await sendTo("teams", { text: `${attack}\nsecond` });
  const [{ contentType, content }] = got[0]!.json.attachments as [{ contentType: string; content: { body: object[] } }];
  expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
  expect(content.body).toEqual(
    [attack, "second"].map((line) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text: line }] })),
  );
  expect(JSON.stringify(content)).not.toContain('"msteams"');
});

test("webhook: signed as Standard Webhooks say, with an idempotency key", async () => {
  const { got, result } = await sendTo("webhook", { text: attack });
  const { headers, body, json } = got[0]!;
  const { id } = (result as { output: { id: string } }).output;
  expect(json).toEqual({ id, text: attack });
  expect([headers["idempotency-key"], headers["webhook-id"]]).toEqual([id, id]);
  const signed = createHmac("sha256", "sign-me-s3cr3t-path")
    .update(`${id}.${headers["webhook-timestamp"]}.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${signed}`);
});

test("terminal: escape sequences are shown, not obeyed", async () => {
  const shown: string[] = [];
  const at = play({ channels: [terminalChannel({ name: "tty", write: (text) => void shown.push(text) })] });
  await at.session.call("send_message", { text: "\u001b]0;title\u0007\u001b[2J\rhidden\u202e\nnext\tline" });
  expect(shown.join("")).toBe("<U+001B>]0;title<U+0007><U+001B>[2J<U+000D>hidden<U+202E>\nnext\tline\n");
});

test.each(kinds)("%s: answers and their meaning; nothing is sent twice", async (kind) => {
  const cases: readonly (readonly [Answer, string])[] = [
    [made[kind]![1], "sent"],
    [{ dies: true }, "unknown"],
    [{ status: 500, body: "oops" }, "unknown"],
    [{ status: 502 }, "unknown"],
    [{ status: 404, body: "gone" }, "rejected"],
    [{ status: 302, headers: { location: "http://127.0.0.1:1/x" } }, "rejected"],
    [{ status: 429, headers: { "retry-after": "17" } }, "rejected"],
  ];
  for (const [answer, state] of cases) {
    const { result, got, at } = await sendTo(kind, { text: "hi" }, () => answer);
    expect([answer, outcome(result)]).toEqual([answer, state]);
    expect(got).toHaveLength(1);
    if (answer.status === 429) expect(contentText(result.content)).toContain("Wait 17 seconds");
    const all = JSON.stringify([result, at.options.channels, await Array.fromAsync(at.outbox.list())]);
    expect(all).not.toMatch(/s3cr3t|127\.0\.0\.1/);
  }
});

test.each(kinds)("%s: nobody is there: tried three times, rejected, without the URL", async (kind) => {
  const server = await service(() => ({}));
  await server[Symbol.asyncDispose]();
  let tries = 0;
  const client: MessageClient = {
    request(url, request) {
      tries++;
      return server.client.request(url, request);
    },
  };
  const channel = made[kind]![0](client, server.url);
  const at = play({ channels: [channel] });
  const result = await at.session.call("send_message", { text: "hi" });
  expect(outcome(result)).toBe("rejected");
  expect(tries).toBe(3);
  expect(JSON.stringify(result)).not.toMatch(/s3cr3t|127\.0\.0\.1/);
  expect(secretsOf(channel).join()).toContain("s3cr3t");
  expect(JSON.stringify(channel)).not.toContain("s3cr3t");
});

test("a service that repeats its secret in an error is not passed on; a guard's refusal names no URL", async () => {
  const echoed = { status: 400, body: JSON.stringify({ ok: false, error: "x", description: "bad bot12:s3cr3t-path" }) };
  const { result } = await sendTo("telegram", { text: "hi" }, () => echoed);
  expect(contentText(result.content)).toMatch(/bad bot\[secret\]/);
  const { openWebClient } = await import("@holdall/tools-web");
  const at = play({ channels: [made.slack![0](openWebClient(), "http://127.0.0.1:9")] });
  const refused = await at.session.call("send_message", { text: "hi" });
  expect(outcome(refused)).toBe("rejected");
  expect(JSON.stringify(refused)).not.toMatch(/s3cr3t|127\.0/);
});

test("Slack's API says no with status 200", async () => {
  await using server = await service((_, index) => ({
    body: index ? '{"ok":true,"ts":"1.2"}' : '{"ok":false,"error":"not_in_channel"}',
  }));
  const channel = slackChannel({
    name: "ops",
    client: server.client,
    api: server.url,
    token: "xoxb-s3cr3t",
    channel: "C1",
  });
  const at = play({ channels: [channel] });
  expect(await at.session.call("send_message", { text: "hi" })).toMatchObject({
    output: { state: "rejected", why: expect.stringContaining("not_in_channel") },
  });
  expect(await at.session.call("send_message", { text: "hi", thread: "1.0" })).toMatchObject({
    output: { state: "sent", server_id: "1.2" },
  });
  expect(server.got[1]).toMatchObject({
    path: "/chat.postMessage",
    json: { channel: "C1", thread_ts: "1.0" },
    headers: { authorization: "Bearer xoxb-s3cr3t" },
  });
});

test.each([
  ["slack", 40_000],
  ["discord", 2000],
  ["telegram", 4096],
  ["webhook", 100_000],
])("%s takes %i characters; more is refused with the number, or goes in marked parts", async (kind, max) => {
  const { result } = await sendTo(kind, { text: "x".repeat(max) });
  expect(outcome(result)).toBe("sent");
  const long = "word ".repeat(max / 2).slice(0, Math.floor(max * 2.2));
  const refused = await sendTo(kind, { text: long });
  expect(refused.result).toMatchObject({ error: { code: "too_large", data: { size: long.length, max } } });
  expect(refused.got).toEqual([]);
  const parts = await sendTo(kind, { text: long, split: true });
  const texts = parts.got.map(({ json }) => String(json.text ?? json.content));
  expect(texts.map((text) => text.slice(0, 4))).toEqual(["1/3\n", "2/3\n", "3/3\n"]);
  expect(texts.map((text) => text.slice(4)).join("")).toBe(long);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(max);
});

test("teams: every part is a card of 28 kB at most, its mark included", async () => {
  const text = "é".repeat(30_000);
  const { result, got } = await sendTo("teams", { text, split: true });
  expect(outcome(result)).toBe("sent");
  expect(got.length).toBeGreaterThan(1);
  expect(Math.max(...got.map(({ body }) => body.length))).toBeLessThanOrEqual(28_000);
});

test("a part that fails ends it: partly, or unknown, never again", async () => {
  const text = "x".repeat(5000);
  const answers = (second: Answer) => (index: number) => (index === 1 ? second : { body: '{"id":"1"}' });
  const partly = await sendTo("discord", { text, split: true }, answers({ status: 403 }));
  expect([outcome(partly.result), partly.got.length]).toEqual(["partly", 2]);
  expect(contentText(partly.result.content)).toContain("1 of 3 parts arrived");
  const unknown = await sendTo("discord", { text, split: true }, answers({ dies: true }));
  expect([outcome(unknown.result), unknown.got.length]).toEqual(["unknown", 2]);
});
