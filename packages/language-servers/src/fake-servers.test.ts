import { afterAll, expect, test } from "vitest";
import { type FakePool, fakePool } from "./_fake-pool.fixture.ts";

const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
const location = { uri: "$ROOT/a.fake", range };
const expected = { start: { line: 1, column: 5 }, end: { line: 1, column: 6 } };

const definitions = ({ pool, project }: FakePool, deadline = 5_000) =>
  pool.definitions({ path: project.path("a.fake"), line: 1, column: 5 }, { deadline });

const shared = fakePool("answers");
afterAll(() => shared[Symbol.asyncDispose]());

test.each([
  ["one Location", location, 1],
  ["Location[]", [location, { ...location, range: { start: range.end, end: range.end } }], 2],
  ["LocationLink[]", [{ targetUri: location.uri, targetRange: range, targetSelectionRange: range }], 1],
  ["a link without selection", [{ targetUri: location.uri, targetRange: range }], 1],
  ["the same place twice", [location, location], 1],
  ["null", null, 0],
  ["an empty list", [], 0],
])("definitions as %s (anthropics/claude-code#44767)", async (_, reply, count) => {
  shared.project.write(".reply", JSON.stringify(reply));
  const answer = await definitions(shared);
  expect(answer).toMatchObject({ ok: true, searched: { outside: 0 } });
  if (!answer.ok) return;
  expect(answer.items).toHaveLength(count);
  if (count > 0) expect(answer.items[0]).toMatchObject({ path: shared.project.path("a.fake"), range: expected });
});

test("what lies outside of the roots, or is no file, is dropped and counted", async () => {
  const uris = ["file:///etc/passwd", "untitled:new", "http://x.test/a", "$ROOT/../b.fake", "$ROOT/%2e%2e/c.fake"];
  await using fake = fakePool("answers", { reply: [location, ...uris.map((uri) => ({ uri, range }))] });
  expect(await definitions(fake)).toMatchObject({ ok: true, items: [{ range: expected }], searched: { outside: 5 } });
});

test("URIs may be escaped in any way", async () => {
  const names = ["ä b.fake", "a%3A.fake", "%61.fake"];
  await using fake = fakePool("answers", {
    reply: names.map((name) => ({ uri: `$ROOT/${name.includes("%") ? name : encodeURI(name)}`, range })),
    files: { "a.fake": "x", "ä b.fake": "x", "a:.fake": "x" },
  });
  const answer = await definitions(fake);
  const paths = answer.ok ? answer.items.map(({ path }) => path) : [];
  expect(paths).toEqual(["ä b.fake", "a:.fake", "a.fake"].map((name) => fake.project.path(name)));
});

test.each(["utf-8", "utf-16", "utf-32"])("columns after an emoji, counted in %s", async (encoding) => {
  const reply = [{ uri: "$ROOT/a.fake", range: { start: "$POSITION", end: "$POSITION" } }];
  await using fake = fakePool("answers", { encoding, reply, files: { "a.fake": "\uFEFF/* 😀ä */ call();\r\nnext" } });
  const at = { line: 1, column: "/* 😀ä */ ".length + 1 };
  const answer = await fake.pool.definitions({ path: fake.project.path("a.fake"), ...at });
  expect(answer).toMatchObject({ ok: true, items: [{ range: { start: at, end: at } }] });
});

test.each(["split frames", "merged frames", "prints before frames", "floods", "asks to ask again"] as const)(
  "a server that %s is understood",
  async (mode) => {
    await using fake = fakePool(mode, { reply: location });
    expect(await definitions(fake)).toMatchObject({ ok: true, items: [{ range: expected }] });
  },
);

test.each([
  ["never answers", "timed_out", "within 300 ms"],
  ["answers late", "timed_out", "within 300 ms"],
  ["crashes in a request", "failed", "It ended with status 2"],
  ["refuses", "failed", "panic handling textDocument/definition"],
  ["huge answer", "failed", "larger than"],
  ["wrong length", "failed", "not JSON"],
] as const)("a server that %s gives no answer, which is not an empty one", async (mode, why, message) => {
  await using fake = fakePool(mode, { reply: location });
  fake.pool.warm(fake.project.path("a.fake"));
  await expect.poll(() => fake.pool.isReady(fake.project.path("a.fake"))).toBe(true);
  const answer = await definitions(fake, why === "timed_out" ? 300 : 5_000);
  expect(answer).toMatchObject({ ok: false, server: "fake", why, message: expect.stringContaining(message) });
  expect(await fake.pool.diagnostics([fake.project.path("a.fake")], { deadline: 300 })).toMatchObject([{ ok: false }]);
});

