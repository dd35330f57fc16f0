import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { openSecrets } from "@holdall/middleware/node";
import { type Approve, contentText, openSession, planModeKey, toPath } from "@holdall/tool-core";
import { openWebClient } from "@holdall/tools-web";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CodingOptions, coding, type Preset, type PresetOptions, readonly } from "../index.ts";

function projectOnDisk(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-portable-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "src"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

const files = { "src/a.ts": "export const a = 1;\n", "notes.md": "# Notes\n", ".env": "TOKEN=1\n" };

function inMemory() {
  return memoryBackend({ files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`/${name}`, text])) });
}

type Options = PresetOptions & { readonly approve?: Approve; readonly web?: CodingOptions["web"] };

function open(
  make: (options: PresetOptions & { readonly shell: "portable" }) => Preset,
  { approve, ...options }: Options,
) {
  const preset = make({ ...options, shell: "portable" });
  const session = openSession(preset.registry, { ...preset, ...(approve && { approve }) });
  onTestFinished(async () => {
    await session[Symbol.asyncDispose]();
    await preset.close();
  });
  const bash = async (command: string, more = {}) => {
    const result = await session.call("bash", { command, ...more });
    return { ok: result.ok, text: contentText(result.content) };
  };
  return { session, preset, bash };
}

describe.each(["disk", "memory"])("the portable shell of a preset on %s", (place) => {
  const options = (): PresetOptions => (place === "disk" ? { root: projectOnDisk() } : { backend: inMemory() });
  const contentOf = async ({ backend, cwd }: Preset, path: string) =>
    new TextDecoder().decode((await backend.read(toPath(path, cwd))).bytes);

  test("changes files, and undo takes a command back", async () => {
    const { bash, session, preset } = open(coding, options());
    await session.call("read_file", { path: "notes.md" });
    const changed = await bash("sed -i 's/Notes/Changed/' notes.md; mkdir -p lib; cp src/a.ts lib/b.ts; ls lib");
    expect(changed.text).toContain("b.ts");
    expect(await contentOf(preset, "notes.md")).toBe("# Changed\n");
    // What a command wrote is known, as if a file tool had.
    expect(await session.call("edit_file", { path: "notes.md", old_string: "# C", new_string: "# c" })).toMatchObject({
      ok: true,
    });
    const undone = await session.call("undo", { since: "u1" });
    expect(undone.ok).toBe(true);
    expect(await contentOf(preset, "notes.md")).toBe("# Notes\n");
    expect(await preset.backend.stat(toPath("lib/b.ts", preset.cwd))).toBeNull();
  });

  test("does not take a move that is kept for a delete", async () => {
    const asked: string[] = [];
    const approve: Approve = async ({ access }) => {
      asked.push(...access.map(({ action, target }) => `${action} ${target.split("/").at(-1)}`));
      return false;
    };
    const { bash, preset } = open(coding, { ...options(), approve });
    await bash("mv notes.md moved.md && mv moved.md notes.md && rm notes.md");
    expect(asked).toEqual(["delete notes.md"]);
    expect(await contentOf(preset, "notes.md")).toBe("# Notes\n");
  });

  test("stops the writes of a command in the background when plan mode begins", async () => {
    const { bash, session } = open(coding, options());
    const started = await bash("while sleep 0.02; do echo x >> log.txt || exit 7; done", { run_in_background: true });
    expect(started.ok).toBe(true);
    await expect.poll(async () => (await session.call("read_file", { path: "log.txt" })).ok).toBe(true);
    session.state(planModeKey).enter();
    const id = /task[_-]\w+|\bt\d+\b/.exec(started.text)?.[0];
    await expect
      .poll(async () => contentText((await session.call("task_output", { task_id: id })).content), { timeout: 5_000 })
      .toContain("exit code 7");
  });

  test("asks in the middle of a command, and goes on with the answer", async () => {
    const asked: string[] = [];
    const approve: Approve = async ({ access }) => {
      asked.push(...access.map(({ action, target }) => `${action} ${target.split("/").at(-1)}`));
      return false;
    };
    const { bash, preset } = open(coding, { ...options(), approve });
    const { text } = await bash("echo first > out.txt; rm notes.md; echo status $?; echo x > .git/config; echo last");
    // The second is a file that can run code.
    expect(asked).toEqual(["delete notes.md", "write config"]);
    expect(text).toMatch(/status 1\nlast/);
    expect(text).toContain("Permission denied");
    expect(text).toMatch(/Not permitted: delete .*notes\.md\. the user declined/);
    expect(await contentOf(preset, "notes.md")).toBe("# Notes\n");
    expect(await contentOf(preset, "out.txt")).toBe("first\n");
  });

  test("moves inside the root without a question", async () => {
    const { bash } = open(coding, { ...options(), approve: () => Promise.reject(new Error("asked")) });
    expect((await bash("mv notes.md docs.md && mv src lib && ls lib docs.md")).text).toContain("a.ts");
  });

  test("honors rules for paths and for programs", async () => {
    const rules = [{ deny: ["Read(.env)", "Bash(tar *)"] }];
    const { bash } = open(coding, { ...options(), permissions: { rules } });
    const { text } = await bash("cat .env; grep -r TOKEN . ; cp .env copy; ls");
    expect(text).not.toContain("TOKEN=1");
    expect(text).toMatch(/Not permitted: read .*\.env/);
    expect((await bash("tar cf a.tar src")).text).toMatch(/permission_denied|Not permitted/);
  });

  test("only reads in plan mode, and in the readonly preset", async () => {
    const { bash, session } = open(coding, options());
    session.state(planModeKey).enter();
    for (const each of [
      bash,
      open(coding, { ...options(), permissions: { mode: "plan" } }).bash,
      open(readonly, options()).bash,
    ]) {
      const { text } = await each("wc -l < notes.md; echo x > notes.md; echo y > new.md; ls; cat notes.md");
      expect(text).toMatch(/^1\n/);
      expect(text).toContain("# Notes");
      expect(text).not.toContain("new.md\n");
      expect(text).toMatch(/Not permitted: write .*notes\.md/);
    }
  });

  test("runs in the background, and ends with task_stop", async () => {
    const { bash, session } = open(coding, options());
    const started = await bash("sleep 600", { run_in_background: true });
    const [, id] = /as (\S+)\./.exec(started.text) ?? [];
    expect(await session.call("task_stop", { task_id: id })).toMatchObject({ ok: true });
    const quick = await bash("echo done", { run_in_background: true });
    const [, other] = /as (\S+)\./.exec(quick.text) ?? [];
    const output = await session.call("task_output", { task_id: other, block: true });
    expect(contentText(output.content)).toContain("done");
  });
});

