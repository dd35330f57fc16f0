import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  passthroughSchema,
  ToolError,
  text as textPart,
} from "@holdall/tool-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScrubber } from "./scrubber.ts";

const value = "s3cr3t/Va+lue&9=ÄZ";
const scrubber = createScrubber({ secrets: { DEPLOY_KEY: value } });
const known = createScrubber({ secrets: { DEPLOY_KEY: value }, patterns: false });
const bytes = Buffer.from(value);

describe("a known value is hidden", () => {
  it.each([
    ["as it is", value],
    ["in base64", bytes.toString("base64")],
    ["in base64 behind one byte", Buffer.concat([Buffer.from("x"), bytes]).toString("base64")],
    ["in base64 behind two bytes", Buffer.concat([Buffer.from("xy"), bytes]).toString("base64")],
    ["in base64 for URLs", bytes.toString("base64url")],
    ["in hexadecimal", bytes.toString("hex")],
    ["in upper hexadecimal", bytes.toString("hex").toUpperCase()],
    ["percent-encoded", encodeURIComponent(value)],
    ["in JSON", JSON.stringify({ a: value })],
    ["in HTML", value.replaceAll("&", "&amp;")],
    ["backwards", [...value].reverse().join("")],
    ["broken over lines", `${value.slice(0, 7)}\n  ${value.slice(7)}`],
    ["in base64 broken over lines", `${bytes.toString("base64").slice(0, 9)}\r\n${bytes.toString("base64").slice(9)}`],
  ])("%s", (_, written) => {
    const out = known.text(`before ${written} after`);
    expect(out).toContain("[secret DEPLOY_KEY]");
    for (let i = 0; i + 8 <= written.length; i++) expect(out).not.toContain(written.slice(i, i + 8));
  });

  it("in base64 within more", () => {
    const out = known.text(Buffer.from(`user:${value}@host`).toString("base64"));
    expect(out).toMatch(/^\w{7,8}\[secret DEPLOY_KEY\]\w{6,8}=?$/);
  });

  it("in every part of a stream, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.string({ maxLength: 300 }),
        fc.array(fc.nat(700), { maxLength: 12 }),
        (before, after, cuts) => {
          const whole = `${before} ${value} ${bytes.toString("base64")} ${after}`;
          const { push, flush } = known.stream();
          const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
          const pieces = places.slice(1).map((end, i) => push(whole.slice(places[i], end)));
          expect(pieces.join("") + flush()).toBe(known.text(whole));
        },
      ),
    );
  });
});

describe("what looks like a secret is hidden", () => {
  it.each([
    ["AKIAIOSFODNN7EXAMPLE", "AWS key"],
    [`ghp_${"a1B2".repeat(9)}`, "GitHub token"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJlLXZhbHVl", "JSON Web Token"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----", "private key"],
    ["postgres://app:hunter2@db.internal/app", "password in a URL"],
    ["Authorization: Bearer 9f8aB7c6D5e4F3a2B1c0", "authorization"],
    ['"api_key": "9f8aB7c6D5e4F3a2B1c0"', "secret"],
    ["DB_PASSWORD=Tr0ub4dor&3xYz", "secret"],
  ])("%s", (written, name) => {
    const out = scrubber.text(`x ${written} y`);
    expect(out).toContain(`[secret ${name}]`);
    const { push, flush } = scrubber.stream();
    const streamed = [...`x ${written} y`].map(push).join("") + flush();
    expect(streamed).toBe(out);
  });

  it.each([
    "const token = getToken();",
    "password: string;",
    "API_KEY=your-api-key-here",
    "secret = process.env.SECRET",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "tokens: 12345678",
    "https://example.com:8080/path@2",
    "authenticate(user, passwordField)",
  ])("and %s is not", (written) => expect(scrubber.text(written)).toBe(written));

  it("a private key whose beginning or end was cut off, and not words about one", () => {
    const rows = ["A", "B", "C"].map((letter) => letter.repeat(8) + "q7Zx81Qw9LmN0pR7sTuV3yK5".repeat(3).slice(0, 56));
    const [begin, end] = ["BEGIN", "END"].map((word) => `-----${word} EC PRIVATE KEY-----`);
    const numbered = (lines: readonly (string | undefined)[]) =>
      lines.map((line, i) => `   ${i + 9}  ${line}`).join("\n");
    for (const [text, shown] of [
      [`x\n${begin}\n${rows.join("\n")}\n[… 12 lines left out]`, "x\n[secret private key]\n[… 12 lines left out]"],
      [
        numbered(["x", begin, ...rows, "(more: offset 14)"]),
        "   9  x\n   10  [secret private key]\n   14  (more: offset 14)",
      ],
      [`${rows.join("\n")}\n${end}\ny`, "[secret private key]\ny"],
      [JSON.stringify({ key: [begin, ...rows, end].join("\n") }), '{"key":"[secret private key]"}'],
      [`if (!pem.includes("${begin}")) throw new Error("no " + pem);`, undefined],
      [`Put ${begin} in front of it, and ${end} behind it.`, undefined],
    ])
      expect(scrubber.text(text ?? "")).toBe(shown ?? text);
  });

  it("in time linear in the text", () => {
    for (const evil of [
      "token=".repeat(50_000),
      `${"a".repeat(300_000)}://`,
      "-----BEGIN ".repeat(20_000),
      `eyJ${"a.".repeat(100_000)}`,
      "-----BEGIN PRIVATE KEY-----\n".repeat(12_000),
      `-----BEGIN PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEAq7Zx81Qw9LmN0pR7\n".repeat(9_000)}`,
      "a: MIIEpAIBAAKCAQEAq7Zx81Qw9LmN0pR7\n-----END PRIVATE KEY-----\n".repeat(5_000),
      "eyJaaaaaaaa.".repeat(25_000),
      "curl -s ".repeat(40_000),
      "curl -u a:".repeat(30_000),
      "machine a login b ".repeat(16_000),
      `x${"://a:b".repeat(50_000)}`,
      'password = "aaaaaaaa'.repeat(15_000),
      "[secret DEPLOY_KEY".repeat(16_000),
      "sk-a1b2c3d4".repeat(27_000),
      "xoxb-".repeat(60_000),
    ]) {
      const started = process.cpuUsage();
      scrubber.text(evil);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1_000, evil.slice(0, 40)).toBeLessThan(2_000);
    }
  });
});

