import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fork } from "@holdall/backends-compose/merge";
import { nodeBackend } from "@holdall/backends-node";
import { toPath } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandCopy } from "./_command-copy.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-changes-test-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const allow = { decide: async () => "allow" as const };
const file = (name: string) => join(root, name);
const bitsOf = (name: string) => statSync(file(name)).mode & 0o777;
const put = (name: string, text: string, mode = 0o644) => {
  writeFileSync(file(name), text);
  chmodSync(file(name), mode);
};

/** An agent's files and commands. `run` runs a script in the copy, as a sandbox would show it. */
function agent() {
  const base = nodeBackend({ roots: [root] });
  const own = fork(base, { roots: [toPath(root)] });
  const copy = commandCopy([toPath(root)], own);
  const run = async (script: string) => {
    const [replaced] = await copy.prepare(new AbortController().signal);
    execFileSync("sh", ["-c", script], { cwd: replaced?.by });
    return copy.settle(allow);
  };
  return { own, run, finish: () => copy.finish(allow) };
}

// Windows has no permission bits and no sh.
const posix = test.skipIf(process.platform === "win32");

posix("permissions that a command sets are merged, with what the parent has written meanwhile (needs sh)", async () => {
  put("run.sh", "one\ntwo\n");
  put("both.sh", "one\ntwo\n");
  put("off.sh", "x\n", 0o755);
  const { own, run, finish } = agent();
  expect(await run("chmod 755 run.sh both.sh; chmod 644 off.sh; echo three >> both.sh")).toEqual([]);
  expect(await run("test -x run.sh && test ! -x off.sh")).toEqual([]);
  expect(bitsOf("run.sh")).toBe(0o644);
  put("run.sh", "ONE\ntwo\n");
  expect((await own.changes()).map(({ path, kind, mode }) => [path, kind, mode])).toEqual([
    [file("both.sh"), "changed", 0o755],
    [file("off.sh"), "changed", 0o644],
    [file("run.sh"), "changed", 0o755],
  ]);
  expect(await finish()).toEqual([]);
  expect((await own.merge()).conflicts).toEqual([]);
  expect(["run.sh", "both.sh", "off.sh"].map(bitsOf)).toEqual([0o755, 0o755, 0o644]);
  expect(execFileSync("cat", [file("run.sh")], { encoding: "utf8" })).toBe("ONE\ntwo\n");
  expect(await own.changes()).toEqual([]);
});

posix(
  "permissions that both have changed are a conflict, whose decision keeps the parent's content (needs sh)",
  async () => {
    put("run.sh", "one\n");
    const { own, run } = agent();
    await run("chmod 755 run.sh");
    put("run.sh", "ONE\n", 0o600);
    const { conflicts } = await own.merge();
    expect(conflicts).toMatchObject([{ kind: "mode", path: file("run.sh") }]);
    expect(bitsOf("run.sh")).toBe(0o600);
    const [seen] = conflicts;
    if (!seen) throw new Error("no conflict");
    await own.resolve(seen, { take: "incoming" });
    expect(bitsOf("run.sh")).toBe(0o755);
    expect(execFileSync("cat", [file("run.sh")], { encoding: "utf8" })).toBe("ONE\n");
    expect(await own.changes()).toEqual([]);
  },
);

posix(
  "permissions follow a file that was moved, and a file that the parent removed is a conflict (needs sh)",
  async () => {
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join("");
    for (const name of ["parent.sh", "own.sh", "gone.sh"]) put(name, `${name}\n${text}`);
    const { own, run } = agent();
    await run("chmod 755 *.sh; mv own.sh moved.sh");
    execFileSync("sh", ["-c", "mv parent.sh renamed.sh; rm gone.sh"], { cwd: root });
    const { conflicts } = await own.merge();
    expect(conflicts).toMatchObject([{ kind: "removed", path: file("gone.sh") }]);
    expect([bitsOf("renamed.sh"), bitsOf("moved.sh")]).toEqual([0o755, 0o755]);
    expect([existsSync(file("parent.sh")), existsSync(file("own.sh"))]).toEqual([false, false]);
  },
);

posix("a command sees the permissions of a file that a file tool has changed (needs sh)", async () => {
  put("run.sh", "echo one\n", 0o755);
  const { own, run } = agent();
  await own.backend.write(toPath(file("run.sh")), new TextEncoder().encode("touch ran\n"));
  expect(await run("test -x run.sh && sh ./run.sh")).toEqual([]);
  await own.merge();
  expect([existsSync(file("ran")), bitsOf("run.sh")]).toEqual([true, 0o755]);
});

posix("links are named when the command ends and once more at the end, and change nothing (needs sh)", async () => {
  put("a.txt", "a\n");
  put("b.txt", "b\n");
  execFileSync("ln", ["-s", "a.txt", file("link")]);
  const { own, run, finish } = agent();
  const notes = await run("ln -s a.txt new; ln -sf b.txt link; rm b.txt; ln -s a.txt b.txt");
  expect(notes).toHaveLength(3);
  expect(notes.join("\n")).toMatch(
    /b\.txt is a symbolic link now.*\n.*link has another target now.*\n.*new is a symbolic link now/,
  );
  expect(await run("true")).toEqual([]);
  expect(await finish()).toEqual(notes);
  expect((await own.merge()).changes).toEqual([]);
  expect(execFileSync("cat", [file("link"), file("b.txt")], { encoding: "utf8" })).toBe("a\nb\n");
});

posix("empty folders that a command makes or removes are merged (needs sh)", async () => {
  mkdirSync(file("old/inner"), { recursive: true });
  put("old/inner/x", "x");
  const { own, run } = agent();
  await run("mkdir -p new/deep; rm -r old");
  expect([existsSync(file("new")), existsSync(file("old"))]).toEqual([false, true]);
  await own.merge();
  expect([existsSync(file("new/deep")), existsSync(file("old"))]).toEqual([true, false]);
});
