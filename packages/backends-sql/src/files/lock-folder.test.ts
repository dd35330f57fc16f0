import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPath } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fillFolder } from "../fixtures/_pglite.fixture.ts";
import { pgliteDatabase } from "../pglite-database.ts";
import { sqlBackend } from "../sql-backend.ts";
import { lockFolder } from "./lock-folder.ts";

let parent = "";
let dir = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "holdall-lock-"));
  dir = join(parent, "made/on/demand");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** The lock that this process would write, changed. */
async function abandon(change: Record<string, unknown>): Promise<void> {
  const { unlock } = await lockFolder(dir);
  const owner = JSON.parse(readFileSync(join(dir, "holdall.lock"), "utf8"));
  unlock();
  writeFileSync(join(dir, "holdall.lock"), JSON.stringify({ ...owner, nonce: "other", ...change }));
}

test("a folder is locked once, by whatever name, until it is let go", async () => {
  const { unlock, folder } = await lockFolder(dir);
  symlinkSync(folder, join(parent, "link"));
  const refusal = { code: "unavailable", data: { pid: process.pid }, hint: expect.stringContaining("another folder") };
  await expect(lockFolder(dir)).rejects.toMatchObject(refusal);
  await expect(lockFolder(join(parent, "link"))).rejects.toMatchObject(refusal);
  unlock();
  (await lockFolder(dir)).unlock();
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock of a process that has ended is taken over, by one of ten", async () => {
  await abandon({ pid: 2 ** 22 + 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(dir)));
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(1);
  expect(readdirSync(dir)).toEqual(["holdall.lock"]);
});

// Only Linux says when a process began.
test.runIf(process.platform === "linux")("a process id that was used again does not keep a lock", async () => {
  await abandon({ start: "1" });
  (await lockFolder(dir)).unlock();
});

test("the lock of another machine stands, and the error says how to remove it", async () => {
  await abandon({ scope: "elsewhere", host: "far" });
  const refused = lockFolder(dir);
  await expect(refused).rejects.toMatchObject({ code: "unavailable", hint: expect.stringContaining("holdall.lock") });
  await expect(refused).rejects.toThrow("on far");
});

test("a lock file that was never written to its end is taken over once it is old", async () => {
  (await lockFolder(dir)).unlock();
  const file = join(dir, "holdall.lock");
  writeFileSync(file, '{"pid":');
  utimesSync(file, 1, 1);
  (await lockFolder(dir)).unlock();
});

const importing = (name: string, file: string) =>
  `import { ${name} } from ${JSON.stringify(new URL(file, import.meta.url).href)};`;

/** A program that writes a file into the folder it is given, says so, and holds the folder until it is killed. */
const holding = `
  ${importing("pgliteDatabase", "../pglite-database.ts")}
  ${importing("sqlBackend", "../sql-backend.ts")}
  await sqlBackend({ db: pgliteDatabase({ dir: process.argv[1] }) }).write("/from-child", Buffer.from("kept"));
  console.log("holding");
  setInterval(() => {}, 60_000);
`;

test("PGlite keeps a folder's files; a second process is refused, until the first is killed", {
  timeout: 60_000,
}, async () => {
  await fillFolder(dir);
  const child = spawn(process.execPath, ["--liftoff-only", "--input-type=module", "-e", holding, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const failed = ended.then(() => Promise.reject(new Error("The other process ended early.")));
    await Promise.race([once(child.stdout, "data"), failed]);
    const refused = sqlBackend({ db: pgliteDatabase({ dir }) });
    const refusal = { code: "unavailable", message: expect.stringContaining(`process ${child.pid}`) };
    await expect(refused.stat(toPath("/"))).rejects.toMatchObject(refusal);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
  const backend = sqlBackend({ db: pgliteDatabase({ dir }) });
  expect(new TextDecoder().decode((await backend.read(toPath("/from-child"))).bytes)).toBe("kept");
  await backend[Symbol.asyncDispose]?.();
  await expect(backend.stat(toPath("/"))).rejects.toMatchObject({ code: "unavailable" });
  expect(readdirSync(dir)).not.toContain("holdall.lock");
});

test("a folder that is not PGlite's is unavailable, and is let go", async () => {
  writeFileSync(join(parent, "file"), "");
  const backend = sqlBackend({ db: pgliteDatabase({ dir: join(parent, "file") }) });
  await expect(backend.stat(toPath("/"))).rejects.toMatchObject({ code: "unavailable", hint: expect.any(String) });
});