test.each([
  ["coding", coding],
  ["readonly", readonly],
])("on disk, %s keeps long outputs where files are read, for the session that has them", async (_, make) => {
  const root = projectOnDisk();
  const { bash, session, preset } = open(make, { root });
  const { text } = await bash("seq 100001 190000 | sed 's/^/line /'");
  const [, path = ""] = /All of it: (\S+) \(output/.exec(text) ?? [];
  const read = await session.call("read_file", { path, offset: 70_000, limit: 1 });
  expect(contentText(read.content)).toContain("line 170000");
  expect((await bash(`sed -n '80000p' ${path}; wc -l < ${path}`)).text).toMatch(/^line 180000\n90000/);
  const other = openSession(preset.registry, preset);
  expect(await other.call("read_file", { path })).toMatchObject({ ok: false, error: { code: "permission_denied" } });
  await other[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(true);
  await session[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test("on disk, nothing outside of the root is read or written", async () => {
  const root = projectOnDisk();
  const outside = join(root, "..", `outside-${root.slice(-6)}`);
  writeFileSync(outside, "secret\n");
  onTestFinished(() => rmSync(outside, { force: true }));
  const { bash } = open(coding, { root, approve: async () => true });
  expect((await bash(`cat ${outside}; echo x > ${outside}`)).text).not.toContain("secret\n");
  expect(readFileSync(outside, "utf8")).toBe("secret\n");
});

test("a preset tells that it has a shell, and no variables of the machine", () => {
  const { preset } = open(coding, { backend: inMemory() });
  expect(preset.instructions).toContain("runs no programs of the machine");
  expect(preset.registry.get("get_environment")).toBeUndefined();
});

test("curl sends a secret to its host, and no command sees its value", async () => {
  const value = "kept-8fJ2mQx7Lw0ZrT4v";
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(String(request.headers["x-key"]));
    response.end(`You sent ${request.headers["x-key"]}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { bash } = open(coding, {
    backend: inMemory(),
    web: { client: openWebClient({ allow: ["127.0.0.0/8"] }) },
    secrets: openSecrets(
      { SHOP: { env: "V", hosts: [host] }, OTHER: { env: "V", hosts: ["a.example"] } },
      { env: { V: value } },
    ),
    approve: () => true,
  });
  const sent = await bash(`curl -s -H "x-key: $KEY" http://${host}/; echo $KEY $SHOP > kept; cat kept`, {
    env: { KEY: "secret:SHOP" },
    permissions: "network",
  });
  expect(sent.text).toContain("You sent [secret SHOP]");
  expect(got).toEqual([value]);
  const wrong = await bash(`curl -s -H "x-key: secret:OTHER" http://${host}/`, { permissions: "network" });
  expect(wrong.text).toContain("secret:OTHER is not for");
  expect(got).toHaveLength(1);
  expect(sent.text + wrong.text).not.toContain(value);
});
