import { nodeBackend } from "@holdall/backends-node";
import { chooseSandbox } from "@holdall/sandbox";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { setWorkspace } from "@holdall/tool-kit/file-tools";
import { expect, test } from "vitest";
import { sharedSandbox } from "../shell/_shared-sandbox.ts";
import { openCheckout } from "../worktrees/_checkout.fixture.ts";
import { openWorkspaces } from "./_workspaces.ts";

test("an overlay below an overlay has commands, and one below a worktree says that it has none", async () => {
  const { root, base } = openCheckout();
  const roots = [toPath(root)];
  const backend = nodeBackend({ roots: root });
  const { sandbox } = await chooseSandbox({ roots: [root] });
  const shared = sharedSandbox({ ...sandbox, replacesRoots: true }, { permissions: undefined, roots });
  const workspaces = openWorkspaces({ backend, roots, history: undefined, sandbox: shared });
  const session = () => openSession(createRegistry([]), { policy: allow() });
  await using own = session();
  await workspaces.prepare?.(own);
  expect(workspaces.noCommands(own)).toBeUndefined();
  await using overlay = session();
  workspaces.open({ ...own, cwd: toPath(root) }).enter(overlay);
  expect(workspaces.noCommands(overlay)).toBeUndefined();
  await using worktree = session();
  setWorkspace(worktree, backend, nodeBackend({ roots: base }));
  expect(workspaces.noCommands(worktree)).toContain("its parent has a git worktree");
});
