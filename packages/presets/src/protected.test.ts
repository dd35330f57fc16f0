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
import { type CodingOptions, coding } from "./coding.ts";

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
  return { session, root, asked };
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

    test("leaves its place when a person agrees, for a folder in the root, and comes back", async () => {
      const made = open({ shell: { sandbox: sandboxOf(() => made.root) } }, () => true);
      const { session, root, asked } = made;
      writeFileSync(join(root, "build.sh"), "mkdir .vscode && echo evil > .vscode/tasks.json");
      await session.call("bash", { command: "sh build.sh" });
      expect(asked).toEqual([]);
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
      expect(readFileSync(join(root, "moved/.git/config"), "utf8")).toBe("mine");
    });
  },
);
