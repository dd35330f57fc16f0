import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCheckout, stateOf } from "./_checkout.fixture.ts";
import { findCheckout } from "./repository.ts";
import { addWorktree, removeWorktree } from "./worktree.ts";
import { settleWorktree } from "./worktree-state.ts";

/** A checkout in which everything that git can start leaves the file `ran`. */
function hostile() {
  const at = openCheckout({ "a.txt": "one\n", "b.big": "pointer\n" });
  const [witness, ran] = [join(at.base, "witness.sh"), join(at.base, "ran")];
  writeFileSync(witness, `#!/bin/sh\necho "$0 $@" >> '${ran}'\ncat 2>/dev/null || :\n`);
  chmodSync(witness, 0o755);
  const hooks = join(at.root, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const hook of [
    "post-checkout",
    "pre-commit",
    "reference-transaction",
    "post-index-change",
    "post-commit",
    "commit-msg",
  ]) {
    writeFileSync(join(hooks, hook), readFileSync(witness));
    chmodSync(join(hooks, hook), 0o755);
  }
  const settings = `[core]\n\tfsmonitor = ${witness}\n\tsshCommand = ${witness}\n\tpager = ${witness}\n\teditor = ${witness}\n[filter "x"]\n\tclean = ${witness}\n\tsmudge = ${witness}\n\tprocess = ${witness}\n\trequired = true\n[diff]\n\texternal = ${witness}\n[gpg]\n\tprogram = ${witness}\n[commit]\n\tgpgSign = true\n[alias]\n\tls-files = !${witness}\n[init]\n\ttemplateDir = ${hooks}\n`;
  appendFileSync(join(at.root, ".git/config"), settings);
  return { ...at, ran };
}

test("neither hooks, filters nor programs of a checkout run; filtered files are carried in, and are in no commit", async () => {
  const at = hostile();
  writeFileSync(join(at.root, ".gitattributes"), "*.big filter=x\n");
  writeFileSync(join(at.root, "a.txt"), "two\n");
  writeFileSync(join(at.root, "b.big"), "large content\n");
  const checkout = await findCheckout([at.root]);
  const { worktree, notes } = await addWorktree(checkout, { folder: at.folder, prefix: "agent/", description: "" });
  expect(notes.join("\n")).toContain("b.big");
  expect(readFileSync(join(worktree.path, "b.big"), "utf8")).toBe("large content\n");
  expect(await settleWorktree(worktree)).toMatchObject({ isChanged: false });
  writeFileSync(join(worktree.path, "a.txt"), "three\n");
  writeFileSync(join(worktree.path, "b.big"), "other content\n");
  const state = await settleWorktree(worktree, "Changes");
  expect(state).toMatchObject({ isChanged: true, commits: 1 });
  expect(state.notes.join("\n")).toContain("b.big");
  expect(existsSync(at.ran) ? readFileSync(at.ran, "utf8") : "").toBe("");
  const show = (name: string) =>
    at.git("-c", "core.fsmonitor=false", "cat-file", "blob", `${worktree.record.branch}:${name}`);
  expect(show("a.txt")).toBe("three\n");
  expect(show("b.big")).toBe("pointer\n");
  await removeWorktree(worktree, { branch: true });
  expect(existsSync(at.ran) ? readFileSync(at.ran, "utf8") : "").toBe("");
  at.git("status"); // starts what the checkout names
  expect(existsSync(at.ran)).toBe(true);
});

test("submodules, repositories within, and a merge in progress stay as they are, and the notes name them", async () => {
  const at = openCheckout();
  const other = openCheckout({ "in.txt": "in\n" });
  at.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root, "part");
  at.git("commit", "-qm", "with a part");
  mkdirSync(join(at.root, "nested"));
  at.git("init", "-q", "nested");
  writeFileSync(join(at.root, "nested/x.txt"), "x\n");
  at.git("checkout", "-qb", "side");
  at.write("a.txt", "side\n");
  at.git("commit", "-qam", "side");
  at.git("checkout", "-q", "main");
  at.write("a.txt", "main\n");
  at.git("commit", "-qam", "main");
  expect(() => at.git("merge", "side")).toThrow();
  const before = stateOf(at);
  const checkout = await findCheckout([at.root]);
  const { worktree, notes } = await addWorktree(checkout, { folder: at.folder, prefix: "agent/", description: "" });
  expect(stateOf(at)).toEqual(before);
  expect(notes.join("\n")).toMatch(
    /Submodules are empty folders in the worktree: part\.[\s\S]*not in the worktree: nested\./,
  );
  expect(readFileSync(join(worktree.path, "a.txt"), "utf8")).toContain("<<<<<<<");
  expect(existsSync(join(worktree.path, "nested"))).toBe(false);
  expect(await settleWorktree(worktree)).toMatchObject({ isChanged: false });
  await expect(findCheckout([join(at.root, "part")])).rejects.toMatchObject({
    message: expect.stringContaining("submodule"),
  });
  await expect(findCheckout([at.base])).rejects.toMatchObject({
    message: expect.stringContaining("not in a git repository"),
  });
  await expect(findCheckout([at.root, at.base])).rejects.toMatchObject({
    message: expect.stringContaining("outside the repository"),
  });
  at.git("init", "-q", "--bare", join(at.base, "bare"));
  await expect(findCheckout([join(at.base, "bare")])).rejects.toMatchObject({
    message: expect.stringContaining("is bare"),
  });
});
