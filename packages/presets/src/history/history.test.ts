import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { chooseSandbox } from "@holdall/sandbox";
import { contentText, openSession, type Session } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";
import { minimal } from "../sets/minimal.ts";

const folder = (name: string) => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `holdall-${name}-`)));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A project with a session of the preset `coding`, in a sandbox where one works. */
function open(options: CodingOptions = {}) {
  const root = folder("history");
  mkdirSync(join(root, "src/empty"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "a\n");
  writeFileSync(join(root, "src/b.ts"), "b\n");
  writeFileSync(join(root, ".env"), "TOKEN=1\n");
  writeFileSync(join(root, ".gitignore"), ".env\n");
  chmodSync(join(root, "src/b.ts"), 0o755);
  symlinkSync("a.ts", join(root, "src/link"));
  const sandbox = async () => (await chooseSandbox({ roots: [root] })).sandbox;
  const preset = coding({ root, shell: { sandbox }, ...options });
  const session = openSession(preset.registry, { ...preset, approve: () => true });
  onTestFinished(async () => {
    await session.close();
    await preset.close();
  });
  const tree = () =>
    execFileSync("sh", ["-c", "find . -printf '%p %M %l\\n' | sort; find . -type f | sort | xargs cat"], {
      cwd: root,
      encoding: "utf8",
    });
  return { root, preset, session, tree, at: (name: string) => join(root, name), ok: okOf(session) };
}

const okOf =
  (session: Session) =>
  async (tool: string, input: object = {}) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return result;
  };

test.each([
  ["python3 -c \"import shutil;shutil.rmtree('src')\""],
  ["> src/a.ts"],
  ["make -f - <<< $'all:\\n\\trm -rf src .env'"],
  ["chmod 600 src/b.ts; ln -sf nowhere src/link; rmdir src/empty; mv src/a.ts c.ts; echo x > new"],
])("what a command changed comes back byte for byte: %s", async (command) => {
  const { ok, tree } = open();
  const before = tree();
  await ok("bash", { command });
  const after = tree();
  expect(after).not.toBe(before);
  await ok("undo");
  expect(tree()).toBe(before);
  await ok("undo", { change_id: "u2" });
  expect(tree()).toBe(after);
});

test("lists changes by call, takes one back, and leaves what came later", async () => {
  const { ok, at, session } = open();
  await ok("bash", { command: "python3 -c \"open('src/a.ts','w').write('by python')\"" });
  await ok("write_file", { path: "new.ts", content: "new\n" });
  await ok("bash", { command: "node -e \"require('fs').rmSync('src/b.ts')\"" });
  const { output } = await ok("undo", { list: true });
  expect((output as { changes: { change_id: string; tool: string; files: string[] }[] }).changes).toMatchObject([
    { change_id: "u3", tool: "bash", files: [expect.stringContaining("D ")] },
    { change_id: "u2", tool: "write_file" },
    { change_id: "u1", tool: "bash" },
  ]);
  await ok("undo", { change_id: "u1" });
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("a\n");
  expect(readFileSync(at("new.ts"), "utf8")).toBe("new\n");
  await ok("undo_edit", { since: "u1" });
  expect(readFileSync(at("src/b.ts"), "utf8")).toBe("b\n");
  expect(await session.call("read_file", { path: "new.ts" })).toMatchObject({ error: { code: "not_found" } });
});

test("what others changed since is left alone, named, and restored only if it is included and a person agrees", async () => {
  const { ok, at } = open();
  await ok("bash", { command: "node -e \"fs.writeFileSync('src/a.ts','x');fs.writeFileSync('src/b.ts','y')\"" });
  writeFileSync(at("src/a.ts"), "the person's\n");
  const result = await ok("undo");
  expect(contentText(result.content)).toContain("src/a.ts was left alone: it was changed by others since");
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("the person's\n");
  expect(readFileSync(at("src/b.ts"), "utf8")).toBe("b\n");
  await ok("undo", { change_id: "u1", include: ["src/a.ts"] }).catch(() => {});
  await ok("undo", { since: "u1", include: ["src/a.ts"] });
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("a\n");
});

test("an edit comes back although others changed the file around it", async () => {
  const { ok, at } = open();
  writeFileSync(at("src/long.ts"), "one\ntwo\nthree\nfour\nfive\nsix\n");
  await ok("read_file", { path: "src/long.ts" });
  await ok("edit_file", { path: "src/long.ts", old_string: "two", new_string: "TWO" });
  writeFileSync(at("src/long.ts"), "one\nTWO\nthree\nfour\nfive\nsix\nseven\n");
  await ok("undo");
  expect(readFileSync(at("src/long.ts"), "utf8")).toBe("one\ntwo\nthree\nfour\nfive\nsix\nseven\n");
});

