import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCandidates } from "./_candidates.fixture.ts";

const { lacks = "" } = (await findCandidates()).find(({ level }) => level === "network") ?? {};
let temporary: string;

beforeEach(() => {
  temporary = realpathSync(mkdtempSync(join(tmpdir(), "holdall-test-")));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

/** A process with a sandbox that has run a command at the level network; it says so, and stays when it is told to. */
async function host(then: "dispose" | "dispose twice" | "stay"): Promise<ChildProcess> {
  const script = `
    import { chooseSandbox } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    import { run } from ${JSON.stringify(new URL("./_run.fixture.ts", import.meta.url).href)};
    import { mkdirSync } from "node:fs";
    mkdirSync("root");
    const { sandbox } = await chooseSandbox({ roots: ["root"], mode: "required" });
    const ran = await run(sandbox, "echo ran", { cwd: process.cwd() + "/root", level: "network" });
    console.log(ran.out, ran.errors);
    if (${JSON.stringify(then)} === "stay") setInterval(() => {}, 1_000);
    else await sandbox[Symbol.asyncDispose]();
    if (${JSON.stringify(then)} === "dispose twice") {
      console.log((await run(sandbox, "echo again", { cwd: process.cwd() + "/root", level: "network" })).out);
      await sandbox[Symbol.asyncDispose]();
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: temporary,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first = "It ended without a word."] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  expect(String(first)).toContain("ran");
  return child;
}

/** Programs that serve sockets in the folder for temporary files. */
const servers = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(`UNIX-LISTEN:${temporary}`);
    } catch {
      return false;
    }
  });

const left = () => [
  ...readdirSync(temporary).filter((name) => !/^(root|node-compile-cache)$/.test(name)),
  ...servers(),
];

// The probe says why the sandbox does not work here.
describe.skipIf(lacks)(`a sandbox that was opened for the network${lacks}`, () => {
  it("lets its process end when it is disposed, and leaves neither files nor programs", async () => {
    const child = await host("dispose");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(left()).toEqual([]);
  });

  it("can be used again, and disposed again", async () => {
    const child = await host("dispose twice");
    const said = Promise.race([once(child.stdout ?? child, "data"), once(child, "close")]);
    const [[again], exit] = await Promise.all([said, once(child, "exit")]);
    expect([String(again).trim(), exit, left()]).toEqual(["again", [0, null], []]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "does not keep %s from its process, and is disposed before",
    async (signal) => {
      const child = await host("stay");
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([null, signal]);
      expect(left()).toEqual([]);
    },
  );

  it("whose process was killed is cleared away by the next", async () => {
    const killed = await host("stay");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(left()).not.toEqual([]);
    rmSync(join(temporary, "root"), { recursive: true });
    await once(await host("dispose"), "exit");
    expect(left()).toEqual([]);
  });
});
