import { execFileSync } from "node:child_process";
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { bytesOf, codeOf, testFolder } from "../_test-folder.fixture.ts";
import { nodeBackend } from "../node-backend.ts";
import { createExactTimes } from "./_exact-times.ts";
import { createVersions } from "./_versions.ts";

const setUp = () => {
  const { root, at } = testFolder();
  return { backend: nodeBackend({ roots: root }), path: at("file"), host: `${root}/file` };
};

/** Long enough for times to prove that nobody wrote. */
async function rest(host: string): Promise<void> {
  while (Date.now() - statSync(host).ctimeMs < 25) await nextTurn();
}

/** New bytes of the same number in the same file. */
function overwrite(host: string, text: string): void {
  const fd = openSync(host, "r+");
  writeSync(fd, text);
  closeSync(fd);
}

test("a write that follows a read within one tick of the clock is noticed", async () => {
  const { backend, path, host } = setUp();
  for (let round = 1000; round < 1300; round++) {
    writeFileSync(host, `one ${round}`);
    const { version } = await backend.read(path);
    overwrite(host, `two ${round}`);
    expect(await codeOf(backend.write(path, bytesOf("mine"), { ifVersion: version }))).toBe("stale");
  }
});

test("a file that goes while it is looked at is not there", async () => {
  const { backend, path, host } = setUp();
  writeFileSync(host, "one");
  const judged = () => {
    rmSync(host);
    return true;
  };
  expect(await backend.stat(path, { version: true, judged })).toBeNull();
});

test("so is one that follows the read of a file that had rested", async () => {
  const { backend, path, host } = setUp();
  for (let round = 1000; round < 1020; round++) {
    writeFileSync(host, `one ${round}`);
    await rest(host);
    const { version } = await backend.read(path);
    overwrite(host, `two ${round}`);
    expect(await codeOf(backend.write(path, bytesOf("mine"), { ifVersion: version }))).toBe("stale");
  }
});

test("so is one that follows our own write at once", async () => {
  const { backend, path, host } = setUp();
  for (let round = 1000; round < 1300; round++) {
    const { version } = await backend.write(path, bytesOf(`one ${round}`));
    overwrite(host, `two ${round}`);
    expect(await codeOf(backend.write(path, bytesOf("mine"), { ifVersion: version }))).toBe("stale");
  }
});

test("and one of another process that sets the old times again", async () => {
  const { backend, path, host } = setUp();
  writeFileSync(host, "one");
  utimesSync(host, 1_000_000_000, 1_000_000_000);
  await rest(host);
  const { version } = await backend.read(path);
  const program = `const fs = require("fs"); const { atime, mtime } = fs.statSync(process.argv[1]);
    fs.writeFileSync(process.argv[1], "two"); fs.utimesSync(process.argv[1], atime, mtime)`;
  execFileSync(process.execPath, ["-e", program, host]);
  expect(statSync(host).mtimeMs).toBe(1_000_000_000_000);
  expect(await codeOf(backend.write(path, bytesOf("mine"), { ifVersion: version }))).toBe("stale");
});

// Kernels from 6.13 on tell any two writes with a look between them apart, so that no real file shows this there.
test.each([
  ["just written", { ago: 0, finer: 1n, kept: false }],
  ["written one tick ago", { ago: 10, finer: 1n, kept: false }],
  ["written a second ago, where times are in seconds", { ago: 1000, finer: 0n, kept: false }],
  ["written 3 seconds ago", { ago: 3000, finer: 0n, kept: true }],
  ["from the future", { ago: -3000, finer: 1n, kept: false }],
])("times prove nothing too early: %s", (_, { ago, finer, kept }) => {
  const { host } = setUp();
  writeFileSync(host, "one");
  const fd = openSync(host, "r");
  onTestFinished(() => closeSync(fd));
  const stat = fstatSync(fd, { bigint: true });
  const ms = BigInt(Date.now() - ago);
  const ns = ms * 1_000_000n + finer;
  Object.assign(stat, { mtimeMs: ms, ctimeMs: ms, mtimeNs: ns, ctimeNs: ns });
  const versions = createVersions(1000);
  versions.remember(fd, stat, "known");
  expect(versions.ofBeforeReading(stat)).toBe(kept ? "known" : undefined);
});

test("edits that follow each other at once go through", async () => {
  const { backend, path } = setUp();
  let { version } = await backend.write(path, bytesOf("0"));
  for (let round = 1; round < 100; round++) {
    ({ version } = await backend.write(path, bytesOf(String(round)), { ifVersion: version }));
    expect((await backend.read(path)).version).toBe(version);
  }
});

describe("what this process wrote", () => {
  const write = () => {
    const { host } = setUp();
    writeFileSync(host, "one");
    const fd = openSync(host, "r+");
    onTestFinished(() => closeSync(fd));
    const versions = createVersions(1000);
    const remember = versions.rememberOwn(fd, fstatSync(fd, { bigint: true }), "mine");
    return { host, fd, remember, known: () => versions.ofBeforeReading(statSync(host, { bigint: true })) };
  };
  const exact = timesAreExact();

  // Without exact times nothing is known that has not rested.
  // Where times are not exact, a file is read to know its version.
  test.skipIf(!exact)(`is known without reading${exact ? "" : " (times are not exact here)"}`, () => {
    const { host, remember, known } = write();
    renameSync(host, `${host}.new`);
    renameSync(`${host}.new`, host);
    remember();
    expect(known()).toBe("mine");
    overwrite(host, "two");
    expect(known()).toBeUndefined();
  });

  test("is not taken for known when somebody wrote to it before it had its name", () => {
    const { host, remember, known } = write();
    overwrite(host, "two");
    remember();
    expect(known()).toBeUndefined();
  });
});

function timesAreExact(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "holdall-test-"));
  const fd = openSync(join(folder, "file"), "w");
  try {
    return createExactTimes()(fd, fstatSync(fd, { bigint: true }));
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
}
