import { allow, createRegistry, foreignContent, openSession } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { shellTools } from "../index.ts";

it("counts as reading others when it is given the network or names a host, and not otherwise", async () => {
  await using session = openSession(createRegistry(shellTools()), {
    policy: allow(),
    cwd: process.cwd(),
  });
  const sources = session.state(foreignContent);
  await session.call("bash", { command: "ls; echo $((1 + 1))" });
  expect([...sources]).toEqual([]);
  await session.call("bash", { command: "true", permissions: "network" });
  expect([...sources]).toEqual(["bash"]);
  sources.clear();
  await session.call("bash", { command: "true || curl https://example.com" });
  expect([...sources]).toEqual(["bash"]);
});
