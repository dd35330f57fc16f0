import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap, noSandbox, probeSandbox } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/sandbox/port";
import { type ApprovalRequest, openSession, ToolError } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";

interface Ran {
  readonly output: {
    readonly output: string;
    readonly notes: readonly string[];
    readonly task_id?: string;
    readonly denied: {
      readonly tampered: readonly string[];
      readonly taken_back?: readonly { readonly path: string; readonly kept: string }[];
    };
  };
  readonly content: unknown;
}

const { works, problems } = await probeSandbox(bubblewrap);

function open(options: CodingOptions, says: (request: ApprovalRequest) => boolean) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-protected-")));
  const preset = coding({ root, ...options });
  const asked: string[] = [];
  const approve = (request: ApprovalRequest) => {
    asked.push(request.prompt);
    return says(request);
  };
  const session = openSession(preset.registry, { ...preset, approve });
  onTestFinished(async () => {
    await session[Symbol.asyncDispose]();
    rmSync(root, { recursive: true });
  });
  return { session, root, asked, preset };
}

describe("a sandbox that cannot protect what it should", () => {
  const sandbox: Sandbox = {
    ...noSandbox,
    confines: (level) => level !== "all",
    launch: async () => {
      throw new ToolError("unavailable", "no", { data: { unprotected: "there is too much" } });
    },
  };
  const rules: CodingOptions["permissions"][] = [undefined, { rules: [{ allow: ["bash"] }] }, { mode: "bypass" }];

  test.each(rules)("is left only when a person says so, whatever rules and modes say: %j", async (permissions) => {
    for (const answer of [true, false]) {
      const { session, root, asked } = open({ shell: { sandbox }, permissions }, () => answer);
      const result = await session.call("bash", { command: "echo > ran" });
      expect(asked).toEqual([expect.stringMatching(/without a sandbox, because the one here cannot protect/)]);
      expect([result.ok, existsSync(join(root, "ran"))]).toEqual([answer, answer]);
    }
  });
});

test("file tools and commands ask before they write what git or a link points to", async () => {
  const { session, root, asked } = open({ shell: false }, () => false);
  mkdirSync(join(root, ".bare"));
  mkdirSync(join(root, "hk"));
  writeFileSync(join(root, ".git"), "gitdir: .bare\n");
  writeFileSync(join(root, ".bare/config"), "[core]\n\thooksPath = my/hooks\n");
  symlinkSync("hk", join(root, ".husky"));
  for (const path of [".bare/hooks/x", "my/hooks/pre-commit", "hk/pre-commit"])
    expect((await session.call("write_file", { path, content: "x" })).ok, path).toBe(false);
  expect(asked.length).toBe(3);
  expect((await session.call("write_file", { path: "src/a", content: "x" })).ok).toBe(true);
});

