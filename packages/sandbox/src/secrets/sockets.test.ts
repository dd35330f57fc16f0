import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCandidates } from "../tests/_candidates.fixture.ts";
import { run, workspace } from "../tests/_run.fixture.ts";

const candidates = await findCandidates();
const node = realpathSync(process.execPath);
let servers: Server[];
let space: ReturnType<typeof workspace>;
/** Where nothing is hidden for its own sake, as temporary folders are. */
const visible = /^\/(tmp|var\/tmp|run|dev\/shm)\//.test(realpathSync(import.meta.dirname))
  ? homedir()
  : import.meta.dirname;
let elsewhere: string;

beforeEach(() => {
  servers = [];
  space = workspace();
  elsewhere = mkdtempSync(join(visible, ".holdall-test-"));
});
afterEach(() => {
  for (const server of servers) server.close();
  rmSync(elsewhere, { recursive: true, force: true });
  space.remove();
});

async function listen(path: string): Promise<string> {
  const server = createServer((socket) => socket.end("reached")).listen(path);
  servers.push(server);
  await once(server, "listening");
  return path;
}

describe.each(candidates)("in $name, level $level, $lacks", ({ lacks, level, open }) => {
  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)("the socket of a daemon that lies elsewhere cannot be connected to", async () => {
    await using sandbox = await open({ roots: [space.root] });
    const outside = await listen(join(elsewhere, "daemon.sock"));
    const own = await listen(join(space.root, "own.sock"));
    const script = `for (const path of process.argv.slice(1)) require("net").connect(path)
      .on("data", (data) => console.log(path, String(data))).on("error", () => {})`;
    const { out } = await run(sandbox, `"${node}" -e '${script}' ${outside} ${own}`, {
      cwd: space.root,
      level,
      readable: [dirname(node)],
    });
    expect(out).toBe(level === "read_only" ? "" : `${own} reached\n`);
  });

  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)(
    "one that appears later makes the launch out of date, unless it is hidden or the project's anyway",
    async () => {
      await using sandbox = await open({ roots: [space.root] });
      await using launch = await sandbox.launch({ argv: ["true"], cwd: space.root, env: {}, level });
      expect(launch.isCurrent?.()).toBe(true);
      await listen(join(tmpdir(), `holdall-test-${process.pid}-${servers.length}.sock`));
      if (level !== "read_only") await listen(join(space.root, "own.sock"));
      expect(launch.isCurrent?.()).toBe(true);
      await listen(join(elsewhere, "later.sock"));
      expect(launch.isCurrent?.()).toBe(false);
    },
  );
});
