import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseSandbox } from "@holdall/sandbox";
import { openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { coding } from "../sets/coding.ts";
import { destructiveProgram, makeTree, notTakenBack, seeded, snapshot } from "./_destructive-programs.fixture.ts";

/** Trees, with ten programs for each; more by the environment. */
const trees = Number(process.env.HOLDALL_UNDO_TREES ?? 10);
const first = Number(process.env.HOLDALL_SEED ?? 1);
const programs = 10;
const maxFileBytes = 1_000_000;

async function open(root: string) {
  const { sandbox } = await chooseSandbox({ roots: [root] });
  // Only where nothing beside the tree can be reached.
  if (!sandbox.confines("default")) return undefined;
  const preset = coding({ root, shell: { sandbox }, web: false, history: { maxFileBytes } });
  const session = openSession(preset.registry, { ...preset, approve: () => true });
  onTestFinished(async () => {
    await session.close();
    await preset.close();
  });
  return session;
}

const said = (result: { readonly content: readonly object[] } | undefined) => JSON.stringify(result?.content);

test("a file that is longer than what can be kept stays, and undo names it", async ({ skip }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const session = await open(root);
  if (!session) return skip("no sandbox works here");
  const before = snapshot(root);
  const command = `touch short; head -c ${maxFileBytes + 1} /dev/zero > long`;
  expect(await session.call("bash", { command })).toMatchObject({ ok: true });
  const undone = await session.call("undo", { since: "u1" });
  expect(said(undone)).toContain("/long could not be restored: it is now something that cannot be saved, so it stays.");
  expect(Object.keys(snapshot(root))).toEqual([...Object.keys(before), "/long"]);
  // There is nothing else that it could do.
  expect(await session.call("undo", { change_id: "u1" })).toMatchObject({ ok: false });
});

test("a file that was replaced by one too long to keep comes back, and the long one stays beside it", async ({
  skip,
}) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "a.ts"), "kept");
  writeFileSync(join(root, "a.ts.kept"), "another");
  const session = await open(root);
  if (!session) return skip("no sandbox works here");
  const before = snapshot(root);
  const command = `head -c ${maxFileBytes + 1} /dev/zero > a.ts`;
  expect(await session.call("bash", { command })).toMatchObject({ ok: true });
  const undone = await session.call("undo", { since: "u1" });
  expect(said(undone)).toContain("/a.ts.kept-2 keeps what was at ");
  const { "/a.ts.kept-2": long, ...rest } = snapshot(root);
  expect(rest).toEqual(before);
  expect(long).toMatch(/^file /);
});

test("a file that became a folder with something too long to keep comes back, and the folder stays beside it", async ({
  skip,
}) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "a.ts"), "kept");
  const session = await open(root);
  if (!session) return skip("no sandbox works here");
  const before = snapshot(root);
  const command = `rm a.ts && mkdir a.ts && echo short > a.ts/short && head -c ${maxFileBytes + 1} /dev/zero > a.ts/long`;
  expect(await session.call("bash", { command })).toMatchObject({ ok: true });
  const undone = await session.call("undo", { since: "u1" });
  expect(said(undone)).toContain("/a.ts.kept keeps what was at ");
  expect(notTakenBack(before, snapshot(root), said(undone))).toEqual([]);
  expect(Object.keys(snapshot(root))).toEqual(expect.arrayContaining(["/a.ts.kept/long", "/a.ts.kept/short"]));
});

test("a folder in which others have written is left alone, though a file is to come back there", async ({ skip }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "a.ts"), "kept");
  const session = await open(root);
  if (!session) return skip("no sandbox works here");
  const command = `rm a.ts && mkdir a.ts && head -c ${maxFileBytes + 1} /dev/zero > a.ts/long`;
  expect(await session.call("bash", { command })).toMatchObject({ ok: true });
  writeFileSync(join(root, "a.ts/theirs"), "theirs");
  const now = snapshot(root);
  const undone = await session.call("undo", { since: "u1" });
  expect(said(undone)).toContain("/a.ts holds files that this session did not make. Nothing was changed.");
  expect(snapshot(root)).toEqual(now);
});

test("the permissions of the root itself come back", async ({ skip }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  chmodSync(root, 0o755);
  const session = await open(root);
  if (!session) return skip("no sandbox works here");
  const before = snapshot(root);
  expect(await session.call("bash", { command: "chmod 700 ." })).toMatchObject({ ok: true });
  expect(snapshot(root)).not.toEqual(before);
  expect(await session.call("undo", { since: "u1" })).toMatchObject({ ok: true });
  expect(snapshot(root)).toEqual(before);
});

test("after random destructive programs, undo gives the same tree, call by call and since a point", {
  timeout: 240_000,
}, async ({ skip }) => {
  for (let seed = first; seed < first + trees; seed++) {
    const random = seeded(seed);
    const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
    onTestFinished(() => {
      execFileSync("chmod", ["-R", "u+rwx", root]);
      rmSync(root, { recursive: true, force: true });
    });
    makeTree(root, random, maxFileBytes);
    if (seed % 2) execFileSync("git", ["init", "-q"], { cwd: root });
    const session = await open(root);
    if (!session) return skip("no sandbox works here");
    const steps: { readonly before: Record<string, string>; readonly command: string; readonly id?: string }[] = [];
    for (let i = 0; i < programs; i++) {
      const command = destructiveProgram(random);
      const before = snapshot(root);
      const result = await session.call("bash", { command, timeout: 60_000 });
      if (!result.ok) throw new Error(`seed ${seed}: ${command}: ${result.error.message}`);
      const list = await session.call("undo", { list: true });
      const [latest] = list.ok ? (list.output as { changes: { change_id: string }[] }).changes : [];
      const changed = JSON.stringify(snapshot(root)) !== JSON.stringify(before);
      steps.push({ before, command, ...(changed && latest && { id: latest.change_id }) });
    }
    const changes = steps.filter(({ id }) => id !== undefined);
    if (seed % 3 === 0) {
      const result = changes[0] && (await session.call("undo", { since: changes[0].id! }));
      expect(result?.ok ?? true, `seed ${seed}`).toBe(true);
      expect(notTakenBack(steps[0]!.before, snapshot(root), said(result)), `seed ${seed}`).toEqual([]);
      continue;
    }
    for (const { id, before, command } of changes.toReversed()) {
      const result = await session.call("undo", { change_id: id! });
      const why = `seed ${seed}, ${id}: ${command}\n${result.ok ? "" : result.error.message}`;
      expect(result.ok, why).toBe(true);
      expect(notTakenBack(before, snapshot(root), said(result)), why).toEqual([]);
    }
  }
});

test.for([
  ["python3", `cp -r missing a.ts; python3 -c 'import os; os.symlink("x y", "a.ts"); os.chmod("a.ts", 0o600)'`],
  ["cp", "ln -s 'x y' a.ts; cp other a.ts"],
  ["a redirect", "ln -s 'x y' a.ts && echo hi > a.ts"],
] as const)(
  "a file that a call reached by a link of its own, with %s, is not taken for a new one",
  async ([, command], { skip }) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-undo-")));
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(join(root, "x y"), "kept");
    writeFileSync(join(root, "other"), "other");
    const before = snapshot(root);
    const session = await open(root);
    if (!session) return skip("no sandbox works here");
    expect(await session.call("bash", { command })).toMatchObject({ ok: true });
    expect(snapshot(root)).not.toEqual(before);
    expect(await session.call("undo", { since: "u1" })).toMatchObject({ ok: true });
    expect(snapshot(root)).toEqual(before);
  },
);