// The probe says why it does not work here.
describe.skipIf(!works)(
  `what a command has made${works ? "" : `, skipped because bubblewrap does not work here: ${problems.join(" ")}`}`,
  () => {
    const sandboxOf = (root: () => string) => async () => bubblewrap({ roots: [root()] });

    /** A program that hides the names of what it makes. */
    const script = `d=.vs; mkdir $d'code' && echo evil > $d'code'/tasks.json; echo x > .git""modules`;
    const isThere = (root: string) => [".vscode/tasks.json", ".gitmodules"].map((path) => existsSync(join(root, path)));

    test.each<[string, CodingOptions["permissions"], boolean, boolean, number]>([
      ["is taken back when the user declines", undefined, false, false, 1],
      ["stays when the user agrees, asked once", undefined, true, true, 1],
      ["is asked about whatever rules allow", { rules: [{ allow: ["write"] }, { allow: ["bash"] }] }, false, false, 1],
      ["is taken back unasked when a rule denies it", { rules: [{ deny: ["write(.vscode/**)"] }] }, true, false, 0],
    ])("%s", async (_, permissions, answer, stays, questions) => {
      const made = open({ permissions, shell: { sandbox: sandboxOf(() => made.root) } }, () => answer);
      const { session, root, asked } = made;
      writeFileSync(join(root, "build.sh"), script);
      const { output, content } = (await session.call("bash", { command: "x=1; sh build.sh" })) as unknown as Ran;
      expect([asked.length, isThere(root)]).toEqual([questions, [stays, stays]]);
      if (questions > 0) expect(asked[0]).toMatch(/\.vscode, which is configuration of an editor/);
      expect(existsSync(join(root, ".holdall"))).toBe(!stays);
      if (!stays) {
        const kept = output.denied.taken_back?.map((each) =>
          readFileSync(join(each.kept, each.path.endsWith("vscode") ? "tasks.json" : "."), "utf8"),
        );
        expect(kept).toEqual(["x\n", "evil\n"]);
        expect(JSON.stringify(content)).toMatch(/were taken out of their place, because/);
      }
      const next = (await session.call("bash", { command: "echo $x" })) as unknown as Ran;
      expect([next.output.output, next.output.notes]).toEqual(["1\n", []]);
    });

    test("is taken back where the user cannot be asked, from a task and from what a command has left, too", async () => {
      const made = open({ shell: { sandbox: sandboxOf(() => made.root) } }, () => false);
      const { root, preset } = made;
      const session = openSession(preset.registry, preset);
      writeFileSync(join(root, "build.sh"), script);
      await session.call("bash", { command: "sh build.sh" });
      expect(isThere(root)).toEqual([false, false]);
      const task = (await session.call("bash", { command: "sh build.sh", run_in_background: true })) as unknown as Ran;
      const { task_id = "" } = task.output;
      expect(JSON.stringify(await session.call("task_output", { task_id, block: true }))).toMatch(
        /taken out of their place/,
      );
      expect(isThere(root)).toEqual([false, false]);
      await session.call("bash", {
        command: "(until test -e go; do sleep 0.01; done; sh build.sh; sleep 4545) & true",
      });
      writeFileSync(join(root, "go"), "");
      await expect.poll(() => existsSync(join(root, ".gitmodules"))).toBe(true);
      await session[Symbol.asyncDispose]();
      expect(isThere(root)).toEqual([false, false]);
    });

    test("is no news and stays where calls of the session were permitted to write it, beside a command as well", async () => {
      const made = open({ shell: { sandbox: sandboxOf(() => made.root) } }, () => true);
      const { session, root, asked } = made;
      const command = session.call("bash", {
        command: "until test -e AGENTS.md; do sleep 0.01; done; echo {} > .mcp.json",
      });
      await session.call("write_file", { path: "AGENTS.md", content: "x" });
      const { output } = (await command) as unknown as Ran;
      expect([asked.length, output.notes, output.denied.tampered]).toEqual([2, [], []]);
      expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toBe("x");
    });

    test("leaves its place when a person agrees, for a folder in the root, and comes back", async () => {
      const made = open({ shell: { sandbox: sandboxOf(() => made.root) } }, () => true);
      const { session, root, asked } = made;
      writeFileSync(join(root, "build.sh"), "mkdir .vscode && echo evil > .vscode/tasks.json");
      await session.call("bash", { command: "sh build.sh" });
      expect(asked.splice(0).length).toBe(1);
      const away = join(root, ".holdall/quarantine/vscode");
      expect(await session.call("move_file", { from: ".vscode", to: away })).toMatchObject({ ok: true });
      expect(asked).toEqual([expect.stringMatching(/configuration of an editor.*configuration of an agent/s)]);
      expect([existsSync(join(root, ".vscode")), readFileSync(join(away, "tasks.json"), "utf8")]).toEqual([
        false,
        "evil\n",
      ]);
      expect(await session.call("undo", {})).toMatchObject({ ok: true });
      expect(asked.length).toBe(2);
      expect(readFileSync(join(root, ".vscode/tasks.json"), "utf8")).toBe("evil\n");
    });

    test("is no news when file tools made it with leave, and a folder that was moved with leave keeps its repository", async () => {
      const made = open({ shell: { sandbox: sandboxOf(() => made.root) } }, () => true);
      const { session, root } = made;
      mkdirSync(join(root, "lib/.git"), { recursive: true });
      writeFileSync(join(root, "lib/.git/config"), "mine");
      await session.call("bash", { command: "true" });
      await session.call("write_file", { path: "AGENTS.md", content: "x" });
      await session.call("move_file", { from: "lib", to: "core" });
      const { output } = (await session.call("bash", { command: "ls" })) as { output?: { notes: string[] } };
      expect(output?.notes).toEqual([]);
      await session.call("bash", { command: "mv core moved", permissions: "all" });
      await session.call("bash", { command: "ls" });
      expect(existsSync(join(root, ".holdall"))).toBe(false);
      expect(readFileSync(join(root, "moved/.git/config"), "utf8")).toBe("mine");
    });
  },
);
