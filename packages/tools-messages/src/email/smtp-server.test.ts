import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { outcome, play } from "../_mail.fixture.ts";
import { smtpServer } from "./smtp-server.ts";

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Got {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A real server on this machine, which keeps what it was given. */
async function realServer(refuse: { data?: number; rcpt?: (address: string) => boolean } = {}) {
  const got: Got[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo: ({ address }, _, done) =>
      refuse.rcpt?.(address) ? done(Object.assign(new Error("no such user"), { responseCode: 550 })) : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refuse.data) return done(Object.assign(new Error("try later"), { responseCode: refuse.data }));
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        got.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { port, got };
}

const steps = ["connect", "greeting", "EHLO", "MAIL", "RCPT", "DATA", "text", "end"] as const;

/** A server that ends the connection at a step; "end" is after it has taken the mail and before it says so. */
async function dyingServer(step: (typeof steps)[number]) {
  const counts = { connections: 0, delivered: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counts.connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    if (step === "connect") return void socket.destroy();
    socket.write("220 here ESMTP\r\n");
    if (step === "greeting") return void socket.end();
    let isText = false;
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isText) {
        if (step === "text") return void socket.destroy();
        if (!text.endsWith("\r\n.\r\n")) return;
        counts.delivered++;
        return void socket.destroy();
      }
      for (let end = text.indexOf("\r\n"); end >= 0 && !isText; end = text.indexOf("\r\n")) {
        const word = text.slice(0, 4).toUpperCase();
        text = text.slice(end + 2);
        if (word === step) return void socket.destroy();
        if (word === "DATA") isText = true;
        socket.write(word === "DATA" ? "354 go on\r\n" : word === "EHLO" ? "250 here\r\n" : "250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, counts };
}

const mailTo = (port: number, more: object = {}) =>
  play({ email: { server: smtpServer({ host: "127.0.0.1", port, timeout: 2000, ...more }) } });

test("a real server gets the approved bytes, the approved envelope, and no Bcc", async () => {
  const { port, got } = await realServer();
  const at = mailTo(port);
  const draft = await at.compose({
    cc: ["cc@example.com"],
    bcc: ["hidden@example.org"],
    subject: "Grüße",
    body: "one\n.\n..two\nFrom me\n",
    html: "<p>one</p>",
    attachments: ["/report.pdf"],
  });
  const bytes = await at.outbox.bytesOf(draft);
  const sent = await at.send(draft);
  expect(sent).toMatchObject({ ok: true, output: { state: "sent", rejected: [] } });
  const all = ["ann@example.com", "cc@example.com", "hidden@example.org"];
  expect(got).toMatchObject([{ from: "bot@example.com", to: all }]);
  expect(got[0]!.text).toBe(new TextDecoder().decode(bytes));
  expect(got[0]!.text).not.toMatch(/bcc|hidden/i);
  expect(sent.ok && (sent.output as { accepted: string[] }).accepted).toEqual(all);
});

test.each(steps)("a server that dies at %s: never two deliveries, and unknown is unknown", async (step) => {
  const { port, counts } = await dyingServer(step);
  const at = mailTo(port);
  const draft = await at.compose();
  const first = await at.send(draft);
  const isLate = step === "text" || step === "end";
  expect(outcome(first)).toBe(isLate ? "unknown" : "rejected");
  expect(counts.connections).toBe(isLate ? 1 : 3);
  expect(outcome(await at.send(draft))).toBe("already_exists");
  expect(outcome(await at.send(draft, { again: true }))).toBe("already_exists");
  expect(counts.connections).toBe(isLate ? 1 : 3);
  expect(counts.delivered).toBe(step === "end" ? 1 : 0);
  // The same mail, written again: after an unknown it is refused, after a rejection it may go.
  if (isLate) expect(outcome(await at.send(await at.compose()))).toBe("already_exists");
});

test("a server that is not there: tried three times, nothing was sent", async () => {
  const { port } = await dyingServer("connect");
  await open.pop()?.();
  const at = mailTo(port);
  expect(await at.send(await at.compose())).toMatchObject({
    ok: true,
    output: { state: "rejected", why: expect.stringMatching("nothing was sent") },
  });
}, 5000);

test("some recipients refused: both lists, and it counts as sent", async () => {
  const { port, got } = await realServer({ rcpt: (address) => address.startsWith("gone") });
  const at = mailTo(port);
  const draft = await at.compose({ to: ["ann@example.com", "gone@example.com"] });
  expect(await at.send(draft)).toMatchObject({
    ok: true,
    output: { state: "partly", accepted: ["ann@example.com"], rejected: ["gone@example.com"] },
  });
  expect(got).toHaveLength(1);
  expect(outcome(await at.send(draft))).toBe("already_exists");
});

test("all recipients refused, or the text refused: rejected, with what the server said", async () => {
  const first = mailTo((await realServer({ rcpt: () => true })).port);
  const refusal = { ok: true, output: { state: "rejected", accepted: [], rejected: ["ann@example.com"] } };
  expect(await first.send(await first.compose())).toMatchObject(refusal);
  const server = await realServer({ data: 451 });
  const second = mailTo(server.port);
  const result = await second.send(await second.compose());
  expect(result).toMatchObject(refusal);
  expect(result.ok && (result.output as { server_said: string }).server_said).toMatch(/^451 .*try later/);
  expect(server.got).toEqual([]);
});

test("TLS is required beyond this machine, and a password is in no answer", async () => {
  const { port, got } = await realServer();
  const server = smtpServer({ host: "127.0.0.1", port, user: "bot", password: "hunter2-secret", timeout: 2000 });
  const at = play({ email: { server } });
  const answer = await at.send(await at.compose());
  expect(outcome(answer)).toBe("rejected");
  expect(JSON.stringify([answer, server, at.options.email])).not.toContain("hunter2");
  // An address of this machine that is not one of its loopback names stands for a server elsewhere.
  const plain = smtpServer({ host: "::ffff:127.0.0.1", port, timeout: 500 });
  expect(await plain.deliver(new Uint8Array([65]), { from: "a@example.com", to: ["b@example.com"] })).toMatchObject({
    state: "rejected",
    why: expect.stringMatching(/trusted TLS|rejected it \(500\)/),
  });
  expect(got).toEqual([]);
});
