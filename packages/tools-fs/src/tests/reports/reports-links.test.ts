import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, contentText, createRegistry, openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";

test("delete_file of a link to a folder deletes the link, needs no recursive, and says so", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-links-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "folder/inner"), { recursive: true });
  symlinkSync("folder", join(root, "link"));
  const backend = nodeBackend({ roots: root });
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), cwd: root });
  const result = await session.call("delete_file", { path: "link" });
  expect(contentText(result.content)).toBe(`Deleted the link ${root}/link.`);
  expect([existsSync(join(root, "link")), existsSync(join(root, "folder/inner"))]).toEqual([false, true]);
});
