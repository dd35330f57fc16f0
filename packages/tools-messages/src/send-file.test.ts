import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { outcome, play } from "./_mail.fixture.ts";
import { service } from "./channels/_channels.fixture.ts";
import {
  type CallbackMessage,
  callbackChannel,
  discordChannel,
  slackChannel,
  telegramChannel,
  webhookChannel,
} from "./index.ts";

const bytes = Uint8Array.from({ length: 600 }, (_, i) => i % 256);
const name = 'a\r\nX: y".bin';
const backend = () => memoryBackend({ files: { [`/${name}`]: bytes, "/big.bin": new Uint8Array(6_000_000) } });

test("the bytes of a file arrive as they are, under a name without tricks", async () => {
  await using server = await service(() => ({ body: '{"id":"1","ok":true,"result":{"message_id":1}}' }));
  const { client, url } = server;
  const channels = [
    discordChannel({ name: "discord", client, url: `${url}/hook` }),
    telegramChannel({ name: "telegram", client, api: url, token: "1:abcdef", chatId: "5" }),
    webhookChannel({ name: "hook", client, url, secret: "sign-me" }),
  ];
  const at = play({ channels, backend: backend() });
  for (const channel of ["discord", "telegram", "hook"])
    expect(outcome(await at.session.call("send_file", { path: `/${name}`, channel, caption: "look @all" }))).toBe(
      "sent",
    );
  for (const { body, headers } of server.got.slice(0, 2)) {
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body.includes(Buffer.from(bytes))).toBe(true);
    expect(body.toString("latin1")).toContain(
      'filename="a_X_ y_.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
    );
  }
  expect(server.got[0]!.body.toString("latin1")).toContain('"allowed_mentions":{"parse":[]}');
  expect(server.got[1]!.path).toBe("/bot1:abcdef/sendDocument");
  const { file } = server.got[2]!.json as { file: { content: string } };
  expect(file).toMatchObject({ name: "a_X_ y_.bin" });
  expect(Buffer.from(file.content, "base64").equals(Buffer.from(bytes))).toBe(true);
});

test("a file is read and a message sent, both are asked about, for this content and no other", async () => {
  const files = backend();
  const got: CallbackMessage[] = [];
  const channels = [callbackChannel({ name: "ops", deliver: (message) => void got.push(message) })];
  const asked: string[] = [];
  const at = play({
    channels,
    backend: files,
    session: {
      policy: () => ({ effect: "ask", prompt: "?" }),
      approve: async ({ access }) => {
        asked.push(
          ...access.map(({ action, target, version }) => `${action} ${target}${version ? "" : " of any content"}`),
        );
        await files.write(toPath("/big.bin"), new TextEncoder().encode("other"));
        return true;
      },
    },
  });
  expect(outcome(await at.session.call("send_file", { path: "/big.bin" }))).toBe("stale");
  expect(asked).toEqual(["read /big.bin", "message callback:ops"]);
  expect(got).toEqual([]);
  expect(outcome(await at.session.call("send_file", { path: "/big.bin" }))).toBe("sent");
  expect(got[0]?.file?.bytes.length).toBe(5);
});

test("too large, no such file, and channels without files", async () => {
  await using server = await service(() => ({}));
  const { client, url } = server;
  const channels = [
    webhookChannel({ name: "hook", client, url, secret: "sign-me" }),
    slackChannel({ name: "slack", client, url }),
  ];
  const at = play({ channels, backend: backend() });
  const send = (input: object) => at.session.call("send_file", input);
  expect(await send({ path: "/big.bin", channel: "hook" })).toMatchObject({
    error: { code: "too_large", data: { size: 6_000_000, max: 5_000_000 } },
  });
  expect(outcome(await send({ path: "/none", channel: "hook" }))).toBe("not_found");
  expect(outcome(await send({ path: "/big.bin", channel: "slack" }))).toBe("unsupported");
  expect(await send({ path: "/big.bin" })).toMatchObject({
    error: { code: "ambiguous", data: { channels: ["hook", "slack"] } },
  });
  expect(outcome(await send({ path: "/big.bin", channel: "https://evil.test/hook" }))).toBe("not_found");
  expect(server.got).toEqual([]);
});
