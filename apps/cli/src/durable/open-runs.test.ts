import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { openSession } from "@holdall/tool-core";
import { afterAll, expect, test } from "vitest";
import { fillFolder } from "../../../../packages/backends-sql/src/fixtures/_pglite.fixture.ts";
import { givenIo } from "../fixtures/given-io.fixture.ts";
import { setUp } from "../setup/set-up.ts";
import { openEngine } from "./open-engine.ts";
import { queueOf } from "./queue-of.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-runs-")));
const root = join(folder, "project");
mkdirSync(root);
writeFileSync(join(root, "a.txt"), "one\n");
afterAll(() => rmSync(folder, { recursive: true }));

const io = givenIo({ cwd: folder, stdin: Readable.from([]) });
const values = { root: [root], sandbox: "off", database: `pglite:${join(folder, "db")}` };

test("a session with a database runs workflows, and keeps what it has scheduled for workers of its folder; a second one goes without", async () => {
  await fillFolder(join(folder, "db"));
  {
    await using setup = await setUp(values, io, { orchestrates: true });
    await using session = openSession(setup.preset.registry, { ...setup.preset, approve: () => true });
    const steps = [{ id: "write", tool: "write_file", input: { path: "b.txt", content: "two\n" } }];
    expect(await session.call("workflow_execute", { steps })).toMatchObject({ ok: true, output: { status: "done" } });
    await using second = await setUp(values, io, { orchestrates: true });
    expect(second.preset.registry.offered()).not.toContain("workflow_execute");
    expect(second.preset.registry.get("read_file")).toBeDefined();
    expect(await session.call("schedule_task", { prompt: "Look.", every: "1h" })).toMatchObject({ ok: true });
  }
  await using engine = await openEngine(values.database, io);
  const queue = queueOf({ root });
  expect(await engine.list()).toMatchObject([{ name: "workflow", queue, state: "completed" }]);
  expect(await engine.schedules.list()).toMatchObject([{ state: "active", data: { queue } }]);
  expect(queueOf({ root: folder })).not.toBe(queue);
}, 30_000);

test("where no database is named, and where nobody wants them, there are no such tools", async () => {
  for (const [given, orchestrates] of [
    [{ root: [root], sandbox: "off" }, true],
    [values, false],
  ] as const) {
    await using setup = await setUp(given, io, { orchestrates });
    expect(setup.preset.registry.offered()).not.toContain("workflow_execute");
  }
});

test("runs among the files of the tools are refused, as is a preset that cannot have them", async () => {
  for (const database of [`pglite:${join(root, "runs")}`, `pglite:${folder}`]) {
    await expect(setUp({ ...values, database }, io, { orchestrates: true })).rejects.toThrow("inside the root");
  }
  await expect(setUp({ ...values, preset: "minimal" }, io, { orchestrates: true })).rejects.toThrow(
    "does not schedule anything",
  );
});
