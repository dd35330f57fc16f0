import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentText, defineTool, openSession } from "@holdall/tool-core";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { coding } from "../sets/coding.ts";
import type { PresetOptions } from "./preset.ts";

const root = mkdtempSync(join(tmpdir(), "holdall-preset-middleware-"));
writeFileSync(join(root, "secret.txt"), "it is k-2718281828, token=Zx81Qw9LmN0pR7sTuV3y\n");
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** A coding session with a tool that prints without a limit of its own, and one that never ends. */
function open(middleware?: PresetOptions["middleware"]) {
  const preset = coding({ root, middleware });
  const base = { category: "test", hints: {}, access: () => [], input: z.object({}) };
  preset.registry.add(
    defineTool({ ...base, name: "print_much", description: "Prints.", execute: () => "x".repeat(300_000) }),
  );
  preset.registry.add(
    defineTool({
      ...base,
      name: "wait_long",
      description: "Waits.",
      execute: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    }),
  );
  const session = openSession(preset.registry, { ...preset, approve: () => true });
  const read = async (tool: string, input: unknown = {}) => contentText((await session.call(tool, input)).content);
  return { session, read };
}

test("calls end in time, and what has no limit of its own gets one", async () => {
  const { session, read } = open({ timeLimit: 20 });
  expect(await session.call("wait_long")).toMatchObject({ ok: false, error: { code: "timeout" } });
  const text = await read("print_much");
  expect(text.length).toBeLessThan(101_000);
  expect(text).toContain("200000 characters left out here");
});

test("what limits itself is not limited twice: a shell's output and time are its own", async () => {
  const { session, read } = open({ timeLimit: 1, outputLimit: 100 });
  const text = await read("bash", { command: "sleep 0.1; seq 1000" });
  expect(text).toMatch(/\n500\n[\s\S]*\n1000\n/);
  expect(text).not.toContain("left out here");
  await session[Symbol.asyncDispose]();
});

test("values of secret variables are hidden, and so is what looks like one", async () => {
  vi.stubEnv("DEPLOY_KEY", "k-2718281828");
  const { read } = open();
  const text = await read("read_file", { path: "secret.txt" });
  expect(text).toContain("it is [secret DEPLOY_KEY], token=[secret secret]");
  const named = await open({ secrets: { mine: "Zx81Qw9LmN0pR7sTuV3y" } }).read("read_file", { path: "secret.txt" });
  expect(named).toContain("it is k-2718281828, token=[secret mine]");
});

test("each can be switched off, and all of it; what keeps protected files from commands cannot", async () => {
  vi.stubEnv("DEPLOY_KEY", "k-2718281828");
  const each = open({ outputLimit: false, secrets: false });
  expect((await each.read("print_much")).length).toBeGreaterThanOrEqual(300_000);
  expect(await each.read("read_file", { path: "secret.txt" })).toContain("k-2718281828");
  const off = { root, history: false } as const;
  const eachOff = { timeLimit: false, outputLimit: false, repeatLimit: false, secrets: false } as const;
  for (const middleware of [false, eachOff] as const) {
    expect(coding({ ...off, middleware, shell: false }).use).toEqual([]);
    expect(coding({ ...off, middleware }).use).toHaveLength(1);
  }
});
