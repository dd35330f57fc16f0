import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { takeLock } from "./_lock.ts";

const path = toPath("/a.lock");

test("one has it at a time, and the next gets it when it is given back", async () => {
  const backend = memoryBackend();
  let holders = 0;
  let most = 0;
  const work = async () => {
    const lock = await takeLock(backend, path);
    most = Math.max(most, ++holders);
    await backend.stat(path);
    holders--;
    await lock.release();
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(most).toBe(1);
  expect(await backend.stat(path)).toBeNull();
});

test("a holder that shows no sign of life loses it, and takes nothing from the next one", async () => {
  const backend = memoryBackend();
  const expiry = await takeLock(backend, path, { heartbeat: 1e8 });
  const next = await takeLock(backend, path, { expiry: 20 });
  await expiry.release();
  expect(await backend.stat(path)).not.toBeNull();
  await next.release();
  expect(await backend.stat(path)).toBeNull();
});

test("a holder that lives keeps it, and who waits is told in the end", async () => {
  const backend = memoryBackend();
  const holder = await takeLock(backend, path, { heartbeat: 5 });
  const waiting = takeLock(backend, path, { expiry: 60, timeout: 150 });
  await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
  await holder.release();
});
