import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";
import { openByHandle } from "../paths/_folder.ts";
import { createWatching, watchesOfProcess as watches } from "./folder-watcher.ts";

const linux = process.platform === "linux";
const suite = linux ? "watching" : "watching (skipped: only Linux tells in time)";

async function watchFolder(root: string) {
  let lost = 0;
  const watching = await createWatching(() => lost++);
  if (!watching) throw new Error("This machine does not tell of changes in time.");
  const heard: string[] = [];
  using folder = openByHandle(root);
  const watch = watching.add(folder, (what) => heard.push(what));
  onTestFinished(() => watch?.[Symbol.dispose]());
  return {
    watch,
    lost: () => lost,
    async settle() {
      await watching.settle();
      return heard.splice(0);
    },
  };
}

// Only Linux tells in time.
describe.skipIf(!linux)(suite, () => {
  test("what another process has done is known as soon as it says so, every time", async () => {
    const { root } = testFolder();
    const { settle } = await watchFolder(root);
    const program = `
      const { writeFileSync } = require("node:fs");
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        writeFileSync(${JSON.stringify(join(root, "file"))}, line);
        process.stdout.write("done\\n");
      });`;
    const child = spawn(process.execPath, ["-e", program], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void child.kill());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let round = 0; round < 300; round++) {
      expect(await settle()).toEqual([]);
      child.stdin.write(`${round}\n`);
      await lines.next();
      expect(await settle()).not.toEqual([]);
    }
  });

  test("a folder tells of its own end", async () => {
    const { root } = testFolder();
    mkdirSync(join(root, "sub"));
    const { settle } = await watchFolder(join(root, "sub"));
    renameSync(join(root, "sub"), join(root, "other"));
    expect(await settle()).toContain("itself");
    rmdirSync(join(root, "other"));
    expect(await settle()).toContain("itself");
  });

  test("more changes than the system queues count as lost", async () => {
    const { root } = testFolder();
    const { settle, lost } = await watchFolder(root);
    const queue = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
    writeFileSync(join(root, "a"), "");
    for (let i = 0; i < queue; i += 4) {
      renameSync(join(root, "a"), join(root, "b"));
      renameSync(join(root, "b"), join(root, "a"));
    }
    await settle();
    // A busy machine may add another one.
    expect(lost()).toBeGreaterThan(0);
  });

  test("so does whatever came while this process was blocked for long, if others share its queue", async () => {
    const { root, outside } = testFolder();
    const program = `
      import { watch } from "node:fs";
      import { openByHandle } from ${JSON.stringify(import.meta.resolve("../paths/_folder.ts"))};
      import { createWatching } from ${JSON.stringify(import.meta.resolve("./folder-watcher.ts"))};
      let lost = 0;
      const { add, settle } = await createWatching(() => lost++);
      add(openByHandle(${JSON.stringify(root)}), () => {});
      const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      block();
      await settle();
      const alone = lost;
      watch(${JSON.stringify(outside)}, { persistent: false });
      block();
      await settle();
      console.log(alone, lost);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    expect(await text(child.stdout)).toBe("0 1\n");
  });

  test("nothing is watched in the end", async () => {
    const before = watches();
    const { root } = testFolder();
    const { watch } = await watchFolder(root);
    expect(watches()).toBe((before ?? 0) + 1);
    watch?.[Symbol.dispose]();
    expect(watches()).toBe(before);
  });
});
