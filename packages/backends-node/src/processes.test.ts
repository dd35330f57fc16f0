import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { bytesOf, testFolder, textOf } from "./_test-folder.fixture.ts";
import { nodeBackend } from "./node-backend.ts";
import { openByHandle } from "./paths/_folder.ts";
import { lockOf } from "./write/_lock-file.ts";
import { newOwner } from "./write/process-owner.ts";

/** Run a piece of a program that has `backend`, `root` and `path(name)` in another process. */
function run(root: string, program: string): ChildProcess {
  const code = `
    import { nodeBackend } from ${JSON.stringify(import.meta.resolve("./node-backend.ts"))};
    import { toPath } from ${JSON.stringify(import.meta.resolve("@holdall/tool-core"))};
    const root = ${JSON.stringify(root)};
    const path = (name) => toPath(root + "/" + name);
    const backend = nodeBackend({ roots: root });
    ${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

const scratchIn = (root: string) => readdirSync(root).filter((name) => name.startsWith(".holdall-"));

test("of 4 processes with 8 increments each none is lost (bug-gemini-cli-26731)", { timeout: 30_000 }, async () => {
  const { root, at } = testFolder();
  writeFileSync(join(root, "counter"), "0");
  const children = Array.from({ length: 4 }, () =>
    run(
      root,
      `for (let done = 0; done < 8; ) {
        const { bytes, version } = await backend.read(path("counter"));
        const next = new TextEncoder().encode(String(Number(new TextDecoder().decode(bytes)) + 1));
        await backend.write(path("counter"), next, { ifVersion: version })
          .then(() => { done += 1; }, (error) => { if (error.code !== "stale") throw error; });
      }`,
    ),
  );
  const exits = await Promise.all(children.map((child) => once(child, "exit")));
  expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(textOf(await nodeBackend({ roots: root }).read(at("counter")))).toBe("32");
  expect(readdirSync(root)).toEqual(["counter"]);
});

test("of creates in 4 processes one wins", { timeout: 30_000 }, async () => {
  const { root } = testFolder();
  const children = Array.from({ length: 4 }, () =>
    run(
      root,
      `let won = 0;
      for (let i = 0; i < 50; i++) {
        await backend.write(path("file-" + i), new Uint8Array(1000), { ifVersion: null })
          .then(() => { won += 1; }, (error) => { if (error.code !== "already_exists") throw error; });
      }
      process.exitCode = won;`,
    ),
  );
  const exits = await Promise.all(children.map((child) => once(child, "exit")));
  expect(exits.reduce((sum, [code]) => sum + Number(code), 0)).toBe(50);
});

test("a process killed while it writes leaves whole files and no lock, and its leftovers go", {
  timeout: 90_000,
}, async () => {
  const { root, at } = testFolder();
  // The large one is written in two steps, so that most kills come while a temporary file is there.
  const sizes = { small: 300_000, large: 9_000_000 };
  for (const [name, size] of Object.entries(sizes)) writeFileSync(join(root, name), Buffer.alloc(size, "a"));
  const rounds = process.env.HOLDALL_STRESS ? 40 : 6;
  let left = 0;
  let writes = 0;
  // Until a kill has hit a write: without one nothing is proven.
  for (let round = 0; round < rounds || left === 0; round++) {
    const child = run(
      root,
      `const sizes = ${JSON.stringify(sizes)};
      for (let i = 0; ; i++) for (const name in sizes) {
        await backend.write(path(name), new Uint8Array(sizes[name]).fill(97 + (i % 26)));
        process.stdout.write(".");
      }`,
    );
    await new Promise<void>((resolve) => {
      let done = 0;
      child.stdout?.on("data", (data: Buffer) => {
        done += data.length;
        writes += data.length;
        if (done >= 16) resolve();
      });
    });
    if (round % 2) await sleep(Math.random() * 12);
    else while (scratchIn(root).length === 0) await sleep(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    left += scratchIn(root).length;
    const restarted = nodeBackend({ roots: root });
    for (const [name, size] of Object.entries(sizes)) {
      const bytes = readFileSync(join(root, name));
      expect(bytes.equals(Buffer.alloc(size, bytes[0])), name).toBe(true);
      await restarted.write(at(name), bytes);
    }
    expect(scratchIn(root)).toEqual([]);
  }
  expect(writes).toBeGreaterThanOrEqual(rounds * 16);
});

test("temporary files of the living, and names that only look like ours, are left alone", async () => {
  const { root, at } = testFolder();
  const [living, dead] = [`.holdall-${newOwner()}.tmp`, ".holdall-00000000-1-1-x.tmp"];
  for (const name of [living, dead, ".holdall-mine.tmp", ".holdall.tmp"]) writeFileSync(join(root, name), "x");
  await nodeBackend({ roots: root }).write(at("file"), bytesOf("x"));
  expect(scratchIn(root).sort()).toEqual([dead, living, ".holdall-mine.tmp"].sort());
  const longAgo = Date.now() / 1000 - 3600;
  utimesSync(join(root, dead), longAgo, longAgo);
  const backend = nodeBackend({ roots: root });
  expect((await Array.fromAsync(backend.list(at("")))).map(({ path }) => path)).toEqual(
    [".holdall-mine.tmp", ".holdall.tmp", "file"].map(at),
  );
  await backend.write(at("file"), bytesOf("x"));
  expect(scratchIn(root).sort()).toEqual([living, ".holdall-mine.tmp"].sort());
});

test("a lock of a dead process is taken over by many at once, and no increment is lost", {
  timeout: 20_000,
}, async () => {
  const { root, at } = testFolder();
  const dead = run(root, `process.stdout.write(String(process.pid))`);
  await once(dead, "exit");
  const pid = (dead.pid ?? 0).toString(36);
  writeFileSync(join(root, "counter"), "0");
  using folder = openByHandle(root);
  const lock = lockOf({ folder, name: "counter", [Symbol.dispose]() {} });
  symlinkSync(newOwner().replace(/-[0-9a-z]+-[0-9a-z]+-/, `-${pid}-1-`), lock);
  const program = `for (let done = 0; done < 4; ) {
      const { bytes, version } = await backend.read(path("counter"));
      const next = new TextEncoder().encode(String(Number(new TextDecoder().decode(bytes)) + 1));
      await backend.write(path("counter"), next, { ifVersion: version })
        .then(() => { done += 1; }, (error) => { if (error.code !== "stale") throw error; });
    }`;
  const exits = await Promise.all([1, 2, 3].map(() => once(run(root, program), "exit")));
  expect(exits.map(([code]) => code)).toEqual([0, 0, 0]);
  expect(textOf(await nodeBackend({ roots: root }).read(at("counter")))).toBe("12");
});

test("waiting for a lock of the living can be cancelled and leaves the file alone", async () => {
  const { root, at } = testFolder();
  writeFileSync(join(root, "file"), "old");
  using folder = openByHandle(root);
  const lock = lockOf({ folder, name: "file", [Symbol.dispose]() {} });
  symlinkSync(newOwner(), lock);
  onTestFinished(async () => (await import("node:fs")).rmSync(lock, { force: true }));
  const backend = nodeBackend({ roots: root });
  const abort = new AbortController();
  const waiting = [1, 2].map(() => backend.write(at("file"), bytesOf("new"), { signal: abort.signal }));
  const outcome = Promise.allSettled(waiting);
  await sleep(20);
  abort.abort();
  for (const result of await outcome) expect(result).toMatchObject({ status: "rejected", reason: { code: "aborted" } });
  expect(readFileSync(join(root, "file"), "utf8")).toBe("old");
  expect(toPath(root)).toBe(at(""));
});