test("a task in the background is recorded until it ends, apart from other calls", async () => {
  const { ok, at } = open();
  const { output } = await ok("bash", {
    command: "until [ -e go ]; do sleep 0.05; done; node -e \"fs.rmSync('src/b.ts')\"",
    run_in_background: true,
  });
  const { task_id } = output as { task_id: string };
  await ok("write_file", { path: "src/a.ts", content: "edited\n", overwrite: true });
  writeFileSync(at("go"), "");
  await ok("task_output", { task_id, wait: true, timeout: 20_000 }).catch(() => ok("task_output", { task_id }));
  const list = await ok("undo", { list: true });
  const changes = (list.output as { changes: { change_id: string; files: string[] }[] }).changes;
  expect(changes.map(({ change_id }) => change_id)).toContain("u1");
  expect(changes.find(({ change_id }) => change_id === "u2")?.files).toEqual([expect.stringContaining("src/a.ts")]);
  // What was seen while other calls ran must be named; what was seen first when the task had ended need not.
  const whole = { change_id: "u1" };
  await ok("undo", { ...whole, include: [at("src/b.ts")] }).catch(() => ok("undo", whole));
  expect(readFileSync(at("src/b.ts"), "utf8")).toBe("b\n");
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("edited\n");
});

test("a folder on disk keeps changes for later processes, private to its user", async () => {
  const store = join(folder("store"), "history");
  const { ok, at, session, preset } = open({ history: { folder: store } });
  await ok("bash", { command: "python3 -c \"import os;os.remove('src/a.ts')\"" });
  const id = session.id;
  await session.close();
  expect(statSync(store).mode & 0o777).toBe(0o700);
  expect(execFileSync("find", [store, "-type", "f", "-perm", "/077"], { encoding: "utf8" })).toBe("");
  const again = openSession(preset.registry, { ...preset, approve: () => true, id });
  await okOf(again)("undo");
  await again.close();
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("a\n");
});

test("a command cannot change a file that undo could not give back", async ({ skip }) => {
  const { ok, at, root } = open({ history: { maxFileBytes: 1_000 } });
  if (!(await chooseSandbox({ roots: [root] })).sandbox.confines("default")) return skip("no sandbox works here");
  writeFileSync(at("large.bin"), "x".repeat(2_000));
  const result = await ok("bash", { command: "python3 -c \"open('large.bin','w')\"; rm -f large.bin" });
  expect(readFileSync(at("large.bin"), "utf8")).toBe("x".repeat(2_000));
  expect(contentText(result.content)).toContain("Undo does not cover");
  expect(contentText(result.content)).toContain("large.bin");
});

test("a dry run of undo says what it would restore, and restores nothing", async () => {
  const { ok, preset, session, at } = open();
  await ok("bash", { command: "python3 -c \"import os;os.remove('src/a.ts')\"" });
  const dry = openSession(preset.registry, { ...preset, id: session.id, dryRun: true });
  // The record is on its way to the store of the process: the sessions share it.
  await session.close();
  const result = await dry.call("undo", {});
  expect(result.ok && (result.output as { files: object[] }).files).toMatchObject([
    { change: "A", path: at("src/a.ts") },
  ]);
  expect(existsSync(at("src/a.ts"))).toBe(false);
  await dry.close();
});

test("without history, commands are not covered, and the instructions say so", async () => {
  const { ok, session, preset } = open({ history: false });
  await ok("bash", { command: "python3 -c \"import os;os.remove('src/a.ts')\"" });
  expect(await session.call("undo", {})).toMatchObject({ error: { code: "no_op" } });
  expect(preset.history).toBeUndefined();
  expect(preset.instructions).toContain("not recorded in this session");
});

test("presets on any backend record what tools change", async () => {
  const backend = memoryBackend({ files: { "/a.txt": "a\n" } });
  const preset = minimal({ backend });
  const session = openSession(preset.registry, preset);
  const ok = okOf(session);
  await ok("write_file", { path: "/a.txt", content: "b\n", overwrite: true });
  await ok("undo");
  expect(contentText((await ok("read_file", { path: "/a.txt" })).content)).toContain("a");
  await session.close();
});
