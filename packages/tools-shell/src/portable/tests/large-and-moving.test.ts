import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { type Approve, allow, type Backend, deny, firstOf, type Policy, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { openShell } from "./_portable.fixture.ts";

const megabyte = 1024 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A backend that counts the largest piece of a file that was in memory, with or without `move`. */
function measured(backend: Backend, canMove: boolean) {
  const seen = { largest: 0 };
  const { move, stream, ...rest } = backend;
  const count = <T extends { readonly bytes: Uint8Array }>(piece: T): T => {
    seen.largest = Math.max(seen.largest, piece.bytes.length);
    return piece;
  };
  const measuring: Backend = {
    ...rest,
    ...(canMove && move && { move }),
    // As a storage takes a file in parts.
    async writeFrom(path, chunks, io) {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(count({ bytes: chunk }).bytes.slice());
      return backend.write(path, Buffer.concat(parts), io);
    },
    read: async (path, io) => count(await backend.read(path, io)),
  };
  return { backend: measuring, seen };
}

test.each([
  ["rename", true],
  ["copy", false],
])("files of any size are removed and moved in bounded memory, with backends that %s", async (_, canMove) => {
  const { backend, seen } = measured(memoryBackend(), canMove);
  const big = new Uint8Array(18 * megabyte).fill(7);
  for (const path of ["/a/big", "/b/sub/big", "/c/big", "/d"]) await backend.write(toPath(path), big);
  await backend.write(toPath("/c/small"), bytes("small\n"));
  const lost: (string | undefined)[] = [];
  // Larger than what is kept, and than what commands read.
  const limits = { fileSize: megabyte };
  const { run } = openShell({ backend, limits, onChanges: (changes) => void lost.push(changes.lost) });
  const ran = await run("rm d && rm -r c && mv a/big moved && mv b e && ls / /a /e/sub && stat -c %s moved e/sub/big");
  expect(ran.errors).toBeUndefined();
  expect(ran.output).toBe(`/:\na\ne\nmoved\n\n/a:\n\n/e/sub:\nbig\n${big.length}\n${big.length}\n`);
  expect(seen.largest).toBeLessThanOrEqual(16 * megabyte + 1);
  // Undo learns that it cannot bring them back.
  expect(lost).toEqual(["/d was larger than what is kept"]);
  const { bytes: moved } = await backend.read(toPath("/moved"), { range: { start: big.length - 2, end: big.length } });
  expect([...moved]).toEqual([7, 7]);
});

function diskFolder(): { readonly root: string; readonly backend: Backend } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-arrivals-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { root, backend: nodeBackend({ roots: root }) };
}

const askForDeletes: Policy = firstOf(
  ({ access }) => (access?.action === "delete" ? { effect: "ask", prompt: "?" } : undefined),
  allow(),
);

test.each(["memory", "disk"])("rm -r removes what was judged, and not what arrives meanwhile: %s", async (kind) => {
  const { root, backend } = kind === "disk" ? diskFolder() : { root: "/work", backend: memoryBackend() };
  const at = (path: string) => toPath(`${toPath(root)}/${path}`);
  for (const path of ["old/a.txt", "old/sub/b.txt", "old/empty/c.txt", "gone/d.txt"])
    await backend.write(at(path), bytes(`${path}\n`));
  if (kind === "disk") {
    mkdirSync(join(root, "kept"));
    writeFileSync(join(root, "kept/e.txt"), "e\n");
    symlinkSync(join(root, "kept"), join(root, "old/link"), "junction");
  }
  const approve: Approve = async ({ access }) => {
    if (!access.some(({ target }) => target === at("old"))) return true;
    await backend.write(at("old/sub/new.txt"), bytes("new\n"));
    await backend.write(at("old/fresh/new.txt"), bytes("new\n"));
    await backend.write(at("old/a.txt"), bytes("changed\n"));
    return true;
  };
  const { run } = openShell({ backend, roots: [toPath(root)], cwd: root, policy: askForDeletes, approve });
  const ran = await run("rm -r old; echo $?; rm -r gone; echo $?; find . -type f | sort");
  const kept = kind === "disk" ? "./kept/e.txt\n" : "";
  expect(ran.output).toBe(`1\n0\n${kept}./old/fresh/new.txt\n./old/sub/new.txt\n`);
  expect(ran.errors).toBe("rm: cannot remove 'old': Directory not empty\n");
  expect(ran.notes).toContainEqual(
    `${at("old")} was not removed, because files were created or changed in it meanwhile: fresh, fresh/new.txt, sub/new.txt. They were kept.`,
  );
  if (kind === "disk") expect(readdirSync(root).sort()).toEqual(["kept", "old"]);
});

test("a folder that is moved by copying leaves what arrives or changes meanwhile", async () => {
  const { backend: moving } = measured(memoryBackend({ files: { "/old/a.txt": "a\n", "/old/b.txt": "b\n" } }), false);
  const writeFrom: Backend["writeFrom"] = async (path, chunks, io) => {
    const all: Uint8Array[] = [];
    for await (const chunk of chunks) all.push(chunk.slice());
    const written = await moving.write(path, all[0] ?? new Uint8Array(), io);
    if (path === "/new/b.txt") {
      await moving.write(toPath("/old/b.txt"), bytes("changed\n"));
      await moving.write(toPath("/old/c.txt"), bytes("c\n"));
    }
    return written;
  };
  const { run } = openShell({ backend: { ...moving, writeFrom } });
  const ran = await run("mv old new; grep -r . old new | sort");
  expect(ran.output).toBe("new/a.txt:a\nnew/b.txt:b\nold/b.txt:changed\nold/c.txt:c\n");
  expect(ran.notes.join()).toContain("/old was not removed, because files were created or changed in it meanwhile");
});

test("a root is not removed, and neither is anything in it", async () => {
  const { root, backend } = diskFolder();
  writeFileSync(join(root, "a.txt"), "a\n");
  const { run } = openShell({ backend, roots: [toPath(root)], cwd: root });
  expect((await run(`rm -rf ${toPath(root)}; echo $?; ls`)).output).toBe("1\na.txt\n");
});

test("cp gives a file the mode of another only if it may write it", async () => {
  const policy = firstOf(deny({ under: "/closed", actions: ["write"] }, "It is closed."), allow());
  const files = { "/run.sh": "echo ran\n", "/closed/tool": "x\n" };
  const { run } = openShell({ files, policy });
  await run("chmod +x run.sh");
  const ran = await run("cp run.sh closed/tool; cp run.sh copy; ls -l closed/tool copy | cut -c1-10; cat closed/tool");
  expect(ran.output).toBe("-rw-r--r--\n-rwxr-xr-x\nx\n");
});
