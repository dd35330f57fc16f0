import { existsSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Call, makeProject } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

// By path: the agent is a fixture of the package.
const script = new URL("../../../../packages/acp/src/client/fixtures/scripted-agent.fixture.ts", import.meta.url);
const agent = [process.execPath, fileURLToPath(script)];

const asked = (...lines: readonly string[]): Call => ["task", { agent: "other", prompt: lines.join("\n") }];

// A sandbox hides what lies in there, this checkout and its Node included.
const isHidden = process.execPath.startsWith(realpathSync(tmpdir()));
const skipped = isHidden ? " (skipped: the folder of temporary files, which a sandbox hides, holds this Node)" : "";

// A sandbox hides this Node.
describe.skipIf(isHidden).each(hosts)(`$name${skipped}`, (host) => {
  test("has another agent work in its session, once a person agreed", async () => {
    using project = makeProject();
    const file = project.put("a.txt", "one\n");
    const lines = ["read a.txt", "write a.txt two", "disk b.txt new", "write /etc/hosts no"];
    const refused = (await host.run([asked(...lines)], { project, agent, answers: [false] })).at(-1);
    expect(refused?.code).toMatch(/denied|declined/);
    expect(readFileSync(file, "utf8")).toBe("one\n");
    const done = (await host.run([asked(...lines)], { project, agent, sandbox: true, answers: [true] })).at(-1);
    expect(done).toMatchObject({ code: "ok" });
    expect(done?.text).toContain("read 4 one");
    expect(done?.text).toContain("wrote a.txt");
    expect(done?.text).toMatch(/refused: Not permitted: .*\/etc\/hosts/);
    expect(done?.text).toMatch(/untrusted/i);
    expect(readFileSync(file, "utf8")).toBe("two\n");
    expect(readFileSync(join(project.root, "b.txt"), "utf8")).toBe("new\n");
  });

  test("refuses files of its own to a program, before anything is asked, and has nothing to merge", async () => {
    using project = makeProject();
    const isolated: Call = ["task", { agent: "other", prompt: "disk b.txt new", isolation: "overlay" }];
    const refused = (await host.run([isolated], { project, agent, answers: [] })).at(-1);
    expect(refused?.text).toContain("cannot have files of its own: other is a program of its own");
    const nothing = (await host.run([["resolve_merge", { task_id: "t1" }]], { project, agent, answers: [] })).at(-1);
    expect(nothing?.text).toContain("No agent t1 has changes of its own");
    expect(existsSync(join(project.root, "b.txt"))).toBe(false);
  });

  test("lets it write nothing in plan mode", async () => {
    using project = makeProject();
    project.put("a.txt", "one\n");
    const policy = { mode: "plan" } as const;
    const lines = asked("read a.txt", "write a.txt two", "disk b.txt new");
    const done = (await host.run([lines], { project, agent, policy, sandbox: true, answers: [true] })).at(-1);
    expect(done?.text).toContain(done?.code === "ok" ? "EROFS" : "Plan mode");
    expect(readFileSync(join(project.root, "a.txt"), "utf8")).toBe("one\n");
    expect(existsSync(join(project.root, "b.txt"))).toBe(false);
  });
});
