import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, contentText, openSession, toPath } from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { expect, test } from "vitest";
import { coding } from "../index.ts";

type Step = readonly [name: string, input: object];
const lines = "one\ntwo\nthree\nfour\nfive\n";

async function treeOf(backend: Backend): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for await (const { path, kind } of backend.list(toPath("/"), { recursive: true }))
    tree[path] = kind === "file" ? new TextDecoder().decode((await backend.read(path)).bytes) : "/";
  return tree;
}

/** A session with an agent that has made these calls in files of its own and then failed, and the paths that each call declares. */
async function withHeldChanges(files: Record<string, string>, steps: readonly Step[]) {
  const runner: AgentRunner = async ({ messages }) => {
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const step = steps[turn];
    if (!step) throw new Error("The model is gone.");
    const calls = [{ id: String(turn), name: step[0], input: step[1] }];
    return { text: "", calls, tokens: { input: 1, cached: 0, output: 1 } };
  };
  const backend = memoryBackend({ files });
  const declared = new Set<string>();
  const preset = coding({ backend, agents: { runner }, shell: false });
  const session = openSession(preset.registry, {
    ...preset,
    approve: () => true,
    policy(request) {
      const { access, tool } = request;
      if (tool.name === "resolve_merge" && access && access.action !== "read")
        declared.add(`${access.action} ${access.target}`);
      return preset.policy(request);
    },
  });
  const result = await session.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
  const { task_id } = result.ok ? (result.output as { task_id: string }) : { task_id: "" };
  return { backend, session, task_id, declared };
}

test.each<
  [
    what: string,
    steps: Step[],
    parent: (backend: Backend) => Promise<unknown>,
    decisions: object,
    after: Record<string, string | undefined>,
    declared: string[],
  ]
>([
  [
    "a name that both changed",
    [["move_file", { from: "a.txt", to: "theirs/a.txt" }]],
    async (backend) => backend.move?.(toPath("/a.txt"), toPath("/mine.txt")),
    { path: "a.txt", take: "incoming" },
    { "/theirs/a.txt": lines, "/mine.txt": undefined },
    ["delete /mine.txt", "write /theirs/a.txt"],
  ],
  [
    "both of a generated file",
    [
      ["read_file", { path: "yarn.lock" }],
      ["write_file", { path: "yarn.lock", content: "theirs" }],
    ],
    (backend) => backend.write(toPath("/yarn.lock"), new TextEncoder().encode("mine")),
    { path: "yarn.lock", take: "both" },
    { "/yarn.lock": "mine", "/yarn.incoming.lock": "theirs" },
    ["write /yarn.incoming.lock"],
  ],
  [
    "the current lines, with the agent's others",
    [
      ["read_file", { path: "a.txt" }],
      ["write_file", { path: "a.txt", content: lines.replace("one", "theirs").replace("five", "5") }],
    ],
    (backend) => backend.write(toPath("/a.txt"), new TextEncoder().encode(lines.replace("one", "mine"))),
    { path: "a.txt", take: "current" },
    { "/a.txt": lines.replace("one", "mine").replace("five", "5") },
    ["write /a.txt"],
  ],
  [
    "a file that the agent removed",
    [["delete_file", { path: "a.txt" }]],
    (backend) => backend.write(toPath("/a.txt"), new TextEncoder().encode("mine")),
    { path: "a.txt", take: "incoming" },
    { "/a.txt": undefined },
    ["delete /a.txt"],
  ],
  [
    "a file of a folder that the agent removed",
    [["delete_file", { path: "d", recursive: true }]],
    (backend) => backend.write(toPath("/d/b.txt"), new TextEncoder().encode("mine")),
    { path: "d/b.txt", take: "incoming" },
    { "/d/b.txt": undefined, "/d/c": undefined, "/d": undefined },
    ["delete /d", "delete /d/b.txt"],
  ],
  [
    "two decisions that want one free name",
    [
      ["read_file", { path: "yarn.lock" }],
      ["write_file", { path: "yarn.lock", content: "theirs" }],
      ["move_file", { from: "d/b.txt", to: "yarn.incoming.lock" }],
    ],
    async (backend) => {
      await backend.write(toPath("/yarn.lock"), new TextEncoder().encode("mine"));
      await backend.move?.(toPath("/d/b.txt"), toPath("/mine.txt"));
    },
    [
      { path: "yarn.lock", take: "both" },
      { path: "d/b.txt", take: "incoming" },
    ],
    {
      "/yarn.lock": "mine",
      "/yarn.incoming.lock": "theirs",
      "/yarn.incoming.incoming.lock": "b",
      "/mine.txt": undefined,
    },
    ["delete /mine.txt", "write /yarn.incoming.incoming.lock", "write /yarn.incoming.lock"],
  ],
  [
    "a name that an earlier decision of the call frees",
    [
      ["move_file", { from: "a.txt", to: "theirs.txt" }],
      ["move_file", { from: "d/b.txt", to: "taken.txt" }],
    ],
    async (backend) => {
      await backend.move?.(toPath("/a.txt"), toPath("/taken.txt"));
      await backend.move?.(toPath("/d/b.txt"), toPath("/mine.txt"));
    },
    [
      { path: "a.txt", take: "incoming" },
      { path: "d/b.txt", take: "incoming" },
    ],
    { "/theirs.txt": lines, "/taken.txt": "b", "/mine.txt": undefined },
    ["delete /mine.txt", "delete /taken.txt", "write /taken.txt", "write /theirs.txt"],
  ],
])(
  "a decision declares what it changes, and one undo takes it back: %s",
  async (_, steps, parent, decisions, after, paths) => {
    const files = { "/a.txt": lines, "/yarn.lock": "old", "/d/b.txt": "b", "/d/c/c.txt": "c" };
    const { backend, session, task_id, declared } = await withHeldChanges(files, steps);
    await using _open = session;
    await parent(backend);
    await session.call("resolve_merge", { task_id });
    const before = await treeOf(backend);
    declared.clear();
    const decided = await session.call("resolve_merge", { task_id, files: [decisions].flat() });
    expect(decided, contentText(decided.content)).toMatchObject({ ok: true, output: { conflicts: [], held: [] } });
    const now = await treeOf(backend);
    for (const [path, text] of Object.entries(after)) expect(now[path], path).toBe(text);
    expect([...declared].sort()).toEqual(paths);
    const undone = await session.call("undo", {});
    expect(undone, contentText(undone.content)).toMatchObject({ ok: true });
    expect(await treeOf(backend)).toEqual(before);
  },
);
