import { join } from "node:path";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { expect, test } from "vitest";
import { createChildTransport } from "./child-transport.ts";

const open = (command: string, script: string, cwd: string) =>
  createChildTransport(
    { kind: "stdio", command, args: ["-e", script], env: {}, cwd },
    { maxMessage: 1000, environment: process.env, grace: 10_000 },
  );

test("a program that is closed while it starts does not stay", async () => {
  using folder = temporaryFolder("child-transport");
  const transport = open(process.execPath, "process.stdin.resume()", folder.path);
  let closed = 0;
  transport.onclose = () => void closed++;
  const started = transport.start();
  await transport.close();
  expect(closed).toBe(1);
  await started;
  expect(transport.report()).not.toBe("");
});

test("closing one that cannot be started leaves the error to its start", async () => {
  using folder = temporaryFolder("child-transport");
  const transport = open(join(folder.path, "missing"), "", folder.path);
  const started = transport.start();
  const [start, close] = await Promise.allSettled([started, transport.close()]);
  expect(start).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
  expect(close.status).toBe("fulfilled");
});
