import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createConversation } from "./conversation.ts";
import { loopScript } from "./loop.ts";

/** More by the environment: beside a busy machine, a loop that mistakes one of them hangs within a few hundred. */
const commands = 150 * Number(process.env.HOLDALL_STRESS ?? 1);

/** About as long as the loop waits before it writes its variables. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 14));

test("a command that comes just when the loop stops waiting for it is run, like any other", async () => {
  const argv = ["--noprofile", "--norc", "-c", loopScript("merged"), "bash"];
  const bash = spawn("bash", argv, { stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"] });
  onTestFinished(() => void bash.kill());
  const [stdin, ...rest] = bash.stdio as readonly Writable[] as readonly [Writable, ...Readable[]];
  const talk = createConversation(
    "merged",
    (bytes) => stdin.write(bytes),
    () => bash.kill(),
  );
  const heard = [talk.onOutput, talk.onControl, () => {}, () => {}];
  for (const [k, stream] of rest.entries()) stream.on("data", heard[k] ?? (() => {}));
  for (let i = 0; i < commands; i++) {
    await moment();
    const reply = await talk.ask("/", `(exit ${i % 100})`, { onOutput() {}, onErrors() {} });
    expect(reply?.fields).toContain(String(i % 100));
    talk.finish();
  }
});
