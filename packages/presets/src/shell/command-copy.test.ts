import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseSandbox } from "@holdall/sandbox";
import { contentText, openSession } from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { afterAll, expect, test } from "vitest";
import { coding } from "../index.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-copy-test-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const { sandbox } = await chooseSandbox({ roots: [root] });
const canReplace = sandbox.replacesRoots === true;

type Step = readonly [name: string, input: object];
const runner =
  (steps: readonly Step[]): AgentRunner =>
  async ({ messages }) => {
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const last = messages.at(-1);
    const text = last?.role === "tool" ? last.results.map(({ content }) => contentText(content)).join("\n") : "";
    const step = steps[turn];
    return {
      text,
      calls: step ? [{ id: String(turn), name: step[0], input: step[1] }] : [],
      tokens: { input: 1, cached: 0, output: 1 },
    };
  };
const file = (name: string) => join(root, name);

// Copies are shown by bubblewrap.
test.skipIf(!canReplace)(
  "commands of an isolated agent see its files and change nothing of its parent before the merge (needs bubblewrap)",
  async () => {
    writeFileSync(file("a.txt"), "one\ntwo\nthree\n");
    writeFileSync(file("gone.txt"), "gone");
    mkdirSync(file("node_modules/x"), { recursive: true });
    writeFileSync(file("node_modules/x/index.js"), "kept");
    const steps: Step[] = [
      ["write_file", { path: "own.txt", content: "from a tool\n" }],
      [
        "bash",
        {
          command: `cat ${file("own.txt")} node_modules/x/index.js; sed -i s/one/ONE/ a.txt; rm gone.txt; printf '#!/bin/sh\\n' > run.sh; chmod +x run.sh; sleep 30 > late.txt &`,
        },
      ],
      ["read_file", { path: "a.txt" }],
      ["bash", { command: "echo x > node_modules/x/index.js; cat a.txt" }],
    ];
    const preset = coding({ root, agents: { runner: runner(steps) }, shell: { sandbox } });
    await using session = openSession(preset.registry, { ...preset, approve: () => true });
    const seen: string[] = [];
    const result = await session.call(
      "task",
      { prompt: "go", agent: "general", isolation: "overlay" },
      {
        onProgress: ({ data }) => {
          if ((data as { turn?: number }).turn !== 4) return;
          seen.push(readFileSync(file("a.txt"), "utf8"), String(existsSync(file("gone.txt"))));
          writeFileSync(file("a.txt"), "one\ntwo\nTHREE\n");
        },
      },
    );
    expect(seen).toEqual(["one\ntwo\nthree\n", "true"]);
    expect(result).toMatchObject({ ok: true, output: { end: "completed", merge: { conflicts: [], held: [] } } });
    expect(contentText(result.content)).toContain("Read-only file system");
    expect(readFileSync(file("a.txt"), "utf8")).toBe("ONE\ntwo\nTHREE\n");
    expect(existsSync(file("gone.txt"))).toBe(false);
    expect(readFileSync(file("own.txt"), "utf8")).toBe("from a tool\n");
    expect(statSync(file("run.sh")).mode & 0o111).not.toBe(0);
    expect(readFileSync(file("node_modules/x/index.js"), "utf8")).toBe("kept");
    await session.call("undo", {});
    expect(readFileSync(file("a.txt"), "utf8")).toBe("one\ntwo\nTHREE\n");
    expect(existsSync(file("gone.txt"))).toBe(true);
    await preset.close();
  },
);

