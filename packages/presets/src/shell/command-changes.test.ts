import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fork } from "@holdall/backends-compose/merge";
import { nodeBackend } from "@holdall/backends-node";
import { toPath } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forkWithModes } from "../families/_fork-modes.ts";
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
  return { own, run: runIn(copy), finish: () => copy.finish(allow) };
}

const runIn =
  (copy: ReturnType<typeof commandCopy>) =>
  async (script: string): Promise<readonly string[]> => {
    const [replaced] = await copy.prepare(new AbortController().signal);
    execFileSync("sh", ["-c", script], { cwd: replaced?.by });
    return copy.settle(allow);
  };

/** An agent in the files of another one. */
function agentWithin() {
  const outer = agent();
  const own = fork(forkWithModes(outer.own, nodeBackend({ roots: [root] })), { roots: [toPath(root)] });
  return { outer, own, run: runIn(commandCopy([toPath(root)], own, [outer.own])) };
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

posix(
  "commands of an agent within an agent see the files of both, and change those of the outer one (needs sh)",
  async () => {
    put("a.txt", "one\n-\ntwo\n-\nthree\n");
    put("b.txt", "b\n");
    put("run.sh", "x\n");
    const { outer, own, run } = agentWithin();
    await outer.run("sed -i s/one/ONE/ a.txt; rm b.txt; echo outer > outer.txt; chmod 700 outer.txt");
    await own.backend.write(toPath(file("own.txt")), new TextEncoder().encode("own\n"));
    const script = `test "$(cat a.txt outer.txt own.txt)" = "ONE
-
two
-
three
outer
own" && test ! -e b.txt && test -x outer.txt
sed -i s/three/THREE/ a.txt; rm outer.txt; echo b > b.txt; chmod 755 run.sh; echo inner > inner.sh; chmod 755 inner.sh`;
    expect(await run(script)).toEqual([]);
    expect(await outer.run("grep -q three a.txt && test -e outer.txt")).toEqual([]);
    await outer.own.backend.write(toPath(file("a.txt")), new TextEncoder().encode("ONE\n-\nTWO\n-\nthree\n"));
    expect(await own.merge()).toMatchObject({ conflicts: [] });
    expect(await own.changes()).toEqual([]);
    expect(await outer.run('test "$(cat a.txt inner.sh)" = "ONE\n-\nTWO\n-\nTHREE\ninner"')).toEqual([]);
    expect(await outer.run("test ! -e outer.txt && test -x run.sh && test -x inner.sh")).toEqual([]);
    expect([bitsOf("run.sh"), existsSync(file("outer.txt")), existsSync(file("inner.sh"))]).toEqual([
      0o644,
      false,
      false,
    ]);
    expect(await outer.own.merge()).toMatchObject({ conflicts: [] });
    expect(execFileSync("cat", [file("a.txt"), file("b.txt"), file("inner.sh")], { encoding: "utf8" })).toBe(
      "ONE\n-\nTWO\n-\nTHREE\nb\ninner\n",
    );
    expect([bitsOf("run.sh"), bitsOf("inner.sh")]).toEqual([0o755, 0o755]);
  },
);

posix("what the outer agent changes while a command of the inner one runs is merged with it (needs sh)", async () => {
  put("a.txt", "one\ntwo\nthree\n");
  put("gone.txt", "gone\n");
  const { outer, own } = agentWithin();
  await outer.run("sed -i s/one/ONE/ a.txt");
  const copy = commandCopy([toPath(root)], own, [outer.own]);
  const [replaced] = await copy.prepare(new AbortController().signal);
  await outer.run("sed -i s/ONE/1/ a.txt; echo more >> gone.txt");
  execFileSync("sh", ["-c", "sed -i s/three/3/ a.txt; rm gone.txt"], { cwd: replaced?.by });
  await copy.settle(allow);
  const { conflicts } = await own.merge();
  expect(conflicts.map(({ path }) => path).sort()).toEqual([file("a.txt"), file("gone.txt")]);
  const text = async (name: string) =>
    new TextDecoder().decode((await outer.own.backend.read(toPath(file(name)))).bytes);
  expect([await text("a.txt"), await text("gone.txt")]).toEqual(["1\ntwo\nthree\n", "gone\nmore\n"]);
});

posix("copies keep permissions and times, and folders that are not merged are named (needs sh)", async () => {
  put("old.txt", "old\n", 0o640);
  utimesSync(file("old.txt"), 1_000_000, 1_000_000);
  mkdirSync(file("node_modules"));
  const { run } = agent();
  const script = `TZ=UTC touch -t 197001121346.40 same; test ! old.txt -nt same && test ! old.txt -ot same || exit 1
rm same; test "$(find old.txt -perm 640)" = old.txt`;
  expect(await run(script)).toEqual([]);
  const notes = await run("mkdir -p pkg/node_modules && echo x > pkg/node_modules/x");
  expect(notes).toEqual([
    `${file("pkg/node_modules")} was made by a command and is not merged: make it again after the merge.`,
  ]);
});
