import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { describeTreeCopies } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWork } from "./_cases.fixture.ts";
import { openDisk } from "./_disk.fixture.ts";

/** Each begins with the same tree; `before` is the person's, `run` the session's. */
const trees: Readonly<Record<string, { readonly before?: string; readonly run: string }>> = {
  "a folder that becomes a link to its moved self": { run: "mv d real; ln -s real d" },
  "a folder that becomes an absolute link to its moved self": { run: 'mv d real; ln -s "$PWD/real" d' },
  "a folder that becomes a link to a folder outside": { run: "rm -r d; ln -s ../outside d" },
  "a folder whose subfolder becomes a link to a folder outside": { run: "rm -r d/sub; ln -s ../../outside/sub d/sub" },
  "links in a loop": { run: "rm -r d f; ln -s loop d; ln -s d loop; ln -s f f" },
  "a link put over a file": { run: "ln -sf g f" },
  "a link to a file outside put over a file": { run: "ln -sf ../outside/f f; echo more > g" },
  "a hard link put over a file": { run: "ln -f g f" },
  "a hard link to a file outside put over a file": { run: "ln -f ../outside/f f" },
  "a file put over a link": { before: "ln -s g l", run: "rm l; echo x > l" },
  "a folder put over a link": { before: "ln -s d l", run: "rm l; mkdir l; echo x > l/f" },
  "a link that is removed, one that is retargeted, one that dangles": {
    before: "ln -s g l; ln -s d m; ln -s nowhere n",
    run: "rm l n; ln -sfn empty m",
  },
  "a link to a folder outside that is removed": { before: "ln -s ../outside o", run: "rm o; mkdir o; echo x > o/f" },
  "a file put over a folder, a folder over a file": { run: "rm -r d f; echo x > d; mkdir f; echo x > f/f" },
  "modes of files": { before: "chmod 755 f; chmod 600 g", run: "chmod 644 f; chmod 777 g; echo x >> g" },
  "modes of folders": {
    before: "chmod 700 d; chmod 555 empty",
    run: "chmod 777 d; chmod 755 empty; touch empty/x; chmod 500 d/sub",
  },
  "modes of what is deleted": { before: "chmod 711 d; chmod 4750 f; chmod 555 d/sub", run: "rm -r d f" },
  "empty folders": { before: "mkdir -p e/e/e", run: "rmdir empty; rmdir -p e/e/e; mkdir -p new/new" },
  "names in Unicode, with line ends and quotes": {
    before: "echo 1 > 'é'; printf x > 'e\u0301'; mkdir 'ä ö'; echo 2 > 'ä ö/\u202egpj'; printf y > 'new\nline'",
    run: "rm 'é' 'new\nline'; mv 'ä ö' 'x\"y'; ln -s 'x\"y' '日本'; echo z > 'e\u0301'",
  },
  "hard links of one file": { before: "ln f h", run: "echo more >> f" },
};

describeTreeCopies(
  "a rewind",
  async ({ root }) => {
    const store = mkdtempSync(join(tmpdir(), "hostile-store-"));
    onTestFinished(() => rmSync(store, { recursive: true }));
    mkdirSync(join(store, "kept"));
    const { checkpoints, command } = await openWork({
      ...{ workspace: nodeBackend({ roots: root }), root: toPath(root) },
      ...{ store: nodeBackend({ roots: store }), folder: join(store, "kept") },
    });
    const { id } = await checkpoints.create();
    const script = "rm -r real; ln -s ../outside real; rm sub; mkdir sub; echo x > sub/f.txt";
    await command(async () => void execFileSync("sh", ["-c", script], { cwd: root, stdio: "ignore" }));
    await checkpoints.restore(await checkpoints.plan(id));
    return { folder: root };
  },
  { keepsSource: false },
);

describe("rewind after", () => {
  test.each(Object.entries(trees))("%s", async (_, { before = ":", run }) => {
    const { checkpoints, sh, tree, outside, rewind } = await openDisk();
    await sh(before);
    const then = tree();
    const there = outside();
    const { id } = await checkpoints.create();
    await sh(run);
    const changed = tree();
    expect(changed).not.toEqual(then);
    const { present, left, notKept } = await rewind(id);
    expect([left, notKept]).toEqual([[], []]);
    expect(tree()).toEqual(then);
    expect(outside()).toEqual(there);
    await rewind(present);
    expect(tree()).toEqual(changed);
    expect(outside()).toEqual(there);
  });
});

