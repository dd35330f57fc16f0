import { memoryBackend } from "@holdall/backends-memory";
import { contentText, openSession, type Session, toPath } from "@holdall/tool-core";
import type { AgentCall, AgentRunner } from "@holdall/tools-agents/port";
import { expect, test } from "vitest";
import { type CodingOptions, coding } from "../index.ts";

type Step = readonly [name: string, input: object];

/** Agents that make the calls that their prompt names, one a turn. All make their first one before any makes its second. */
function scripted(scripts: Readonly<Record<string, readonly Step[]>>): AgentRunner {
  const waiting = new Set(Object.keys(scripts));
  const { promise: allBegun, resolve } = Promise.withResolvers<void>();
  return async ({ messages }) => {
    const [first] = messages;
    const name = first?.role === "user" ? first.text : "";
    const turn = messages.filter(({ role }) => role === "assistant").length;
    waiting.delete(name);
    if (waiting.size === 0) resolve();
    if (turn > 0) await allBegun;
    const last = messages.at(-1);
    const heard = last?.role === "tool" ? last.results.map(({ content }) => contentText(content)).join("\n") : "";
    const step = scripts[name]?.[turn];
    const calls: AgentCall[] = step ? [{ id: `${name}-${turn}`, name: step[0], input: step[1] }] : [];
    return { text: heard, calls, tokens: { input: 10, cached: 0, output: 10 } };
  };
}

const lines = "one\ntwo\nthree\nfour\nfive\n";
const edit = (path: string, from: string, to: string): Step[] => [
  ["read_file", { path }],
  ["edit_file", { path, old_string: from, new_string: to }],
];
const open = (scripts: Readonly<Record<string, readonly Step[]>>, options: CodingOptions = {}) => {
  const files = memoryBackend({ files: { "/a.txt": lines, "/b.txt": lines, "/c.txt": lines } });
  const preset = coding({ backend: files, agents: { runner: scripted(scripts) }, shell: false, ...options });
  return { files, preset, session: openSession(preset.registry, { ...preset, approve: () => true }) };
};
const textOf = async (files: ReturnType<typeof memoryBackend>, path: string) =>
  new TextDecoder().decode((await files.read(toPath(path))).bytes);
const start = (session: Session, ...names: string[]) =>
  Promise.all(names.map((prompt) => session.call("task", { prompt, agent: "general" })));

test("agents that change one file beside each other are merged, and undo takes back one of them whole", async () => {
  const { files, session } = open({
    one: edit("a.txt", "one", "ONE"),
    two: [...edit("a.txt", "five", "FIVE"), ["write_file", { path: "new.txt", content: "n" }]],
  });
  await using _ = session;
  const [first, second] = await start(session, "one", "two");
  expect(first).toMatchObject({ ok: true });
  expect(first).not.toMatchObject({ output: { merge: expect.anything() } });
  expect(second).toMatchObject({
    output: { end: "completed", merge: { merged: ["/a.txt", "/new.txt"], conflicts: [], held: [] } },
  });
  expect(await textOf(files, "/a.txt")).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
  const undone = await session.call("undo", {});
  expect(contentText(undone.content)).toContain("task");
  expect(await textOf(files, "/a.txt")).toBe("ONE\ntwo\nthree\nfour\nfive\n");
  expect(await files.stat(toPath("/new.txt"))).toBeNull();
});

test("an isolated agent works on its own files until it ends: reading, searching and undo included", async () => {
  const { files, session } = open({
    one: [
      ["write_file", { path: "new.txt", content: "needle" }],
      ["grep_files", { pattern: "needle" }],
    ],
    two: [...edit("b.txt", "one", "1"), ["undo", {}], ["read_file", { path: "b.txt" }]],
  });
  await using _ = session;
  const call = (prompt: string) => session.call("task", { prompt, agent: "general", isolation: "overlay" });
  const [one, two] = await Promise.all([call("one"), call("two")]);
  expect(one).toMatchObject({
    output: { report: expect.stringContaining("new.txt"), merge: { merged: ["/new.txt"] } },
  });
  expect(two).toMatchObject({
    output: { report: expect.stringContaining("one"), merge: { merged: [], conflicts: [] } },
  });
  expect(await textOf(files, "/b.txt")).toBe(lines);
});

test("a conflict changes nothing until it is decided, and its decision can be undone", async () => {
  const { files, session } = open({ two: [...edit("a.txt", "two", "yours"), ...edit("b.txt", "two", "2")] });
  await using _ = session;
  const second = await session.call(
    "task",
    { prompt: "two", agent: "general", isolation: "overlay" },
    {
      onProgress({ data }) {
        if ((data as { turn?: number }).turn === 4)
          void files.write(toPath("/a.txt"), new TextEncoder().encode(lines.replace("two", "mine")));
      },
    },
  );
  const output = second.ok ? (second.output as { task_id: string; merge: unknown }) : undefined;
  expect(output?.merge).toMatchObject({
    merged: ["/b.txt"],
    conflicts: [
      { path: "/a.txt", kind: "content", lines: [{ base: "two\n", current: "mine\n", incoming: "yours\n" }] },
    ],
  });
  expect(contentText(second.content)).toMatch(
    /Conflict in \/a.txt.*\n.*yours, line 2:\n {4}mine\n.*line 2:\n {4}yours/,
  );
  expect(await textOf(files, "/a.txt")).toContain("mine");
  const task = { task_id: output?.task_id };
  expect(await session.call("resolve_merge", { ...task, files: [{ path: "other.txt", take: "both" }] })).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
  const decided = await session.call("resolve_merge", { ...task, files: [{ path: "a.txt", take: "both" }] });
  expect(decided).toMatchObject({ ok: true, output: { merged: ["/a.txt"], conflicts: [], held: [] } });
  expect(await textOf(files, "/a.txt")).toContain("mine\nyours\n");
  await session.call("undo", {});
  expect(await textOf(files, "/a.txt")).not.toContain("yours");
});

