import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { secretFor } from "@holdall/tool-kit/secrets";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createScrubber } from "../scrubber/scrubber.ts";
import { guardSecrets } from "./guard-secrets.ts";
import { openSecrets } from "./open-secrets.ts";

const value = "tkn/8fJ2mQx7+Lw0ZrT4v=";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "holdall-secrets-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("a value is read when it is used, from a variable or a file, and an old one stays hidden", () => {
  const file = join(folder(), "key");
  writeFileSync(file, "first-value-1234\r\n");
  const env: Record<string, string | undefined> = {};
  const secrets = openSecrets({ A: { env: "VAR_A" }, B: { file } }, { env });
  expect(() => secrets.read("A")).toThrow("VAR_A is not set");
  env.VAR_A = value;
  expect(secrets.read("A")).toBe(value);
  expect(secrets.read("B")).toBe("first-value-1234");
  writeFileSync(file, "second-value-5678");
  expect(secrets.read("B")).toBe("second-value-5678");
  const found = (text: string) => secrets.find(text).map(({ name }) => name);
  expect(found(`${value} first-value-1234 second-value-5678`)).toEqual(["A", "B", "B"]);
  rmSync(file);
  expect(() => secrets.read("B")).toThrow(/The secret B has no value: the file .* cannot be read \(ENOENT\)/);
  env.VAR_A = "short";
  expect(() => secrets.read("A")).toThrow("shorter than 8 characters");
});

test("a value is hidden before its first use, with its stand-in, in any encoding", () => {
  const secrets = openSecrets({ A: { env: "VAR_A" } }, { env: { VAR_A: value } });
  const scrubber = createScrubber({ named: secrets, patterns: false });
  expect(scrubber.text(`is ${value}`)).toBe("is [secret A]");
  for (const text of [btoa(value), btoa(`user:${value}`), encodeURIComponent(value), [...value].reverse().join("")])
    expect(scrubber.text(text)).toContain("[secret A]");
  secrets.addStandIn("A", "fake_value_0123");
  expect(scrubber.text("x=fake_value_0123")).toBe("x=[secret A]");
  const stream = scrubber.stream();
  const pieces = [...`Say ${value} twice`].map((piece) => stream.push(piece));
  expect(pieces.join("") + stream.flush()).toBe("Say [secret A] twice");
});

test("a value of two secrets is shown as the first of them, whichever was used last", () => {
  const secrets = openSecrets({ A: { env: "V" }, B: { env: "V" } }, { env: { V: value } });
  const shown = () => createScrubber({ named: secrets, patterns: false }).text(`is ${value}`);
  expect(shown()).toBe("is [secret A]");
  secrets.read("B");
  expect(shown()).toBe("is [secret A]");
});

test("names, sources and hosts that are not valid are refused, and no message has a value", () => {
  const wrong = (entry: object, name = "A") =>
    expect(() => openSecrets({ [name]: entry }, { env: { VAR: value } })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  wrong({});
  wrong({ env: "VAR", file: "/x" });
  wrong({ file: "relative" });
  wrong({ env: "VAR", hosts: ["*"] });
  wrong({ env: "VAR" }, "a-b");
  const secrets = openSecrets({ A: { env: "VAR", hosts: ["a.example"] } }, { env: { VAR: value } });
  try {
    secretFor(secrets, "A", { host: "b.example", encrypted: true });
    expect.unreachable();
  } catch (error) {
    expect(JSON.stringify([error, String(error)])).not.toContain(value);
  }
});

test("listeners hear of uses by name, the first also of those before it", () => {
  const secrets = openSecrets({ A: { env: "VAR", hosts: ["a.example"] } }, { env: { VAR: value } });
  const heard: unknown[] = [];
  secretFor(secrets, "A", { host: "a.example", port: 443, encrypted: true });
  const leave = secrets.subscribe((use) => heard.push(use));
  secretFor(secrets, "A", { host: "a.example", encrypted: true });
  leave();
  secretFor(secrets, "A", { host: "a.example", encrypted: true });
  expect(heard).toEqual([
    { name: "A", to: "a.example:443" },
    { name: "A", to: "a.example" },
  ]);
});

test("a call that would carry a value out is refused, and one that stays within the session is not", async () => {
  const secrets = openSecrets({ A: { env: "VAR" } }, { env: { VAR: value } });
  const ran: string[] = [];
  const tool = (name: string, openWorld: boolean, category: "web" | "files" | "messages" = "web") =>
    defineTool({
      name,
      category,
      description: "Runs",
      input: z.object({ text: z.string(), more: z.array(z.string()).optional() }),
      hints: { readOnly: true, openWorld },
      access: () => [],
      execute: () => void ran.push(name),
    });
  const tools = [tool("send", true), tool("keep", false, "files"), tool("compose", false, "messages")];
  await using session = openSession(createRegistry(tools), { policy: allow(), use: [guardSecrets(secrets)] });
  const codeOf = async (name: string, input: object) => {
    const result = await session.call(name, input);
    return result.ok ? "ok" : result.error.code;
  };
  expect(await codeOf("send", { text: `q=${btoa(value)}` })).toBe("permission_denied");
  expect(await codeOf("send", { text: value.slice(0, 9), more: [value.slice(9)] })).toBe("permission_denied");
  expect(await codeOf("compose", { text: value })).toBe("permission_denied");
  expect(ran).toEqual([]);
  expect(await codeOf("send", { text: "secret:A" })).toBe("ok");
  expect(await codeOf("keep", { text: value })).toBe("ok");
});
