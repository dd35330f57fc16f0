import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { accessSync, chownSync, constants, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { SharedService } from "../../../scripts/testing/shared-services.ts";

export interface TestPostgres {
  readonly url: string;
  /** Makes one more database, and gives its address. A server of yours has the one that you named. */
  addDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** The server that all tests of a run share: each file is given a database of its own, or the reason why there is none. */
export async function servePostgres(): Promise<SharedService> {
  const server = await startPostgres();
  if (typeof server === "string") return { give: () => server };
  let count = 0;
  return {
    give: async () => ({ url: await server.addDatabase(`file_${++count}`) }),
    stop: () => server.stop(),
  };
}

/** A throw-away server on a socket of its own, or the reason why there is none. Without `durable` it never waits for the disk. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres | string> {
  const given = process.env.HOLDALL_TEST_POSTGRES;
  if (given) return { url: given, addDatabase: async () => given, stop: async () => {} };
  const bin = findPrograms();
  if (!bin) return "no Postgres is installed, and HOLDALL_TEST_POSTGRES names none";
  const user = unprivileged();
  if (user === undefined) return "Postgres does not run as root, and there is no user postgres";
  const dir = mkdtempSync(join(tmpdir(), "holdall-pg-"));
  const run = { ...user, cwd: dir };
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dir, user.uid, user.gid);
  execFileSync(join(bin, "initdb"), ["-D", `${dir}/data`, "-A", "trust", "-U", "postgres", "-E", "UTF8", "-N"], run);
  // The shell holds the server only as long as this process holds its input: no server outlives the tests.
  const script = '"$0" "$@" & server=$!; cat; kill -INT $server; wait $server';
  const settings = ["listen_addresses=", "max_connections=300", `fsync=${durable ? "on" : "off"}`];
  const options = ["-D", `${dir}/data`, "-k", dir, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn("sh", ["-c", script, join(bin, "postgres"), ...options], {
    ...run,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await untilReady(child);
  const urlOf = (database: string) => `postgres:///${database}?host=${encodeURIComponent(dir)}&user=postgres`;
  return {
    url: urlOf("postgres"),
    async addDatabase(name) {
      await promisify(execFile)(join(bin, "createdb"), ["-h", dir, "-U", "postgres", name]);
      return urlOf(name);
    },
    async stop() {
      child.stdin?.end();
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.on("data", (piece) => {
      log += piece;
      if (log.includes("ready to accept connections")) resolve();
    });
    child.once("close", () => reject(new Error(`Postgres did not start: ${log}`)));
  });
}

function findPrograms(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...globSync("/usr/lib/postgresql/*/bin").sort().reverse(),
  ];
  return folders.find((folder) =>
    ["initdb", "postgres", "createdb"].every((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

/** Whom the server runs as: oneself, or the user postgres when that is root; undefined when nobody is left. */
function unprivileged(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const idOf = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { stdio: "pipe", encoding: "utf8" }));
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    return undefined;
  }
}
