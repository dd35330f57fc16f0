import { once } from "node:events";
import { expect, test } from "vitest";
import { startGroup, treeKill } from "./child-group.ts";

const run = (script: string) =>
  startGroup([process.execPath, "-e", script], {
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "", SystemRoot: process.env.SystemRoot ?? "" },
  });

test("on Windows the tree of a program is ended while it runs, and its number is not used when it has ended", async () => {
  const child = run("process.stdin.resume()");
  await once(child, "spawn");
  expect(treeKill(child)?.slice(1)).toEqual(["/pid", String(child.pid), "/t", "/f"]);
  child.stdin.end();
  await once(child, "exit");
  expect(treeKill(child)).toBeUndefined();

  const killed = run("process.stdin.resume()");
  await once(killed, "spawn");
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(treeKill(killed)).toBeUndefined();
});
