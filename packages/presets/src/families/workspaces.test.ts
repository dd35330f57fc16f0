import { memoryBackend } from "@holdall/backends-memory";
import { openSession, toPath } from "@holdall/tool-core";
import { workspaceOf } from "@holdall/tool-kit/file-tools";
import { expect, test } from "vitest";
import { coding } from "../index.ts";
import { openWorkspaces } from "./_workspaces.ts";

test("a decision writes and removes nothing that the policy denies by then", async () => {
  const backend = memoryBackend({ files: { "/a.txt": "one\ntwo\n" } });
  const preset = coding({ backend, shell: false });
  await using parent = openSession(preset.registry, preset);
  await using child = openSession(preset.registry, preset);
  const root = toPath("/");
  const at = { state: parent.state, cwd: root };
  const workspaces = openWorkspaces({ backend, roots: [root], history: undefined });
  await workspaces.prepare?.(at);
  const workspace = workspaces.open(at);
  workspace.enter(child);
  await workspaceOf(child, backend).move?.(toPath("/a.txt"), toPath("/theirs.txt"));
  await backend.move?.(toPath("/a.txt"), toPath("/mine.txt"));
  const denied = new Set<string>();
  const call = {
    callId: "1",
    sessionId: parent.id,
    tool: "resolve_merge",
    state: parent.state,
    decide: async ({ target }: { target: string }) => (denied.has(target) ? ("deny" as const) : ("allow" as const)),
    signal: new AbortController().signal,
  };
  expect(await workspace.merge(call)).toMatchObject({ merged: [], conflicts: [{ path: "/a.txt", kind: "renamed" }] });
  const decide = () => workspace.resolve("/a.txt", { take: "incoming" }, call);
  for (const path of ["/theirs.txt", "/mine.txt"]) {
    denied.clear();
    denied.add(path);
    await expect(decide()).rejects.toMatchObject({ code: "permission_denied" });
    expect(await backend.stat(toPath("/theirs.txt"))).toBeNull();
  }
  denied.clear();
  expect(await decide()).toEqual(["/theirs.txt"]);
});