// Copies are shown by bubblewrap.
test.skipIf(!canReplace)(
  "a chmod of its commands is merged and taken back by undo, and the result names its links (needs bubblewrap)",
  async () => {
    writeFileSync(file("tool.sh"), "#!/bin/sh\n", { mode: 0o644 });
    const before = statSync(file("tool.sh")).mode & 0o777;
    const steps: Step[] = [["bash", { command: "chmod 755 tool.sh; ln -s tool.sh link.sh" }]];
    const preset = coding({ root, agents: { runner: runner(steps) }, shell: { sandbox } });
    await using session = openSession(preset.registry, { ...preset, approve: () => true });
    const result = await session.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
    const note = `${file("link.sh")} is a symbolic link now, which was not taken over: create it after the merge.`;
    expect(result).toMatchObject({
      output: {
        report: expect.stringContaining(note),
        merge: {
          changes: [{ path: file("tool.sh"), kind: "changed", added: 0, removed: 0, mode: "755" }],
          merged: [file("tool.sh")],
          notes: [note],
        },
      },
    });
    expect(contentText(result.content).split(note)).toHaveLength(3);
    expect(statSync(file("tool.sh")).mode & 0o777).toBe(0o755);
    expect(existsSync(file("link.sh"))).toBe(false);
    await session.call("undo", {});
    expect(statSync(file("tool.sh")).mode & 0o777).toBe(before);
    await preset.close();
  },
);

// Copies are shown by bubblewrap.
test.skipIf(!canReplace)(
  "what its commands write to protected files is not merged, and no command leaves the sandbox (needs bubblewrap)",
  async () => {
    const steps: Step[] = [
      ["bash", { command: "mkdir -p .vscode && echo '{}' > .vscode/tasks.json && echo fine > fine.txt" }],
      ["bash", { command: "touch out.txt", permissions: "all" }],
    ];
    const preset = coding({ root, agents: { runner: runner(steps) }, shell: { sandbox } });
    await using session = openSession(preset.registry, { ...preset, approve: () => true });
    const result = await session.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
    expect(contentText(result.content)).toContain("need the sandbox");
    expect(readFileSync(file("fine.txt"), "utf8")).toBe("fine\n");
    expect(existsSync(file(".vscode/tasks.json"))).toBe(false);
    expect(existsSync(file("out.txt"))).toBe(false);
    await preset.close();
  },
);

// Copies are shown by bubblewrap.
test.skipIf(!canReplace)(
  "commands of an isolated agent within an isolated agent see the files of both (needs bubblewrap)",
  async () => {
    writeFileSync(file("shared.txt"), "one\n-\ntwo\n");
    const bash = (command: string): Step => ["bash", { command }];
    const scripts: Readonly<Record<string, readonly Step[]>> = {
      outer: [
        bash("sed -i s/one/ONE/ shared.txt; echo o > outer.txt"),
        ["task", { prompt: "inner", agent: "general", isolation: "overlay" }],
        bash("cat shared.txt inner.txt"),
      ],
      inner: [
        ["write_file", { path: "tool.txt", content: "from a tool\n" }],
        bash("cat shared.txt outer.txt tool.txt; sed -i s/two/TWO/ shared.txt; echo i > inner.txt; rm outer.txt"),
      ],
    };
    const byPrompt: AgentRunner = (request) => {
      const [first] = request.messages;
      return runner(scripts[first?.role === "user" ? first.text : ""] ?? [])(request);
    };
    const preset = coding({ root, agents: { runner: byPrompt }, shell: { sandbox } });
    await using session = openSession(preset.registry, { ...preset, approve: () => true });
    const result = await session.call("task", { prompt: "outer", agent: "general", isolation: "overlay" });
    expect(result).toMatchObject({ ok: true, output: { merge: { conflicts: [], held: [] } } });
    expect(contentText(result.content)).toContain("ONE\n-\nTWO\ni\n");
    expect(readFileSync(file("shared.txt"), "utf8")).toBe("ONE\n-\nTWO\n");
    expect([existsSync(file("outer.txt")), existsSync(file("tool.txt"))]).toEqual([false, true]);
    await preset.close();
  },
);

test("without a sandbox that shows copies, commands of an isolated agent do not run", async () => {
  const preset = coding({ root, agents: { runner: runner([["bash", { command: "echo x > never.txt" }]]) }, shell: {} });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const result = await session.call("task", { prompt: "go", agent: "general", isolation: "overlay" });
  expect(contentText(result.content)).toContain("need a sandbox that shows them a copy");
  expect(existsSync(file("never.txt"))).toBe(false);
  await preset.close();
});
