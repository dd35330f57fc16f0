import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { type Backend, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { bytesOf, codeOf, testFolder, textOf } from "./_test-folder.fixture.ts";
import { backendOver, nodeBackend } from "./node-backend.ts";
import { openByHandle, openByPath } from "./paths/_folder.ts";

describe.each([
  ["folder handles", openByHandle],
  ["folder paths", openByPath],
])("confined by %s", (_, openFolder) => {
  function setUp() {
    const folder = testFolder();
    mkdirSync(join(folder.outside, "deep"));
    writeFileSync(join(folder.outside, "secret"), "secret");
    return { ...folder, backend: backendOver([folder.root], openFolder) };
  }

  const untouched = (outside: string) => {
    expect(readdirSync(outside).sort()).toEqual(["deep", "secret"]);
    expect(readdirSync(join(outside, "deep"))).toEqual([]);
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
  };

  const pieces = async function* () {
    yield bytesOf("x");
  };

  /** The code of every operation on a path. */
  const codes = async (backend: Backend, path: string) => {
    const at = toPath(path);
    return Promise.all([
      codeOf(backend.read(at)),
      codeOf(backend.write(at, bytesOf("x"))),
      codeOf(backend.write(at, bytesOf("x"), { ifVersion: null })),
      codeOf(backend.write(at, bytesOf("x"), { ifVersion: "v" })),
      codeOf(backend.remove(at, { recursive: true })),
      codeOf(Array.fromAsync(backend.list(at))),
      codeOf(backend.createDirectory?.(at)),
      codeOf(backend.move?.(at, toPath("/moved"))),
      codeOf(backend.writeFrom?.(at, pieces())),
      codeOf(backend.writeFrom?.(at, pieces(), { ifVersion: null })),
    ]);
  };

  test("paths outside the roots are refused, there or not, with the roots in the hint", async () => {
    const { backend, root, base, outside } = setUp();
    const sibling = `${root}-evil`;
    mkdirSync(sibling);
    writeFileSync(join(sibling, "file"), "x");
    for (const path of [
      join(outside, "secret"),
      join(base, "none"),
      "/",
      base,
      sibling,
      join(sibling, "file"),
      "/proc/self/environ",
    ]) {
      expect(new Set(await codes(backend, path)), path).toEqual(new Set(["permission_denied"]));
      expect(await codeOf(backend.stat(toPath(path))), path).toBe("permission_denied");
    }
    await expect(backend.read(toPath("/etc/passwd"))).rejects.toMatchObject({ hint: expect.stringContaining(root) });
    untouched(outside);
  });

  test("a link in the middle of a path that leads out is refused", async () => {
    const { backend, root, outside } = setUp();
    symlinkSync(outside, join(root, "link"));
    symlinkSync("../outside", join(root, "relative"));
    symlinkSync(join(root, "link"), join(root, "chain"));
    for (const link of ["link", "relative", "chain"]) {
      for (const name of ["secret", "new", "deep/new", "none/new", "secret/below"]) {
        const found = new Set(await codes(backend, join(root, link, name)));
        expect(found, `${link}/${name}`).toEqual(new Set(["permission_denied"]));
      }
      expect(await codeOf(backend.write(toPath(join(root, link, "missing/new")), bytesOf("x")))).toBe(
        "permission_denied",
      );
    }
    untouched(outside);
  });

  test("a link at the end of a path that leads out is refused; it can be seen and removed itself", async () => {
    const { backend, root, outside, at } = setUp();
    const targets = [
      join(outside, "secret"),
      outside,
      "../outside/secret",
      join(outside, "new"),
      "../outside/deep/new",
      "/proc/self/environ",
    ];
    for (const target of targets) {
      symlinkSync(target, join(root, "link"));
      expect(await codeOf(backend.read(at("link"))), target).toBe("permission_denied");
      expect(await codeOf(backend.write(at("link"), bytesOf("x"))), target).toBe("permission_denied");
      expect(await codeOf(backend.write(at("link"), bytesOf("x"), { ifVersion: null })), target).toBe("already_exists");
      expect(await codeOf(backend.createDirectory?.(at("link"))), target).not.toBe("no error");
      expect(await codeOf(Array.fromAsync(backend.list(at("link")))), target).not.toBe("no error");
      expect(await backend.stat(at("link"), { version: true })).toMatchObject({ kind: "symlink" });
      const [entry] = await Array.fromAsync(backend.list(at(""), { recursive: true }));
      expect(entry).toMatchObject({ path: at("link"), kind: "symlink", target });
      await backend.remove(at("link"), { recursive: true });
      expect(readdirSync(root)).toEqual([]);
      untouched(outside);
    }
  });

  test("links that stay inside are followed, and stay links when what they lead to is written", async () => {
    const { backend, root, at } = setUp();
    mkdirSync(join(root, "real"));
    writeFileSync(join(root, "real/file"), "old");
    symlinkSync("real", join(root, "folder"));
    symlinkSync("folder/file", join(root, "one"));
    symlinkSync(join(root, "one"), join(root, "two"));
    symlinkSync("real/new", join(root, "dangling"));
    symlinkSync(".", join(root, "here"));
    const really = async (path: string) => relative(root, (await backend.realPath?.(at(path))) ?? "");
    expect(await Promise.all(["two", "here/here/folder/none/new", "real/file", "dangling"].map(really))).toEqual([
      "real/file",
      "real/none/new",
      "real/file",
      "real/new",
    ]);
    const { version } = await backend.read(at("two"));
    expect((await backend.stat(at("two"), { version: true }))?.version).toBe(version);
    await backend.write(at("here/here/two"), bytesOf("new"), { ifVersion: version });
    await backend.write(at("dangling"), bytesOf("made"));
    expect(readFileSync(join(root, "real/file"), "utf8")).toBe("new");
    expect(readFileSync(join(root, "real/new"), "utf8")).toBe("made");
    for (const link of ["folder", "one", "two", "dangling"]) expect(readlinkSync(join(root, link))).toBeTruthy();
    expect((await Array.fromAsync(backend.list(at("folder")))).map(({ path }) => path)).toEqual([
      at("folder/file"),
      at("folder/new"),
    ]);
    await backend.remove(at("folder"), { recursive: true });
    expect(readdirSync(join(root, "real"))).toEqual(["file", "new"]);
  });

  test("links in circles and dangling links lead nowhere, and listings do not follow them", async () => {
    const { backend, root, at } = setUp();
    symlinkSync("b", join(root, "a"));
    symlinkSync("a", join(root, "b"));
    symlinkSync(root, join(root, "up"));
    symlinkSync("none/none", join(root, "gone"));
    expect(await codeOf(backend.read(at("a")))).toBe("not_found");
    expect(await codeOf(backend.write(at("a"), bytesOf("x")))).toBe("not_found");
    expect(await codeOf(backend.read(at("gone")))).toBe("not_found");
    expect((await backend.stat(at("a")))?.kind).toBe("symlink");
    expect((await backend.stat(at("gone")))?.kind).toBe("symlink");
    const entries = await Array.fromAsync(backend.list(at(""), { recursive: true }));
    expect(entries.map(({ path, kind }) => [path, kind])).toEqual(
      ["a", "b", "gone", "up"].map((name) => [at(name), "symlink"]),
    );
  });

  test("a move cannot take anything out, in, or through a link", async () => {
    const { backend, root, outside, at } = setUp();
    writeFileSync(join(root, "file"), "x");
    symlinkSync(outside, join(root, "link"));
    expect(await codeOf(backend.move?.(at("file"), at("link/file")))).toBe("permission_denied");
    expect(await codeOf(backend.move?.(at("link/secret"), at("stolen")))).toBe("permission_denied");
    expect(await codeOf(backend.move?.(at("file"), toPath(join(outside, "file"))))).toBe("permission_denied");
    expect(await codeOf(backend.move?.(at("file"), at("link"), { overwrite: true }))).toBe("no error");
    expect(lstatSync(join(root, "link")).isFile()).toBe(true);
    untouched(outside);
  });

  test("a missing folder below a link that leads out is not made", async () => {
    const { backend, root, outside, at } = setUp();
    symlinkSync(join(outside, "none"), join(root, "link"));
    expect(await codeOf(backend.write(at("link/a/b"), bytesOf("x")))).not.toBe("no error");
    expect(await codeOf(backend.createDirectory?.(at("link/a/b")))).not.toBe("no error");
    untouched(outside);
  });
});

test("several roots: paths of each, moves between them, errors that name all", async () => {
  const { root, outside, base } = testFolder();
  const backend = nodeBackend({ roots: [root, outside] });
  await backend.write(toPath(join(root, "a")), bytesOf("x"));
  await backend.move?.(toPath(join(root, "a")), toPath(join(outside, "b")));
  expect(textOf(await backend.read(toPath(join(outside, "b"))))).toBe("x");
  const error = await backend.read(toPath(join(base, "c"))).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "permission_denied", hint: `Stay in ${root} or ${outside}.` });
  expect(await codeOf(backend.remove(toPath(outside), { recursive: true }))).toBe("permission_denied");
});

