import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fillFolder } from "../../../../packages/backends-sql/src/fixtures/_pglite.fixture.ts";
import { ask, callTool, hasEnded, taskThat } from "../../../../packages/mcp/src/_fixtures/task-client.fixture.ts";
import { startServerProcess } from "../fixtures/serve.fixture.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-served-tasks-")));
const root = join(folder, "project");
mkdirSync(root);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAsking = ({ status }: Record<string, unknown>) => status === "input_required";

test("a command in the background is a task with its output, which every process answers for", {
  timeout: 60_000,
}, async () => {
  const sessions = join(folder, "sessions");
  const args = ["--sessions", sessions, "--yes", "--sandbox", "off"];
  const [first, second] = await Promise.all([startServerProcess(root, args), startServerProcess(root, args)]);
  try {
    const command = "sleep 0.4; echo finished > done.txt; echo printed";
    const input = { command, description: "Work", run_in_background: true };
    const { taskId } = (await callTool(first.url, "bash", input)).result ?? {};
    expect(taskId).toMatch(/^task_/);
    const ended = await taskThat(() => ask(second.url, "tasks/get", { taskId }), hasEnded);
    expect(JSON.stringify(ended.result)).toContain("printed");
    expect(readFileSync(join(root, "done.txt"), "utf8")).toBe("finished\n");

    const forever = { command: "sleep 600", description: "Wait", run_in_background: true };
    const { taskId: waiting } = (await callTool(first.url, "bash", forever)).result ?? {};
    expect((await ask(second.url, "tasks/get", { taskId: waiting })).result).toMatchObject({ status: "working" });
    await first.end("SIGKILL");
    const left = await taskThat(() => ask(second.url, "tasks/get", { taskId: waiting }), hasEnded);
    expect(left).toMatchObject({ status: "completed", result: { isError: true } });
    expect(JSON.stringify(left.result)).toContain("may have taken effect and was not repeated");
    const files = readdirSync(sessions).filter((name) => name.endsWith(".task.json"));
    expect(files).toHaveLength(2);
    for (const name of files) expect((statSync(join(sessions, name)).mode & 0o777).toString(8)).toBe("600");

    // Without the extension everything is as it was.
    const plain = await callTool(second.url, "bash", input, { capabilities: {}, session: "plain" });
    expect(plain.result).toMatchObject({ resultType: "complete" });
    expect(JSON.stringify(plain.result)).not.toContain("printed");
  } finally {
    await Promise.all([first.end("SIGKILL"), second.end("SIGKILL")]);
  }
});

test("with a database a workflow is a task that asks, and goes on after a kill −9 where the next process has it", {
  timeout: 90_000,
}, async () => {
  const database = join(folder, "db");
  await fillFolder(database);
  const args = ["--database", `pglite:${database}`, "--sandbox", "off", "--preset", "coding"];
  const first = await startServerProcess(root, args);
  const steps = [
    { id: "one", tool: "write_file", input: { path: "one.txt", content: "one\n" } },
    {
      id: "two",
      tool: "bash",
      input: { command: "git push 2> /dev/null; echo two >> two.txt", description: "Append" },
    },
  ];
  const { result, error } = await callTool(first.url, "workflow_execute", { steps });
  expect(error).toBeUndefined();
  const taskId = result?.taskId;
  expect(taskId).toMatch(/^run_/);
  const asking = await taskThat(() => ask(first.url, "tasks/get", { taskId }), isAsking);
  const keys = Object.keys(Object(asking.inputRequests));
  expect(JSON.stringify(asking.inputRequests)).toContain("elicitation/create");
  await first.end("SIGKILL");

  const second = await startServerProcess(root, args);
  try {
    expect((await ask(second.url, "tasks/get", { taskId })).result).toMatchObject({ status: "input_required" });
    const answers = keys.map((key) => [key, { action: "accept", content: { decision: "allow once" } }]);
    await ask(second.url, "tasks/update", { taskId, inputResponses: Object.fromEntries(answers) });
    const ended = await taskThat(
      () => ask(second.url, "tasks/get", { taskId }),
      (task) => hasEnded(task) || isAsking(task),
    );
    expect(ended).toMatchObject({ status: "completed" });
    expect(JSON.stringify(ended.result)).not.toContain('"isError":true');
    expect(readFileSync(join(root, "two.txt"), "utf8")).toBe("two\n");
  } finally {
    await second.end("SIGKILL");
  }
});
