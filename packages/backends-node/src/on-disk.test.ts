import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { ToolError, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { fromErrno } from "./_errors.ts";
import { bytesOf, codeOf, testFolder, textOf } from "./_test-folder.fixture.ts";
import { nodeBackend } from "./node-backend.ts";
import { isContentVersion } from "./read/is-content-version.ts";

const setUp = (options: { readonly hashBound?: number; readonly durable?: boolean } = {}) => {
  const folder = testFolder();
  return { ...folder, backend: nodeBackend({ roots: folder.root, ...options }) };
};

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

test("a replaced file keeps its mode, a new one gets the user's default (bug-servers-4115)", async () => {
  const { backend, root, at } = setUp();
  for (const mode of [0o600, 0o755, 0o444, 0o666, 0o4755]) {
    writeFileSync(join(root, "file"), "old");
    chmodSync(join(root, "file"), mode);
    await backend.write(at("file"), bytesOf("new"));
    expect(modeOf(join(root, "file"))).toBe(mode);
    rmSync(join(root, "file"));
  }
  await backend.write(at("made/new"), bytesOf("x"));
  writeFileSync(join(root, "plain"), "x");
  expect(modeOf(join(root, "made/new"))).toBe(modeOf(join(root, "plain")));
  await backend.write(at("made/exclusive"), bytesOf("x"), { ifVersion: null });
  expect(modeOf(join(root, "made/exclusive"))).toBe(modeOf(join(root, "plain")));
});

// Only root can own files of others.
test.runIf(process.geteuid?.() === 0)("a replaced file keeps its owner", async () => {
  const { backend, root, at } = setUp();
  writeFileSync(join(root, "file"), "old");
  execFileSync("chown", ["1234:4321", join(root, "file")]);
  chmodSync(join(root, "file"), 0o640);
  await backend.write(at("file"), bytesOf("new"));
  const { uid, gid } = statSync(join(root, "file"));
  expect([uid, gid, modeOf(join(root, "file"))]).toEqual([1234, 4321, 0o640]);
});

// Only root can give a folder to a group it is not in.
test.runIf(process.geteuid?.() === 0)("a replaced file keeps its group where new files get the folder's", async () => {
  const { backend, root, at } = setUp();
  writeFileSync(join(root, "file"), "old");
  const { gid } = statSync(join(root, "file"));
  execFileSync("chgrp", ["4321", root]);
  chmodSync(root, 0o2775);
  await backend.write(at("file"), bytesOf("new"));
  expect(statSync(join(root, "file")).gid).toBe(gid);
  await backend.write(at("fresh"), bytesOf("new"));
  expect(statSync(join(root, "fresh")).gid).toBe(4321);
});

test("a file is replaced whole: who had it open still reads the old content", async () => {
  const { backend, root, at } = setUp();
  writeFileSync(join(root, "file"), "old");
  const { ino } = statSync(join(root, "file"));
  await backend.write(at("file"), bytesOf("new"));
  expect(statSync(join(root, "file")).ino).not.toBe(ino);
  expect(readdirSync(root)).toEqual(["file"]);
});

test("a hard-linked file is written in place, so that its other name sees the change", async () => {
  const { backend, root, at } = setUp();
  writeFileSync(join(root, "one"), "a longer old content");
  linkSync(join(root, "one"), join(root, "two"));
  const { version } = await backend.read(at("one"));
  for (const text of ["short", "", "an even longer new content"]) {
    await backend.write(at("one"), bytesOf(text));
    expect(readFileSync(join(root, "two"), "utf8")).toBe(text);
  }
  const pieces = async function* () {
    yield bytesOf("in ");
    yield bytesOf("pieces");
  };
  await backend.writeFrom?.(at("one"), pieces());
  expect(readFileSync(join(root, "two"), "utf8")).toBe("in pieces");
  expect(readdirSync(root).sort()).toEqual(["one", "two"]);
  expect(await codeOf(backend.write(at("two"), bytesOf("x"), { ifVersion: version }))).toBe("stale");
});

test("pipes, sockets and devices are other things, and reading or writing them never waits", {
  timeout: 3000,
}, async () => {
  const { backend, root, at } = setUp();
  execFileSync("mkfifo", [join(root, "pipe")]);
  const server = createServer().listen(join(root, "socket"));
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  for (const name of ["pipe", "socket"]) {
    expect((await backend.stat(at(name), { version: true }))?.kind).toBe("other");
    expect(await codeOf(backend.read(at(name)))).toBe("wrong_kind");
    expect(await codeOf(backend.write(at(name), bytesOf("x")))).toBe("wrong_kind");
    expect(lstatSync(join(root, name)).isFile()).toBe(false);
  }
  expect((await Array.fromAsync(backend.list(at("")))).map(({ kind }) => kind)).toEqual(["other", "other"]);
});

test("above hashBound a version stands for inode, size and times, and a range reads only its bytes", async () => {
  const { backend, root, at } = setUp({ hashBound: 1000 });
  const small = await backend.write(at("small"), new Uint8Array(1000));
  const large = await backend.write(at("large"), new Uint8Array(1001));
  expect([isContentVersion(small.version), isContentVersion(large.version)]).toEqual([true, false]);
  expect((await backend.read(at("large"))).version).toBe(large.version);
  await backend.write(at("large"), new Uint8Array(1002), { ifVersion: large.version });
  expect(await codeOf(backend.write(at("large"), new Uint8Array(1), { ifVersion: large.version }))).toBe("stale");
  const created = await backend.write(at("created"), new Uint8Array(1001), { ifVersion: null });
  expect((await backend.stat(at("created"), { version: true }))?.version).toBe(created.version);
  // Eight terabytes of nothing: reading all of it would never end.
  execFileSync("truncate", ["-s", "8T", join(root, "huge")]);
  const part = await backend.read(at("huge"), { range: { start: 4e12, end: 4e12 + 10 } });
  expect([part.bytes.length, part.size]).toEqual([10, 8 * 2 ** 40]);
  expect(await codeOf(backend.read(at("huge")))).toBe("too_large");
});

test("a version survives a touch, and a change that keeps size and time is seen (bug-claude-code-12695)", async () => {
  const { backend, root, at } = setUp();
  writeFileSync(join(root, "file"), "aaaa");
  const { version } = await backend.read(at("file"));
  execFileSync("touch", [join(root, "file")]);
  expect((await backend.read(at("file"))).version).toBe(version);
  const when = new Date(Date.now() - 60_000).toISOString();
  execFileSync("touch", ["-d", when, join(root, "file")]);
  await backend.read(at("file"));
  writeFileSync(join(root, "file"), "bbbb");
  execFileSync("touch", ["-d", when, join(root, "file")]);
  expect(await codeOf(backend.write(at("file"), bytesOf("x"), { ifVersion: version }))).toBe("stale");
  expect((await backend.read(at("file"))).version).not.toBe(version);
});

// Without a second file system there is nothing to move across.
test.runIf(existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync("/tmp").dev)(
  "moves between file systems copy, compare and remove: files, links, modes and times",
  async () => {
    const { root, at } = testFolder("/tmp");
    const other = mkdtempSync("/dev/shm/holdall-test-");
    onTestFinished(() => rmSync(other, { recursive: true }));
    const there = (name: string) => toPath(join(other, name));
    const backend = nodeBackend({ roots: [root, other] });
    mkdirSync(join(root, "folder/deep"), { recursive: true });
    writeFileSync(join(root, "folder/deep/file"), "content", { mode: 0o750 });
    execFileSync("touch", ["-d", "2020-01-01T00:00:00Z", join(root, "folder/deep/file")]);
    symlinkSync("deep/file", join(root, "folder/link"));
    await backend.move?.(at("folder"), there("moved"));
    expect(readdirSync(root)).toEqual([]);
    expect(readFileSync(join(other, "moved/link"), "utf8")).toBe("content");
    expect(modeOf(join(other, "moved/deep/file"))).toBe(0o750);
    expect(statSync(join(other, "moved/deep/file")).mtime.getUTCFullYear()).toBe(2020);
    writeFileSync(join(root, "file"), "mine");
    writeFileSync(join(other, "taken"), "theirs");
    expect(await codeOf(backend.move?.(at("file"), there("taken")))).toBe("already_exists");
    await backend.move?.(at("file"), there("taken"), { overwrite: true });
    expect([readdirSync(root), readdirSync(other).sort()]).toEqual([[], ["moved", "taken"]]);
    expect(readFileSync(join(other, "taken"), "utf8")).toBe("mine");
    mkdirSync(join(root, "unfit"));
    execFileSync("mkfifo", [join(root, "unfit/pipe")]);
    expect(await codeOf(backend.move?.(at("unfit"), there("unfit")))).toBe("wrong_kind");
    expect([readdirSync(root), readdirSync(other).sort()]).toEqual([["unfit"], ["moved", "taken"]]);
  },
);

test("watch tells of what other programs do, and not of our temporary files", async () => {
  const { backend, root, at } = setUp();
  mkdirSync(join(root, "old"));
  const abort = new AbortController();
  const seen: string[] = [];
  const wanted = new Set([
    "changed one",
    "changed new/deep/two",
    "removed one",
    "changed three",
    "removed old",
    "changed moved/file",
  ]);
  const done = (async () => {
    for await (const { kind, path } of backend.watch?.(at(""), { signal: abort.signal }) ?? []) {
      const change = `${kind} ${path.slice(root.length + 1)}`;
      seen.push(change);
      wanted.delete(change);
      if (change === "changed one") rmSync(join(root, "one"), { force: true });
      if (wanted.size === 0) abort.abort();
    }
  })();
  writeFileSync(join(root, "one"), "x");
  mkdirSync(join(root, "new/deep"), { recursive: true });
  writeFileSync(join(root, "new/deep/two"), "x");
  await backend.write(at("three"), bytesOf("x"));
  renameSync(join(root, "old"), join(root, "moved"));
  writeFileSync(join(root, "moved/file"), "x");
  const limit = setTimeout(() => abort.abort(), 4000);
  await done;
  clearTimeout(limit);
  expect([...wanted]).toEqual([]);
  expect(seen.filter((change) => change.includes(".holdall-"))).toEqual([]);
});

test("a durable write is a write", async () => {
  const { backend, root, at } = setUp({ durable: true });
  await backend.write(at("a/file"), bytesOf("x"), { ifVersion: null });
  await backend.write(at("a/file"), bytesOf("y"));
  expect(textOf(await backend.read(at("a/file")))).toBe("y");
  expect(readdirSync(join(root, "a"))).toEqual(["file"]);
});

test("half of a Unicode character is refused instead of being written as another name", async () => {
  const { backend, root, at } = setUp();
  expect(await codeOf(backend.write(at("a\ud800"), bytesOf("x")))).toBe("invalid_input");
  expect(readdirSync(root)).toEqual([]);
});

test("every error of the system says what happened to which path, and what to do", () => {
  const path = toPath("/app/file");
  const codes =
    "ELOOP EEXIST EISDIR ENOTDIR ENXIO ENOTEMPTY EACCES EPERM EROFS ENAMETOOLONG EFBIG ENOSPC EDQUOT EMFILE ENFILE EBUSY ETXTBSY ESTALE EIO";
  for (const code of codes.split(" ")) {
    const error = fromErrno(Object.assign(new Error("secret detail"), { code, syscall: "open" }), path);
    expect(ToolError.is(error) && error.hint, code).toBeTruthy();
    expect(error).toMatchObject({ message: expect.stringContaining("/app/file"), data: { reason: code } });
    expect((error as ToolError).message).not.toContain("secret");
  }
  expect(fromErrno(new RangeError("x"), path)).toBeInstanceOf(RangeError);
});

// Root may do what the mode forbids.
test.skipIf(process.geteuid?.() === 0)("what the user may not open is permission_denied", async () => {
  const { backend, root, at } = setUp();
  writeFileSync(join(root, "file"), "x", { mode: 0 });
  expect(await codeOf(backend.read(at("file")))).toBe("permission_denied");
});

const onLinux = process.platform === "linux";

// Only Linux lists the handles of a process.
test.skipIf(!onLinux)(
  `no replaced file is held open for long${onLinux ? "" : " (only Linux lists handles)"}`,
  async () => {
    const { backend, root, at } = setUp();
    const held = () =>
      readdirSync("/proc/self/fd")
        .map((fd) => tryReadlink(`/proc/self/fd/${fd}`))
        .filter((target) => target.startsWith(root));
    for (let i = 0; i < 40; i++) await backend.write(at("file"), bytesOf(String(i)));
    await expect.poll(held).toEqual([]);
  },
);

function tryReadlink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
