import { expect, test } from "vitest";
import { createDisposeStack } from "./dispose-stack.ts";

test("what was opened last is closed first, whatever kind it is, once", async () => {
  const closed: string[] = [];
  const stack = createDisposeStack();
  const sync = { [Symbol.dispose]: () => void closed.push("sync") };
  expect(stack.use(sync)).toBe(sync);
  stack.use({ [Symbol.asyncDispose]: async () => void closed.push("async") });
  stack.defer(async () => closed.push("work"));
  await stack.disposeAsync();
  await stack.disposeAsync();
  expect(closed).toEqual(["work", "async", "sync"]);
});

test("a step that fails leaves what was opened closed; what is handed over stays open", async () => {
  const closed: number[] = [];
  const open = async (fails: boolean) => {
    await using stack = createDisposeStack();
    stack.defer(() => closed.push(1));
    if (fails) throw new Error("the second step");
    return stack.move();
  };
  await expect(open(true)).rejects.toThrow("the second step");
  expect(closed).toEqual([1]);
  const kept = await open(false);
  expect(closed).toEqual([1]);
  await kept.disposeAsync();
  expect(closed).toEqual([1, 1]);
});

test("one that cannot be closed keeps no other open, and is told", async () => {
  const closed: number[] = [];
  const stack = createDisposeStack();
  const failing = (message: string) => () => {
    throw new Error(message);
  };
  stack.defer(() => closed.push(1));
  stack.defer(failing("a"));
  await expect(stack.disposeAsync()).rejects.toThrow("a");
  stack.defer(failing("a"));
  stack.defer(() => closed.push(2));
  stack.defer(failing("b"));
  await expect(stack.disposeAsync()).rejects.toMatchObject({ errors: [{ message: "b" }, { message: "a" }] });
  expect(closed).toEqual([1, 2]);
});
