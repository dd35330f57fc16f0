import { allow, createRegistry, openSession, type SessionOptions } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { sessionTasks, type TaskEnd, type TaskInfo, type TaskWork } from "./tasks.ts";

const sessionOf = (tools: [], options: Partial<SessionOptions> = {}) =>
  openSession(createRegistry(tools), { policy: allow(), ...options });

/** Work that ends when it is told to. */
function work(log: string[] = []): TaskWork & { end(end: TaskEnd): void } {
  const { promise, resolve } = Promise.withResolvers<TaskEnd>();
  return {
    bytes: 7,
    ended: promise,
    end: resolve,
    read: async (since) => ({ text: "", from: since, next: since }),
    grown: () => new Promise(() => {}),
    async stop() {
      log.push("stop");
      resolve({ status: "stopped", outcome: "stopped" });
    },
    async dispose() {
      log.push("dispose");
    },
  };
}

it("tells the end of a task once, with what is known of it then", async () => {
  const tasks = sessionOf([]).state(sessionTasks);
  const ends: TaskInfo[] = [];
  const unsubscribe = tasks.subscribe((task) => ends.push(task));
  const [first, second] = [work(), work()];
  const { id } = tasks.add({ title: "build", description: "Build it" }, first);
  expect(tasks.get(id)?.info).toMatchObject({ id, title: "build", status: "running", bytes: 7 });
  first.end({ status: "failed", outcome: "exit code 2", exitCode: 2 });
  first.end({ status: "completed", outcome: "never" });
  await first.ended;
  expect(ends).toMatchObject([{ id, description: "Build it", status: "failed", outcome: "exit code 2", exitCode: 2 }]);
  expect(tasks.get(id)?.info).toEqual(ends[0]);
  unsubscribe();
  tasks.add({ title: "other" }, second);
  second.end({ status: "completed", outcome: "exit code 0" });
  await second.ended;
  expect(ends).toHaveLength(1);
});

it("stops everything with its session, then forgets what was printed", async () => {
  const log: string[] = [];
  const session = sessionOf([]);
  const tasks = session.state(sessionTasks);
  for (const title of ["a", "b"]) tasks.add({ title }, work(log));
  await session[Symbol.asyncDispose]();
  expect(log).toEqual(["stop", "stop", "dispose", "dispose"]);
  expect(tasks.list().map(({ status }) => status)).toEqual(["stopped", "stopped"]);
});

it("is plain data in a snapshot; what ran is lost after it, and what had ended stays", async () => {
  const session = sessionOf([]);
  const over = work();
  const tasks = session.state(sessionTasks);
  const ids = [tasks.add({ title: "runs" }, work()).id, tasks.add({ title: "over" }, over).id];
  over.end({ status: "completed", outcome: "exit code 0", exitCode: 0 });
  await over.ended;
  const snapshot = JSON.parse(JSON.stringify(session.snapshot()));
  expect(snapshot).toEqual(session.snapshot());
  const restored = sessionOf([], { restore: snapshot }).state(sessionTasks);
  expect(restored.list().map(({ id, status }) => [id, status])).toEqual([
    [ids[0], "lost"],
    [ids[1], "completed"],
  ]);
  expect(restored.get(ids[0] ?? "")?.work).toBeUndefined();
});

it.each([{}, [1], [{ id: "a" }], [{ id: "a", title: "b", status: "flying", started: 1, bytes: 1 }]])(
  "refuses to go on from %j",
  (saved) => {
    const session = sessionOf([]);
    const restore = { ...session.snapshot(), state: { tasks: saved } };
    expect(() => sessionOf([], { restore }).state(sessionTasks)).toThrowError(/cannot be read/);
  },
);