it("nothing that leaves a session shows a secret: output, content, keys, file names, errors, progress, events", async () => {
  const seen: unknown[] = [];
  const tool = (name: string, fail: boolean) =>
    defineTool({
      name,
      category: "test",
      description: "Tells a secret.",
      input: passthroughSchema({ type: "object" }),
      hints: { readOnly: true, openWorld: false },
      async *execute() {
        yield { message: `at ${value}` };
        if (fail)
          throw new ToolError("not_found", `No ${value}.`, { hint: `Try ${value}.`, data: { [value]: [value] } });
        return { [value]: { list: [value] }, when: new Date(0) };
      },
      render: () => [
        textPart(`It is ${value}.`),
        { type: "file", mediaType: "image/png", data: new Uint8Array(1), name: `${value}.png` },
      ],
    });
  const session = openSession(createRegistry([tool("tell", false), tool("fail", true)]), {
    policy: allow(),
    use: [scrubber.middleware],
    onEvent: scrubber.events((event) => seen.push(event)),
  });
  const told = await session.call("tell", { echo: value });
  const failed = await session.call("fail", {});
  expect(told.ok && told.output).toMatchObject({ when: new Date(0) });
  expect(failed.ok || failed.error.code).toBe("not_found");
  const everything = JSON.stringify([told, failed, seen]);
  expect(everything).not.toContain("s3cr3t");
  expect(everything.split("[secret DEPLOY_KEY]").length).toBeGreaterThan(10);
  await session[Symbol.asyncDispose]();
});

it("signs of life of a running call are scrubbed for whoever listens to it, and leaving it early still cleans up", async () => {
  let cleaned = 0;
  const slow = defineTool({
    name: "slow",
    category: "test",
    description: "Tells how far it is.",
    input: passthroughSchema({ type: "object" }),
    hints: {},
    access: () => [],
    async *execute() {
      try {
        yield { message: `at ${value}`, data: { line: value } };
        yield { message: "more" };
        return "done";
      } finally {
        cleaned++;
      }
    },
  });
  const { middleware } = createScrubber({ secrets: { DEPLOY_KEY: value } });
  await using session = openSession(createRegistry([slow]), { policy: allow(), use: [middleware] });
  const seen: unknown[] = [];
  expect(await session.call("slow", {}, { onProgress: (progress) => seen.push(progress) })).toMatchObject({
    ok: true,
    output: "done",
  });
  expect(seen).toEqual([
    { message: "at [secret DEPLOY_KEY]", data: { line: "[secret DEPLOY_KEY]" } },
    { message: "more" },
  ]);
  for await (const progress of session.stream("slow", {})) {
    expect(progress.message).toBe("at [secret DEPLOY_KEY]");
    break;
  }
  await expect.poll(() => cleaned).toBe(2);
});

it("a tool that reaches outside gets a placeholder as it is, and the answer says so", async () => {
  const got: unknown[] = [];
  const tool = (name: string, openWorld: boolean) =>
    defineTool({
      name,
      category: "test",
      description: "Takes a note.",
      input: passthroughSchema({ type: "object" }),
      hints: { openWorld },
      access: () => [],
      execute(input: unknown) {
        got.push(input);
        if (name === "fail") throw new ToolError("not_found", "Nothing there.", { hint: "Look." });
        return "done";
      },
    });
  await using session = openSession(createRegistry([tool("send", true), tool("keep", false), tool("fail", true)]), {
    policy: allow(),
    use: [scrubber.middleware],
  });
  const input = { list: [{ text: "with [secret DEPLOY_KEY] and [secret ingredient]" }] };
  const note = "Note: [secret DEPLOY_KEY] was passed on literally. It stands for a value that is hidden from you.";
  expect((await session.call("send", input)).content.at(-1)).toEqual(textPart(note));
  expect(await session.call("fail", input)).toMatchObject({ ok: false, error: { hint: `Look. ${note}` } });
  expect(JSON.stringify(await session.call("keep", input))).not.toContain("Note:");
  expect(got).toEqual([input, input, input]);
});
