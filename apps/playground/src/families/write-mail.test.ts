import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { messageTools, openOutbox } from "@holdall/tools-messages";
import { expect, test } from "vitest";
import { listSent, pageChannel, pageServer, sender } from "./outbox.ts";
import { writeMail } from "./write-mail.ts";

const decode = (base64: string): string => Buffer.from(base64, "base64").toString();

/** The texts of a header's words, put together. */
const words = (header: string): string =>
  [...header.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, word = ""]) => decode(word)).join("");

test("a mail is written as MIME: words of headers, both texts and a file come out as they went in, and Bcc is not in it", async () => {
  const subject = `Zusammenfassung für Köln ${"🌍 ä".repeat(30)}`;
  const bytes = await writeMail({
    ...{ id: "d_1", messageId: "<d_1@holdall.example>", date: new Date("2026-11-20T20:00:00Z"), subject },
    from: { name: "Playground", address: "p@holdall.example" },
    to: ["a@example.com", "b@example.com"],
    cc: [],
    text: "Grüße\n.\nFrom here\n",
    html: "<p>Grüße</p>",
    attachments: [{ name: "bericht (1) ä.csv", mediaType: "text/csv", bytes: new Uint8Array([0, 255, 10, 13]) }],
  });
  const mail = new TextDecoder().decode(bytes);
  expect(bytes.every((byte) => byte < 0x80)).toBe(true);
  for (const line of mail.split("\r\n")) expect(line.length).toBeLessThanOrEqual(78);
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  expect(words(/Subject: ([\s\S]*?)\r\n(?! )/.exec(head)?.[1] ?? "")).toBe(subject);
  expect(head).toContain("To: <a@example.com>,\r\n <b@example.com>");
  expect(head).toContain('Content-Type: multipart/mixed; boundary="mixed_d_1"');
  expect(mail).toContain("filename*=UTF-8''bericht%20%281%29%20%C3%A4.csv");
  const bodies = rest.map((part) => part.split("\r\n--")[0] ?? "");
  expect(bodies.map((body) => decode(body))).toEqual(expect.arrayContaining(["Grüße\n.\nFrom here\n", "<p>Grüße</p>"]));
  expect(bodies.map((body) => Buffer.from(body, "base64").toString("hex"))).toContain("00ff0a0d");
});

test("a mail and a message end in the outbox: with state and text, part of it refused, and the hash of the bytes that are kept", async () => {
  const state = memoryBackend();
  const registry = createRegistry(
    messageTools({
      backend: memoryBackend(),
      outbox: { backend: state },
      channels: [pageChannel(state)],
      email: { sender, server: pageServer, write: writeMail },
      newId: () => "1",
    }),
  );
  await using session = openSession(registry, { policy: allow() });
  const to = ["ann@example.com", "nobody@example.invalid"];
  await session.call("compose_email", { to, bcc: ["hidden@example.com"], subject: "S", body: "B" });
  const sent = await session.call("send_email", { draft_id: "d_1" });
  expect(sent).toMatchObject({ ok: true, output: { state: "partly", rejected: ["nobody@example.invalid"] } });
  await session.call("send_message", { text: "The report is ready." });
  const all = await listSent(state);
  expect(all.find(({ entry }) => entry.kind === "message")?.text).toBe("The report is ready.");
  const mail = all.find(({ entry }) => entry.email);
  const bytes = (await mail?.mail()) ?? new Uint8Array();
  expect(new TextDecoder().decode(bytes)).not.toContain("hidden@example.com");
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toString("hex");
  expect(mail?.entry).toMatchObject({ state: "partly", sha256: hash });
  expect((await Array.fromAsync(openOutbox({ backend: state }).list())).length).toBe(2);
});
