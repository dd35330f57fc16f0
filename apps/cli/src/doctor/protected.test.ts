import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { checkProtected } from "./check-sandboxes.ts";

const { works, problems } = await probeSandbox(bubblewrap);

const project = () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-protected-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

// The probe says why it does not work here.
describe.skipIf(!works)(
  `protected files that commands make${works ? "" : `, skipped because bubblewrap does not work here: ${problems.join(" ")}`}`,
  () => {
    test("holdall call tells them in the answer and to the person, and takes them out of their place", async () => {
      const folder = project();
      writeFileSync(join(folder, "build.sh"), "mkdir .vscode && echo {} > .vscode/tasks.json");
      const input = JSON.stringify({ command: "sh build.sh" });
      const { out, errors } = await runCommand(["call", "bash", input], { cwd: folder });
      expect(JSON.parse(out)).toMatchObject({
        ok: true,
        output: { denied: { tampered: [], taken_back: [{ path: join(folder, ".vscode") }] } },
      });
      expect(errors).toMatch(
        /^holdall: While it ran, protected files were created by.*\.vscode\. They were taken out of their place/m,
      );
      expect(existsSync(join(folder, ".vscode"))).toBe(false);
    });

    test("doctor says where they cannot all be held", async () => {
      const folder = project();
      expect(await checkProtected(folder)).toMatchObject([{ state: "works" }]);
      symlinkSync(".", join(folder, ".vscode"));
      const [finding] = await checkProtected(folder);
      expect(finding).toMatchObject({ state: "missing", text: expect.stringMatching(/leads to the root itself/) });
    });

    test("what a process makes that was left running is told at the session's end", async () => {
      const folder = project();
      writeFileSync(
        join(folder, "build.sh"),
        "until test -e go; do sleep 0.01; done; mkdir .vscode; touch made; exec sleep 4545",
      );
      const late = "sh build.sh & true";
      const wait = {
        tool: "bash",
        input: { command: "touch go; until test -e made; do sleep 0.01; done", permissions: "all" },
      };
      const lines = [{ tool: "bash", input: { command: late } }, wait].map((line) => JSON.stringify(line)).join("\n");
      const { errors } = await runCommand(["call", "-", "--yes"], { cwd: folder, input: `${lines}\n` });
      expect(errors).toMatch(/^holdall: Before the session ended, protected files were created by.*\.vscode/m);
    });
  },
);
