import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";

const { works, problems } = await probeSandbox(bubblewrap);
const mark = "holdall-test-denied";

// The probe says why it does not work here.
describe.skipIf(!works)(
  `what rules of a project deny${works ? "" : `, skipped because bubblewrap does not work here: ${problems.join(" ")}`}`,
  { timeout: 60_000 },
  () => {
    test("is kept from the commands of holdall call", async () => {
      const folder = mkdtempSync(join(tmpdir(), "holdall-denied-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      mkdirSync(join(folder, "locked"));
      writeFileSync(join(folder, ".env"), mark);
      writeFileSync(join(folder, "locked/a"), "kept");
      writeFileSync(join(folder, "holdall.config.yaml"), 'permissions:\n  deny: ["read(.env)", "write(locked/**)"]\n');
      const script = `find . -type f -exec cat {} +; tar cf - . | tr -cd '[:alnum:]-'; perl -e 'unlink "locked/a"'; cat locked/a`;
      const { out } = await runCommand(["call", "bash", JSON.stringify({ command: script })], { cwd: folder });
      expect(out).not.toContain(mark);
      expect(JSON.parse(out)).toMatchObject({ ok: true, output: { output: expect.stringContaining("kept") } });
      expect(readFileSync(join(folder, "locked/a"), "utf8")).toBe("kept");
    });
  },
);
