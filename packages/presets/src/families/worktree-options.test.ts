import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCheckout } from "../worktrees/_checkout.fixture.ts";
import { openAgents } from "./_worktree-agents.fixture.ts";

test("discarding asks also where the folder for worktrees is reached by a link", async () => {
  const checkout = openCheckout();
  mkdirSync(join(checkout.base, "real"));
  symlinkSync(join(checkout.base, "real"), join(checkout.base, "linked"));
  const at = openAgents(
    { edits: [["write_file", { path: "new.txt", content: "n\n" }]] },
    {},
    { ...checkout, folder: join(checkout.base, "linked/worktrees") },
  );
  const { output, branch } = await at.start("edits");
  expect(branch?.path).toContain(join(checkout.base, "real/worktrees"));
  at.asked.length = 0;
  await at.session.call("resolve_merge", { task_id: output.task_id, discard: true });
  expect(at.asked.join("\n")).toContain(branch?.path);
  expect(existsSync(branch?.path ?? "")).toBe(false);
});

test("a relative folder for worktrees is refused", () => {
  expect(() => openAgents({}, {}, { ...openCheckout(), folder: "worktrees" })).toThrow("is not an absolute path");
});
