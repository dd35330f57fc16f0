import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Policy } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

test("a link that comes while a command waits for its turn is judged before the command runs", async () => {
  const folder = tempFolder();
  const policy: Policy = ({ access }) =>
    access?.target === "/etc/hostname" ? { effect: "deny", reason: "It lies elsewhere." } : { effect: "allow" };
  const { session, run } = openShell({}, policy, folder);
  const first = run("sleep 0.5");
  const second = session.call("bash", { command: "cat link" });
  symlinkSync("/etc/hostname", join(folder, "link"));
  await first;
  const result = await second;
  expect(!result.ok && result.error.code).toBe("permission_denied");
});
