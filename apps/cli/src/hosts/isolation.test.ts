import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Call, makeProject, type Project } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

const agentCalls: readonly Call[] = [["write_file", { path: "new.txt", content: "by the agent\n" }]];
const isolated = (isolation: string): Call => [
  "task",
  { agent: "general", description: "write it", prompt: "Write new.txt.", isolation },
];

/** A repository with work that is not committed. */
function openRepository(): { project: Project; git: (...words: string[]) => string } {
  const project = makeProject();
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@a", ...words], {
      ...{ cwd: project.root, env: project.env, encoding: "utf8" },
    });
  project.put("a.txt", "committed\n");
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "first");
  project.put("a.txt", "not committed\n");
  return { project, git };
}

describe.each(hosts.filter(({ hasModel }) => hasModel))("$name", (host) => {
  test("merges what an isolated agent has changed when it ends", async () => {
    using project = makeProject();
    const [done] = await host.run([isolated("overlay")], { project, agentCalls, answers: [true] });
    expect(done).toMatchObject({ code: "ok", text: expect.stringContaining("Reported.") });
    expect(readFileSync(join(project.root, "new.txt"), "utf8")).toBe("by the agent\n");
  });

  test("keeps the changes of an agent with a worktree on its branch, above the work that was not committed", async () => {
    const { project, git } = openRepository();
    using _ = project;
    const [done] = await host.run([isolated("worktree")], { project, agentCalls, answers: [true] });
    expect(done).toMatchObject({ code: "ok", text: expect.stringMatching(/agent\/write-it-/) });
    const branch = git("branch", "--list", "agent/*")
      .replace(/^[+* ]+/, "")
      .trim();
    expect(git("show", `${branch}:new.txt`)).toBe("by the agent\n");
    expect(git("show", `${branch}:a.txt`)).toBe("not committed\n");
    expect(existsSync(join(project.root, "new.txt"))).toBe(false);
    expect(git("status", "--porcelain")).toBe(" M a.txt\n");
    expect(git("worktree", "list")).toContain(join(project.base, "state/holdall/worktrees"));
  });

  test("names the way out where there is no repository", async () => {
    using project = makeProject();
    const [done] = await host.run([isolated("worktree")], { project, agentCalls: [], answers: [true] });
    expect(done).toMatchObject({ code: "unsupported", text: expect.stringContaining('isolation: "overlay"') });
    expect(existsSync(join(project.root, "new.txt"))).toBe(false);
  });
});

test.each(hosts.filter(({ hasModel }) => !hasModel))("$name has no model, and so no agent to isolate", async (host) => {
  using project = makeProject();
  const [done] = await host.run([isolated("worktree")], { project, agentCalls: [], answers: [true] });
  expect(done?.code).not.toBe("ok");
  expect(existsSync(join(project.root, "new.txt"))).toBe(false);
});
