import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { fakePool } from "./_fake-pool.fixture.ts";
import { testProject, typescriptFiles } from "./_project.fixture.ts";
import { serverPool } from "./server-pool.ts";

/** The processes whose command or folder names this project. */
function processesOf(folder: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      const isZombie = readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
      const isOurs = command.includes(folder) || environment.includes(folder) || cwdOf(pid) === folder;
      return isOurs && !isZombie ? [`${pid} ${command}`] : [];
    } catch {
      return [];
    }
  });
}

function cwdOf(pid: string): string | undefined {
  try {
    return process.getBuiltinModule("node:fs").readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

const hasProc = process.platform === "linux";
const confines = hasProc && (await probeSandbox(async (where) => bubblewrap(where))).works;

// Processes are counted in /proc.
test.skipIf(!hasProc)(
  "dispose ends a server that ignores everything, with its children (anomalyco/opencode#17287)",
  async () => {
    const { pool, project } = fakePool("has children");
    using _ = project;
    await pool.definitions({ path: project.path("a.fake"), line: 1, column: 1 });
    expect(processesOf(project.folder).length).toBeGreaterThanOrEqual(3);
    await pool[Symbol.asyncDispose]();
    await expect.poll(() => processesOf(project.folder)).toEqual([]);
  },
);

test("dispose asks a server to shut down before it ends it", async () => {
  const { pool, project } = fakePool("answers");
  using _ = project;
  await pool.definitions({ path: project.path("a.fake"), line: 1, column: 1 });
  await pool[Symbol.asyncDispose]();
  expect(readFileSync(join(project.folder, ".ended"), "utf8")).toMatch(/^initialize .* shutdown$/);
});

test("a question that waits when the pool is disposed starts no server", async () => {
  const { pool, project } = fakePool("answers");
  using _ = project;
  const at = { path: project.path("a.fake"), line: 1, column: 1 };
  const asked = pool.definitions(at);
  await pool[Symbol.asyncDispose]();
  expect(await asked).toMatchObject({ ok: false, why: "unavailable", message: "fake was ended." });
});

// Processes are counted in /proc.
test.skipIf(!hasProc)("a crash takes the children along", async () => {
  await using fake = fakePool("has children");
  await fake.pool.definitions({ path: fake.project.path("a.fake"), line: 1, column: 1 });
  const [server] = processesOf(fake.project.folder).filter((line) => line.includes("_fake-server"));
  process.kill(Number(server?.split(" ")[0]), "SIGKILL");
  await expect.poll(() => processesOf(fake.project.folder)).toEqual([]);
});

// Processes are counted in /proc.
test.skipIf(!hasProc).each([
  ["a fake server", "a.fake", "answers"],
  ["a server that ignores the end of its input", "a.fake", "never answers"],
  ["TypeScript's server", "src/add.ts", null],
] as const)("killing the host takes %s along (oraios/serena#1771)", async (_, file, mode) => {
  using project = testProject({ ...typescriptFiles, "a.fake": "x" });
  const server = join(import.meta.dirname, "_fake-server.fixture.ts");
  const command = mode && [process.execPath, "--no-warnings", server, mode === "answers" ? "answers" : "has children"];
  const host = spawn(
    process.execPath,
    [join(import.meta.dirname, "_killed-host.fixture.ts"), project.folder, project.path(file), JSON.stringify(command)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void host.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
  expect(JSON.parse(line)).toMatchObject({ ok: true });
  expect(processesOf(project.folder).length).toBeGreaterThan(2);
  host.kill("SIGKILL");
  await expect.poll(() => processesOf(project.folder)).toEqual([]);
});

// Processes are counted in /proc.
test.skipIf(!hasProc)("a server ends when nobody asks it, and starts again", async () => {
  await using fake = fakePool("answers", { idle: 50 });
  const at = { path: fake.project.path("a.fake"), line: 1, column: 1 };
  expect(await fake.pool.definitions(at)).toMatchObject({ ok: true });
  await expect.poll(() => processesOf(fake.project.folder)).toEqual([]);
  expect(await fake.pool.definitions(at)).toMatchObject({ ok: true });
});

test("no more servers run at once than are allowed", async () => {
  using project = testProject({ "a.one": "x", "a.two": "x", "a.three": "x" });
  const program = join(import.meta.dirname, "_fake-server.fixture.ts");
  const servers = ["one", "two", "three"].map((name) => ({
    ...{ name, languages: { [name]: name } },
    command: [process.execPath, "--no-warnings", program, "answers"],
  }));
  await using pool = serverPool({ roots: [project.folder], servers, maxServers: 2 });
  for (const { name } of servers)
    expect(await pool.definitions({ path: project.path(`a.${name}`), line: 1, column: 1 })).toMatchObject({ ok: true });
  expect(pool.running().map(({ name }) => name)).toEqual(["two", "three"]);
});

// Processes are counted in /proc.
test.skipIf(!hasProc)("asked at once, a server is started once", async () => {
  await using fake = fakePool("answers");
  const at = { path: fake.project.path("a.fake"), line: 1, column: 1 };
  await Promise.all(Array.from({ length: 5 }, () => fake.pool.definitions(at)));
  expect(
    processesOf(fake.project.folder).filter((line) => line.includes("_fake-server") && !line.includes("/bin/sh")),
  ).toHaveLength(1);
});

// It needs a sandbox that works here.
test.skipIf(!confines)("in a sandbox TypeScript's server answers, and is gone afterwards", async () => {
  using project = testProject(typescriptFiles);
  const pool = serverPool({ roots: [project.folder], sandbox: bubblewrap({ roots: [project.folder] }) });
  const at = { path: project.path("src/total.ts"), line: 3, column: 62 };
  expect(await pool.definitions(at)).toMatchObject({ ok: true, items: [{ path: project.path("src/add.ts") }] });
  await pool[Symbol.asyncDispose]();
  expect(processesOf(project.folder)).toEqual([]);
});