test("a root that is given through a link can be used by both its names", async () => {
  const { root, base, at } = testFolder();
  symlinkSync(root, join(base, "alias"));
  const backend = nodeBackend({ roots: join(base, "alias") });
  await backend.write(toPath(join(base, "alias/file")), bytesOf("x"));
  expect(textOf(await backend.read(at("file")))).toBe("x");
  expect((await Array.fromAsync(backend.list(toPath(join(base, "alias"))))).map(({ path }) => path)).toEqual([
    toPath(join(base, "alias/file")),
  ]);
  expect(await codeOf(backend.remove(toPath(join(base, "alias")), { recursive: true }))).toBe("permission_denied");
});

test("with / as the root, the system's own trees stay shut", async () => {
  const backend = nodeBackend({ roots: "/" });
  for (const path of ["/proc/self/environ", "/sys/kernel/hostname", "/dev/null"]) {
    expect(["permission_denied", "not_found"], path).toContain(await codeOf(backend.read(toPath(path))));
  }
  expect((await backend.stat(toPath("/")))?.kind).toBe("directory");
  expect(await codeOf(backend.read(toPath("/proc/self/environ")))).toBe("permission_denied");
});

test("roots that are missing or not given are errors at once", () => {
  expect(() => nodeBackend({ roots: "/no/such/folder" })).toThrow("/no/such/folder does not exist");
  expect(() => nodeBackend({ roots: [] })).toThrow("No root was given");
});

test("a hard link to a file outside is a file like any other", async () => {
  const { root, outside, at } = testFolder();
  writeFileSync(join(outside, "file"), "x");
  linkSync(join(outside, "file"), join(root, "file"));
  expect(textOf(await nodeBackend({ roots: root }).read(at("file")))).toBe("x");
});