test("a restored file has an inode of its own: later writes do not reach the file that it was linked to", async () => {
  const { checkpoints, sh, at, rewind } = await openDisk();
  const { id } = await checkpoints.create();
  await sh("ln -f ../outside/f f");
  await rewind(id);
  await sh("echo more >> f");
  expect(readFileSync(at("outside/f"), "utf8")).toBe("outside/f\n");
});

test("a folder that others replace by a link after the plan is left alone, and so is what the link leads to", async () => {
  const { checkpoints, sh, at, outside, ws } = await openDisk();
  const { id } = await checkpoints.create();
  await sh("echo changed > d/f; rm d/sub/deep");
  const plan = await checkpoints.plan(id);
  const there = outside();
  renameSync(at("ws/d"), at("ws/kept"));
  symlinkSync("../outside", at("ws/d"));
  await expect(checkpoints.restore(plan)).rejects.toMatchObject({ code: "stale" });
  const again = await checkpoints.plan(id);
  expect(again.conflicts.map(({ path }) => path)).toContain(`${ws}/d/f`);
  const { files } = await checkpoints.restore(again, { include: again.conflicts.map(({ path }) => path) });
  expect(files?.left).toContain(`${ws}/d/f`);
  expect(outside()).toEqual(there);
  expect(readFileSync(at("ws/kept/f"), "utf8")).toBe("changed\n");
});

test("a file tool that is given a path through a link is recorded where it writes", async () => {
  const { checkpoints, ok, sh, tree, rewind } = await openDisk();
  await sh("ln -s d l; ln -s g k");
  const then = tree();
  const { id } = await checkpoints.create();
  await ok("write_file", { path: "l/new/file", content: "x\n" });
  await ok("read_file", { path: "k" });
  await ok("edit_file", { path: "k", old_string: "ws/g", new_string: "changed" });
  await ok("delete_file", { path: "l/f" });
  expect(tree()["/g"]).not.toBe(then["/g"]);
  await rewind(id);
  expect(tree()).toEqual(then);
});

test("a workspace that is named by a link has one name for each file", async () => {
  const { top, at } = await openDisk();
  symlinkSync("ws", at("named"));
  const { checkpoints, ok, sh, tree, rewind } = await openDisk();
  expect(top).not.toBe("");
  const then = tree();
  const { id } = await checkpoints.create();
  await ok("write_file", { path: "new", content: "x\n" });
  await sh("rm new; echo y > new");
  expect((await checkpoints.plan(id)).conflicts).toEqual([]);
  await rewind(id);
  expect(tree()).toEqual(then);
});

test("ignored files move back with their folder", async () => {
  const { checkpoints, sh, put, tree, rewind } = await openDisk();
  put("ws/.gitignore", "*.env\n");
  put("ws/d/secret.env", "TOKEN=1\n");
  const then = tree();
  const { id } = await checkpoints.create();
  await sh("mv d real; ln -s real d");
  await rewind(id);
  expect(tree()).toEqual(then);
});

test("files that others made in a folder of the session stay, and so does what is left out", async () => {
  const { checkpoints, sh, put, at, rewind } = await openDisk();
  const { id } = await checkpoints.create();
  await sh("mkdir made; echo x > made/x");
  put("ws/made/node_modules/p/index.js", "1\n");
  put("ws/made/y", "y\n");
  const { deleted } = await rewind(id);
  expect(deleted).toEqual([at("ws/made/x")]);
  expect(readFileSync(at("ws/made/node_modules/p/index.js"), "utf8")).toBe("1\n");
  expect(readFileSync(at("ws/made/y"), "utf8")).toBe("y\n");
});

test("only the permissions of a file that others did not touch are put back", async () => {
  const { checkpoints, sh, at, rewind } = await openDisk();
  const { id } = await checkpoints.create();
  await sh("chmod 700 f; chmod 700 g");
  chmodSync(at("ws/g"), 0o640);
  const plan = await checkpoints.plan(id);
  expect(plan.conflicts.map(({ path }) => path)).toEqual([at("ws/g")]);
  await rewind(id);
  expect([statSync(at("ws/f")).mode & 0o777, statSync(at("ws/g")).mode & 0o777]).toEqual([0o644, 0o640]);
});

test("what comes to lie in a folder after the plan keeps the folder", async () => {
  const { checkpoints, sh, at, rewind } = await openDisk();
  const { id } = await checkpoints.create();
  await sh("mkdir made");
  writeFileSync(at("ws/made/theirs"), "theirs\n");
  linkSync(at("ws/g"), at("ws/made/linked"));
  await rewind(id);
  expect(readFileSync(at("ws/made/theirs"), "utf8")).toBe("theirs\n");
  rmSync(at("ws/made"), { recursive: true });
});
