import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, contentText, createRegistry, deny, firstOf, openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import { denyProtected } from "../../protected-paths.ts";

/** Turns `d` into a link to what is protected or secret and back, and `l` from one place to another, as fast as it can. */
const attacker = `
  const { mkdirSync, renameSync, symlinkSync, unlinkSync } = require("node:fs");
  process.chdir(process.argv[1]);
  const attempt = (work) => { try { work(); return true; } catch { return false; } };
  let junk = 0;
  const put = (from, to) => {
    if (attempt(() => renameSync(from, to))) return;
    attempt(() => renameSync(to, "junk/" + junk++));
    attempt(() => renameSync(from, to));
  };
  const turn = (target) => { attempt(() => symlinkSync(target, "turning")); put("turning", "l"); };
  process.stdout.write("ready");
  for (let i = 0; ; i++) {
    const target = i % 2 ? ".git/hooks" : "secrets";
    attempt(() => symlinkSync(target, "fresh"));
    attempt(() => renameSync("d", "d.real"));
    put("fresh", "d");
    attempt(() => unlinkSync("d"));
    put("d.real", "d");
    turn(target);
    turn("stable");
    if (i % 16 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }`;

const snapshot = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const at = join(entry.parentPath, entry.name);
      return `${at} ${entry.isFile() ? readFileSync(at, "utf8") : ""}`;
    })
    .sort()
    .join("\n");

const update = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-two\n+two\n+three\n*** End Patch`;
const addAndDelete = (path: string, old: string) =>
  `*** Begin Patch\n*** Add File: ${path}\n+x\n*** Delete File: ${old}\n*** End Patch`;

/** Every change and read of what lies in a folder. */
const calls = (folder: string, i: number): [tool: string, input: Record<string, unknown>][] => {
  const at = (name: string) => `${folder}/${name}`;
  return [
    ["read_file", { path: at("f") }],
    ["write_file", { path: at("f"), content: "one\ntwo\n" }],
    ["edit_file", { path: at("f"), old_string: "one", new_string: "one" }],
    ["edit_file", { path: at("f"), old_string: "two", new_string: "2\ntwo" }],
    ["multi_edit", { path: at("f"), edits: [{ old_string: "two", new_string: "zwei\ntwo" }] }],
    ["append_file", { path: at("f"), content: "x\n" }],
    ["append_file", { path: at(`new-${i % 7}`), content: "x\n" }],
    ["write_file", { path: at(`deep-${i % 5}/er/${i % 3}`), content: "x" }],
    ["create_directory", { path: at(`made-${i % 5}/deep`) }],
    ["apply_patch", { patch: update(at("f")) }],
    ["apply_patch", { patch: addAndDelete(at(`added-${i}`), at("victim")) }],
    ["undo", {}],
    ["move_file", { from: at("victim"), to: at("moved") }],
    ["move_file", { from: at("moved"), to: at("victim"), overwrite: true }],
    ["move_file", { from: "beside", to: at("inside") }],
    ["undo", {}],
    ["delete_file", { path: at(`new-${i % 7}`) }],
    ["delete_file", { path: at(`deep-${i % 5}`), recursive: true }],
    ["delete_file", { path: at("sub"), recursive: true }],
    ["undo", {}],
    ["list_directory", { path: folder, depth: 3 }],
    ["list_files", { path: folder, ignored: i % 2 === 0 }],
    ["glob_files", { path: folder, pattern: "**/*", hidden: true, ignored: true }],
    ["grep_files", { path: folder, pattern: "secret", ignored: i % 2 === 0 }],
    ["file_info", { path: at("f") }],
  ];
};

/** Milliseconds; more of them by hand. */
const long = Number(process.env.HOLDALL_RACE_MS ?? 0);

// Only Linux can stand on an open folder; elsewhere a gap remains, which the README of backends-node names.
test.runIf(process.platform === "linux")(
  "an attacker who exchanges folders for links to protected and secret places leads no call there (attack 5)",
  { timeout: long + 30_000 },
  async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-race-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const folder of ["d", "stable", "junk", ".git/hooks", "secrets"]) {
      mkdirSync(join(root, folder, "sub"), { recursive: true });
      const [text, name] = folder === "secrets" ? ["secret-text\ntwo\none\n", "secret-name"] : ["one\ntwo\n", "name"];
      for (const file of ["f", "victim", "moved", "new-1", "sub/x", name])
        writeFileSync(join(root, folder, file), text);
    }
    writeFileSync(join(root, "beside"), "x");
    const before = snapshot(join(root, ".git")) + snapshot(join(root, "secrets"));
    const child = spawn(process.execPath, ["-e", attacker, root], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await new Promise((resolve) => child.stdout.once("data", resolve));

    const policy = firstOf(
      denyProtected({ roots: [root] }),
      ...[join(root, "secrets"), join(root, ".git")].map((under) => deny({ under })),
      allow(),
    );
    const backend = nodeBackend({ roots: root });
    const session = openSession(createRegistry(fsTools({ backend, excludes: "ignored" })), { policy, cwd: root });
    const done = new Map<string, number>();
    const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);
    const end = Date.now() + (long || 1500);
    // A busy machine takes longer until something was exchanged at the right moment.
    const atMost = end + 20_000;
    const isEnough = () => (done.get("ok") ?? 0) > 50 && (done.get("permission_denied") ?? 0) > 5 && done.has("stale");
    for (let i = 0; Date.now() < end || (!isEnough() && Date.now() < atMost); i++)
      for (const [tool, input] of calls(i % 2 ? "d" : "l", i)) {
        const result = await session.call(tool, input);
        count(result.ok ? "ok" : result.error.code);
        const said = contentText(result.content) + JSON.stringify(result.ok ? result.output : result.error);
        expect(said, `${tool} ${JSON.stringify(input)}`).not.toMatch(/secret-(?:text|name)/);
      }
    expect(snapshot(join(root, ".git")) + snapshot(join(root, "secrets"))).toBe(before);
    if (long) console.log(Object.fromEntries(done));
    expect(done.get("ok") ?? 0).toBeGreaterThan(50);
    expect(done.get("permission_denied") ?? 0).toBeGreaterThan(5);
    expect(done.get("stale") ?? 0, "nothing was exchanged between judging and opening").toBeGreaterThan(0);
    expect([...done.keys()].filter((code) => code === "internal")).toEqual([]);
  },
);
