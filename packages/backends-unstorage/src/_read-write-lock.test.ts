import { expect, test } from "vitest";
import { lockOf } from "./_read-write-lock.ts";

test("reads run together, a write alone and in its turn, and a failure holds nobody up", async () => {
  const lock = lockOf({});
  const log: string[] = [];
  const step = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === "bad") throw new Error(name);
  };
  const bad = lock.write(step("bad"));
  const rest = [lock.read(step("a")), lock.read(step("b")), lock.write(step("c")), lock.read(step("d"))];
  await expect(bad).rejects.toThrow("bad");
  await Promise.all(rest);
  const beginAndEnd = (name: string) => [`${name} begins`, `${name} ends`];
  expect(log.slice(0, 2)).toEqual(beginAndEnd("bad"));
  expect(log.slice(2, 6)).toEqual(["a begins", "b begins", "a ends", "b ends"]);
  expect(log.slice(6)).toEqual([...beginAndEnd("c"), ...beginAndEnd("d")]);
});

test("all who use one storage share its turns", () => {
  const storage = {};
  expect(lockOf(storage)).toBe(lockOf(storage));
  expect(lockOf({})).not.toBe(lockOf(storage));
});
