import { expect, it } from "vitest";
import { createScopeGate } from "./_scope-gate.ts";

it("work with other scopes waits until nothing with the earlier ones is in flight", async () => {
  const gate = createScopeGate(["read"]);
  const first = await gate.enter(["read"]);
  const second = await gate.enter(["read"]);
  const log: string[] = [];
  const wide = gate.enter(["read", "write"]).then((leave) => {
    log.push(`in with ${gate.scopes?.join(" ")}`);
    return leave;
  });
  first();
  first();
  await Promise.resolve();
  expect(gate.scopes).toEqual(["read"]);
  log.push("second leaves");
  second();
  const leave = await wide;
  expect(log).toEqual(["second leaves", "in with read write"]);
  const narrow = gate.enter(["read"]);
  expect(gate.scopes).toEqual(["read", "write"]);
  leave();
  await narrow;
  expect(gate.scopes).toEqual(["read"]);
});

it("waiting ends with an error, and scopes stay what they were", async () => {
  const gate = createScopeGate(["read"], 5);
  await gate.enter(["read"]);
  await expect(gate.enter(["write"])).rejects.toMatchObject({ code: "unavailable" });
  expect(gate.scopes).toEqual(["read"]);
});

it("the order of scopes makes no difference, and a session without tokens has no gate", async () => {
  const gate = createScopeGate(["a", "b"]);
  await gate.enter(["a", "b"]);
  await gate.enter(["b", "a"]);
  const open = createScopeGate(undefined);
  await open.enter(undefined);
  expect(open.scopes).toBeUndefined();
});
