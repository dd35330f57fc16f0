import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import { probeSandbox } from "../probe.ts";
import { run, workspace } from "../tests/_run.fixture.ts";
import { listen } from "./_proxy.fixture.ts";

const probe = await probeSandbox(bubblewrap, { level: "network" });
const lacks = probe.works ? "" : ` (skipped: ${probe.problems.join(" ")})`;

// The probe says why the sandbox does not work here.
describe.skipIf(lacks)(`the relay of a command${lacks}`, () => {
  const set = () => {
    const space = workspace();
    onTestFinished(() => space.remove());
    return { root: space.root, sandbox: bubblewrap({ roots: [space.root] }) };
  };

  it("ends with the command, and leaves nothing: neither processes, nor sockets, nor files", async () => {
    const { root, sandbox } = set();
    const launch = await sandbox.launch({
      argv: ["/bin/bash", "--norc", "--noprofile", "-c", "echo begun; read -r line; echo ended"],
      ...{ cwd: root, env: { PATH: "/usr/bin:/bin" }, level: "network" },
    });
    const [program = "", ...args] = launch.argv;
    const child = spawn(program, args, { env: launch.env, stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    const path = args.find((word) => word.endsWith("/socket")) ?? "";
    expect([existsSync(path), listeners(path).length]).toEqual([true, 1]);
    child.stdin.end("\n");
    await once(child, "close");
    await expect.poll(() => listeners(path), { timeout: 10_000 }).toEqual([]);
    await launch[Symbol.asyncDispose]();
    expect([existsSync(path), readFileSync("/proc/net/unix", "utf8").includes(path)]).toEqual([false, false]);
  }, 30_000);

  it("is no child of the program, and takes nothing of its input", async () => {
    const { root, sandbox } = set();
    const { out } = await run(sandbox, "ps -o pid= --ppid $$ | wc -l; ls /dev/fd | wc -l; env -i true; cat", {
      ...{ cwd: root, level: "network" },
    });
    const usual = await run(sandbox, "ps -o pid= --ppid $$ | wc -l; ls /dev/fd | wc -l; env -i true; cat", {
      cwd: root,
    });
    expect(out).toBe(usual.out);
  }, 30_000);

  it("connects ssh to named hosts", async () => {
    const { root, sandbox } = set();
    const port = await listen(createServer((socket) => socket.once("data", (data) => socket.end(`heard ${data}`))));
    // What git starts, with the host and the port in their places.
    const words = `$(tr -d "'" <<<"\${GIT_SSH_COMMAND#*ProxyCommand=}" | sed "s/%h/localhost/; s/%p/${port}/")`;
    const { out } = await run(sandbox, `echo hi | ${words}`, {
      cwd: root,
      level: "network",
      domains: [`localhost:${port}`],
    });
    expect(out).toBe("heard hi\n");
  }, 30_000);

  it("reports why a host was not reached", async () => {
    const { root, sandbox } = set();
    const { report } = await run(
      sandbox,
      'exec 3<>/dev/tcp/127.0.0.1/3128; echo -e "CONNECT x.localhost:1 HTTP/1.1\\r\\nHost: x.localhost\\r\\n\\r" >&3; cat <&3',
      {
        ...{ cwd: root, level: "network", domains: ["x.localhost:1"] },
      },
    );
    expect(report.needed.network).toEqual([]);
    expect(report.limits).toEqual([expect.stringContaining("x.localhost cannot be reached")]);
  }, 30_000);

  it("does not lead to what listens on this machine or to the sockets of others", async () => {
    const { root, sandbox } = set();
    const port = await listen(createServer((socket) => socket.end("reached")));
    const { out } = await run(
      sandbox,
      `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3) 2>/dev/null; ls -d /tmp/holdall-sandbox-*/socket | wc -l`,
      { cwd: root, level: "network" },
    );
    expect(out).toBe("1\n");
  }, 30_000);
});

/** Processes of relays that were given a socket. */
function listeners(path: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return words[1]?.endsWith("listener.cjs") && words[2] === path;
    } catch {
      return false;
    }
  });
}