test("what a stopped agent has changed waits, and is merged or discarded on request", async () => {
  for (const discard of [true, false]) {
    const stop = new AbortController();
    const { files, session } = open({
      one: [
        ["write_file", { path: "new.txt", content: "n" }],
        ["read_file", { path: "a.txt" }],
      ],
    });
    await using _ = session;
    let tasks = "";
    const result = await session.call(
      "task",
      { prompt: "one", agent: "general", isolation: "overlay" },
      {
        signal: stop.signal,
        onProgress: ({ data }) => {
          const event = data as { type: string; id: string; turn: number };
          tasks = event.id;
          if (event.type === "task-step" && event.turn === 2) stop.abort();
        },
      },
    );
    expect(result.ok).toBe(false);
    expect(await files.stat(toPath("/new.txt"))).toBeNull();
    await expect
      .poll(async () => (await session.call("resolve_merge", { task_id: tasks, ...(discard && { discard }) })).ok)
      .toBe(true);
    expect((await files.stat(toPath("/new.txt"))) === null).toBe(discard);
  }
});

test("isolation none shares the files, and plan mode and agents that only read get none of their own", async () => {
  const { session } = open({
    one: edit("a.txt", "one", "ONE"),
    two: edit("b.txt", "one", "ONE"),
    three: [["read_file", { path: "c.txt" }]],
  });
  await using _ = session;
  const results = await Promise.all([
    session.call("task", { prompt: "one", agent: "general" }),
    session.call("task", { prompt: "two", agent: "general", isolation: "none" }),
    session.call("task", { prompt: "three", agent: "explore" }),
  ]);
  for (const result of results) {
    expect(result.ok).toBe(true);
    expect(result).not.toMatchObject({ output: { merge: expect.anything() } });
  }
});

test("a change that the policy denies by the time of the merge is kept with the agent", async () => {
  let isPlan = false;
  const { files, session } = open(
    { one: [["write_file", { path: "new.txt", content: "n" }]] },
    { permissions: { mode: () => (isPlan ? "plan" : "default") } },
  );
  await using _ = session;
  const result = await session.call(
    "task",
    { prompt: "one", agent: "general", isolation: "overlay" },
    {
      onProgress: ({ data }) => {
        if ((data as { turn?: number }).turn === 2) isPlan = true;
      },
    },
  );
  expect(result).toMatchObject({
    output: { merge: { merged: [], conflicts: [{ path: "/new.txt", kind: "denied" }] } },
  });
  expect(await files.stat(toPath("/new.txt"))).toBeNull();
});

test("an isolated agent cannot start a program, which would work on the files of its parent", async () => {
  let starts = 0;
  const other = {
    name: "other",
    description: "A program.",
    driver: {
      program: { command: ["other"] as [string] },
      drive: async () => ({ report: `started ${++starts} times` }),
    },
  };
  const scripts = { one: [["task", { prompt: "go", agent: "other" }]] as const };
  const files = memoryBackend();
  const preset = coding({ backend: files, agents: { runner: scripted(scripts), agents: [other] }, shell: false });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const result = await session.call("task", { prompt: "one", agent: "general", isolation: "overlay" });
  expect(contentText(result.content)).toContain("cannot see the files of an isolated agent");
  expect(starts).toBe(0);
});

test("commands of the portable shell work on the files of an isolated agent, and are merged with them", async () => {
  const bash = (command: string): Step => ["bash", { command }];
  const { files, session } = open(
    {
      one: [bash("sed -i s/one/ONE/ a.txt"), bash("echo n > new.txt; cat a.txt")],
      two: [bash("sed -i s/five/FIVE/ a.txt; rm -f c.txt"), bash("ls; cat a.txt")],
    },
    { shell: "portable" },
  );
  await using _ = session;
  const call = (prompt: string) => session.call("task", { prompt, agent: "general", isolation: "overlay" });
  const [one, two] = await Promise.all([call("one"), call("two")]);
  expect(one).toMatchObject({ output: { report: expect.stringMatching(/ONE[\s\S]*five/), merge: { conflicts: [] } } });
  expect(two).toMatchObject({ output: { report: expect.stringMatching(/one[\s\S]*FIVE/), merge: { conflicts: [] } } });
  expect(contentText(two?.content ?? [])).not.toContain("new.txt");
  expect(await textOf(files, "/a.txt")).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
  expect(await textOf(files, "/new.txt")).toBe("n\n");
  expect(await files.stat(toPath("/c.txt"))).toBeNull();
});
