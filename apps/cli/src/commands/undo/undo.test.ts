import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";

function open() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "ws/src"), { recursive: true });
  writeFileSync(join(folder, "ws/src/a.ts"), "a\n");
  const env = { ...process.env, XDG_STATE_HOME: join(folder, "state"), XDG_CONFIG_HOME: join(folder, "config") };
  return {
    at: (name: string) => join(folder, "ws", name),
    holdall: (...argv: readonly string[]) => runCommand(argv, { cwd: join(folder, "ws"), env, input: "" }),
  };
}

test("takes back what a command of an earlier session deleted, and can do it again", async () => {
  const { at, holdall } = open();
  expect(await holdall("undo")).toMatchObject({ code: 2, errors: expect.stringContaining("No session has changed") });
  const command = `python3 -c "import shutil;shutil.rmtree('src')"`;
  expect(await holdall("call", "bash", JSON.stringify({ command }), "--yes")).toMatchObject({ code: 0 });
  expect(existsSync(at("src"))).toBe(false);
  const list = await holdall("undo", "--list");
  expect(list.out).toContain("u1 bash");
  expect(list.out).toContain("src/a.ts");
  expect(await holdall("undo", "--dry-run")).toMatchObject({ code: 0 });
  expect(existsSync(at("src"))).toBe(false);
  expect(await holdall("undo")).toMatchObject({ code: 0, out: expect.stringContaining("Undid u1 (bash)") });
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("a\n");
  expect(await holdall("undo", "u2")).toMatchObject({ code: 0 });
  expect(existsSync(at("src"))).toBe(false);
});