test("a server that cannot come up says why, and is restarted later each time", async () => {
  await using fake = fakePool("crashes in initialize");
  expect(await definitions(fake)).toMatchObject({
    ok: false,
    why: "unavailable",
    message: /cannot read its settings/,
  });
  expect(await definitions(fake, 50)).toMatchObject({ ok: false, why: "starting" });
});

test("after a crash the next question is answered by a new server", async () => {
  await using fake = fakePool("crashes once", { reply: location });
  expect(await definitions(fake)).toMatchObject({ ok: false, why: "failed" });
  expect(await definitions(fake)).toMatchObject({ ok: true, items: [{ range: expected }] });
});

test("the server's own requests are answered", async () => {
  await using fake = fakePool("asks the client");
  const answer = await definitions(fake);
  const told = JSON.parse(answer.ok ? "" : answer.message.slice("fake: ".length));
  expect(told).toMatchObject([{ result: [3, null] }, { error: { code: -32601 } }, { result: { applied: false } }]);
});

test("an abort rejects, and the request is cancelled", async () => {
  await using fake = fakePool("never answers");
  const controller = new AbortController();
  const asking = fake.pool.definitions(
    { path: fake.project.path("a.fake"), line: 1, column: 1 },
    { signal: controller.signal },
  );
  controller.abort();
  await expect(asking).rejects.toMatchObject({ code: "aborted" });
});

test("a question that is asked while the server starts says so in time", async () => {
  await using fake = fakePool("answers", { reply: location });
  expect(await definitions(fake, 1)).toMatchObject({ ok: false, why: "starting" });
  expect(await definitions(fake)).toMatchObject({ ok: true });
});

test.each([
  ["pushes", "version 1"],
  ["pushes twice", "the second"],
] as const)("diagnostics of a server that %s are those of the version on disk", async (mode, message) => {
  await using fake = fakePool(mode);
  const [answer] = await fake.pool.diagnostics([fake.project.path("a.fake")]);
  expect(answer).toMatchObject({ ok: true, items: [{ message }] });
  fake.project.write("a.fake", "let b = 2;\n");
  const [next] = await fake.pool.diagnostics([fake.project.path("a.fake")]);
  expect(next).toMatchObject({ ok: true, items: [{ message: message.replace("1", "2") }] });
});

test.each(["pushes without version", "pushes an old version"] as const)(
  "a server that %s is never taken for one that found nothing",
  async (mode) => {
    await using fake = fakePool(mode);
    await definitions(fake);
    const [answer] = await fake.pool.diagnostics([fake.project.path("a.fake")], { deadline: 300 });
    expect(answer).toMatchObject({ ok: false, why: "timed_out" });
  },
);

test("it hears of every change on disk before a question, whoever made it", async () => {
  await using fake = fakePool("answers", { files: { "a.fake": "1", "b.fake": "1", "c/d.fake": "1" } });
  const path = fake.project.path("a.fake");
  const heard = async () => {
    const [answer] = await fake.pool.diagnostics([path]);
    const log: string[] = JSON.parse(answer?.ok ? (answer.items[0]?.message ?? "[]") : "[]");
    return log.slice(log.lastIndexOf("workspace/didChangeWatchedFiles")).filter((line) => /^\d/.test(line));
  };
  await heard();
  const { rmSync, renameSync } = await import("node:fs");
  fake.project.write("b.fake", "2");
  fake.project.write("new/e.fake", "1");
  fake.project.write("ignored.txt", "1");
  rmSync(fake.project.path("c"), { recursive: true });
  const uri = (name: string) => `file://${fake.project.path(name)}`;
  expect((await heard()).sort()).toEqual([`1 ${uri("new/e.fake")}`, `2 ${uri("b.fake")}`, `3 ${uri("c/d.fake")}`]);
  renameSync(fake.project.path("b.fake"), fake.project.path("f.fake"));
  expect(await heard()).toEqual(expect.arrayContaining([`1 ${uri("f.fake")}`, `3 ${uri("b.fake")}`]));
});
