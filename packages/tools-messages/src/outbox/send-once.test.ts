import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import type { Backend, ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { outcome, play, stillServer } from "../_mail.fixture.ts";
import { callbackChannel } from "../index.ts";
import { type OutboxEntry, openOutbox } from "./outbox.ts";
import { sendOnce } from "./send-once.ts";

const states = (results: readonly Awaited<ReturnType<ReturnType<typeof play>["send"]>>[]) =>
  results.map(outcome).sort();

test("20 concurrent sends of one draft: one delivery, from one session and from twenty", async () => {
  for (const many of [false, true]) {
    const at = play();
    const draft = await at.compose();
    const sessions = Array.from({ length: 20 }, () => (many ? at.open() : at.session));
    const results = await Promise.all(sessions.map((session) => session.call("send_email", { draft_id: draft })));
    expect(at.deliveries).toHaveLength(1);
    expect(states(results)).toEqual([...Array.from({ length: 19 }, () => "already_exists"), "sent"]);
  }
});

/** A backend on which the first 20 reads of some files end together, so that all senders have read the same. */
function gathering(files: RegExp): Backend {
  const backend = memoryBackend();
  const { promise, resolve } = Promise.withResolvers<void>();
  let readers = 0;
  return {
    ...backend,
    async read(path, io) {
      const [found] = await Promise.allSettled([backend.read(path, io)]);
      if (files.test(path) && ++readers === 20) resolve();
      if (files.test(path)) await promise;
      if (found.status === "rejected") throw found.reason;
      return found.value;
    },
  };
}

const draftOf = (id: string): OutboxEntry => ({
  id,
  kind: "message",
  state: "draft",
  recipients: ["slack:ops"],
  sha256: "0",
  key: "same",
  created: new Date().toISOString(),
});

test.each([
  ["one draft, all having read it as a draft", /entries/, () => "d_1"],
  ["20 drafts of one content, all having read that nobody has sent it", /claims/, (i: number) => `d_${i}`],
])("20 senders of %s: one delivery", async (_, files, idOf) => {
  const outbox = openOutbox({ backend: gathering(files) });
  for (const id of new Set(Array.from({ length: 20 }, (_, i) => idOf(i)))) await outbox.create(draftOf(id));
  let deliveries = 0;
  const send = async () => {
    deliveries++;
    return { state: "sent" as const };
  };
  const sending = Array.from({ length: 20 }, (_, i) =>
    sendOnce({ outbox, id: idOf(i), again: false, perHour: 100, now: () => new Date() }, send),
  );
  const results = await Promise.allSettled(sending);
  expect(deliveries).toBe(1);
  const codes = results.map((each) =>
    each.status === "fulfilled" ? each.value.state : (each.reason as ToolError).code,
  );
  expect(codes.sort()).toEqual([...Array.from({ length: 19 }, () => "already_exists"), "sent"]);
});

test("what came of it is told although the outbox cannot keep it, and nobody sends it again", async () => {
  const backend = memoryBackend();
  const send = async () => {
    backend.write = () => Promise.reject(new Error("disk full"));
    return { state: "sent" as const };
  };
  const outbox = openOutbox({ backend });
  await outbox.create(draftOf("d_1"));
  const options = { outbox, id: "d_1", again: false, perHour: 100, now: () => new Date() };
  const sent = await sendOnce(options, send);
  expect(sent).toMatchObject({ state: "sent", why: "the outbox could not record the result" });
  await expect(sendOnce(options, () => expect.unreachable())).rejects.toMatchObject({ code: "already_exists" });
});

test("20 concurrent sends from openings of one folder on disk: one delivery", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "holdall-outbox-")));
  try {
    const server = stillServer();
    const openings = Array.from({ length: 20 }, () =>
      play({ outbox: { backend: nodeBackend({ roots: root }), root: join(root, "outbox") }, email: { server } }),
    );
    const draft = await openings[0]!.compose();
    const results = await Promise.all(openings.map((each) => each.send(draft)));
    expect(server.deliveries).toHaveLength(1);
    expect(results.filter((each) => outcome(each) === "sent")).toHaveLength(1);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test("20 concurrent messages of the same content, and 20 drafts of it: one delivery of each", async () => {
  const got: string[] = [];
  const channel = callbackChannel({ name: "ops", deliver: ({ text }) => void got.push(text) });
  const at = play({ channels: [channel] });
  const messages = await Promise.all(
    Array.from({ length: 20 }, () => at.session.call("send_message", { text: "done" })),
  );
  expect(got).toEqual(["done"]);
  expect(messages.filter((each) => outcome(each) === "sent")).toHaveLength(1);
  const drafts = await Promise.all(Array.from({ length: 20 }, () => at.compose()));
  await Promise.all(drafts.map((draft) => at.send(draft)));
  expect(at.deliveries).toHaveLength(1);
});

test("after a crash while sending, it reads as unknown and is never sent again", async () => {
  const outbox = { backend: memoryBackend() };
  const time = { now: Date.parse("2026-11-21T12:00:00Z") };
  const now = () => new Date(time.now);
  const crashed = play({ outbox, now });
  const draft = await crashed.compose();
  const stored = (await crashed.outbox.find(draft))!;
  // What a process leaves that dies with the first byte.
  await crashed.outbox.update(`claims/${stored.entry.key}`, () => ({
    value: { id: draft, at: now().toISOString() },
    answer: 0,
  }));
  await crashed.outbox.replace(stored, { ...stored.entry, state: "sending", started: now().toISOString() });
  const after = play({ outbox, now });
  for (const more of [{}, { again: true }])
    expect(await after.send(draft, more)).toMatchObject({
      error: { code: "already_exists", data: { state: "unknown" } },
    });
  const second = await after.compose();
  expect(outcome(await after.send(second))).toBe("already_exists");
  expect(outcome(await after.send(second, { again: true }))).toBe("already_exists"); // it may still go on
  time.now += 601_000;
  expect(outcome(await after.send(second))).toBe("already_exists");
  expect(after.deliveries).toEqual([]);
  expect(outcome(await after.send(second, { again: true }))).toBe("sent"); // the user wants it, knowing that
});

test("the same within 24 hours is refused with time and id, unless again; later it is another message", async () => {
  const time = { now: Date.parse("2026-11-21T12:00:00Z") };
  const got: string[] = [];
  const channel = callbackChannel({ name: "ops", deliver: ({ text }) => void got.push(text) });
  const at = play({ channels: [channel], now: () => new Date(time.now) });
  const say = (more: object = {}) => at.session.call("send_message", { text: "done", ...more });
  const first = await say();
  const id = first.ok ? (first.output as { id: string }).id : "";
  expect(await say()).toMatchObject({
    error: { code: "already_exists", data: { id, at: "2026-11-21T12:00:00.000Z", state: "sent" } },
  });
  expect(outcome(await say({ text: "done." }))).toBe("sent");
  expect(outcome(await say({ again: true }))).toBe("sent");
  time.now += 25 * 3_600_000;
  expect(outcome(await say())).toBe("sent");
  expect(got).toHaveLength(4);
});

test("what was rejected may be sent again; what is unknown may not", async () => {
  let state: "rejected" | "unknown" = "rejected";
  const server = stillServer(async ({ to }) => ({ state, accepted: [], rejected: to }));
  const at = play({ email: { server } });
  expect(outcome(await at.send(await at.compose()))).toBe("rejected");
  state = "unknown";
  expect(outcome(await at.send(await at.compose()))).toBe("unknown");
  expect(outcome(await at.send(await at.compose()))).toBe("already_exists");
  expect(server.deliveries).toHaveLength(2);
});

test("ten within an hour, from all sessions, then none", async () => {
  const time = { now: Date.parse("2026-11-21T12:00:00Z") };
  const got: string[] = [];
  const channel = callbackChannel({ name: "ops", deliver: ({ text }) => void got.push(text) });
  const at = play({ channels: [channel], perHour: undefined, now: () => new Date(time.now) });
  const say = (text: string) => at.open().call("send_message", { text });
  const results = await Promise.all(Array.from({ length: 14 }, (_, i) => say(`${i}`)));
  expect(got).toHaveLength(10);
  expect(results.filter((each) => outcome(each) === "unavailable")).toHaveLength(4);
  time.now += 3_600_001;
  expect(outcome(await say("later"))).toBe("sent");
});

test("a backend that cannot compare and set is refused; a damaged outbox sends nothing", async () => {
  const backend: Backend = { ...memoryBackend(), can: { ...memoryBackend().can, compareAndSwap: false } };
  expect(() => openOutbox({ backend })).toThrow(/does not support compare-and-swap/);
  const damaged = memoryBackend();
  const at = play({ outbox: { backend: damaged } });
  const draft = await at.compose();
  await damaged.write(`/outbox/hour.json` as never, new TextEncoder().encode("{"));
  expect(outcome(await at.send(draft))).toBe("parse_error");
  expect(at.deliveries).toEqual([]);
});

test("entries tell what was sent, latest first, and not its text", async () => {
  const got: string[] = [];
  const channel = callbackChannel({ name: "ops", deliver: ({ text }) => void got.push(text) });
  let minute = 0;
  const at = play({ channels: [channel], now: () => new Date(Date.UTC(2026, 10, 21, 12, minute++)) });
  await at.session.call("send_message", { text: "the words" });
  await at.send(await at.compose());
  const entries = await Array.fromAsync(at.outbox.list());
  expect(entries.map(({ kind, state, recipients }) => [kind, state, recipients])).toEqual([
    ["email", "sent", ["mailto:ann@example.com"]],
    ["message", "sent", ["callback:ops"]],
  ]);
  expect(JSON.stringify(entries[1])).not.toContain("the words");
});
