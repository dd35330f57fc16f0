import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { isSessionFile } from "./shared-sessions.ts";
import { isTaskFile, sharedTasks } from "./shared-tasks.ts";

interface Task {
  readonly taskId: string;
  readonly count: number;
}

const idOf = (expires: number) => `task_${expires.toString(36)}_${"0".repeat(40)}`;

async function namesIn(backend: Backend): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of backend.list("/sessions" as never)) names.push(path.split("/").at(-1) ?? "");
  return names;
}

test("processes change one task in turn, and no change is lost", async () => {
  const backend = memoryBackend();
  const stores = Array.from({ length: 4 }, () => sharedTasks<Task>({ backend, folder: "/sessions" }));
  const taskId = idOf(Date.now() + 60_000);
  await stores[0]?.create({ taskId, count: 0 });
  const changes = stores.flatMap((store) =>
    Array.from({ length: 10 }, () => store.change(taskId, (task) => ({ ...task, count: task.count + 1 }))),
  );
  await Promise.all(changes);
  expect(await stores[1]?.read(taskId)).toEqual({ taskId, count: 40 });
});

test("a task that is not there is neither read nor changed, and one is created once", async () => {
  const store = sharedTasks<Task>({ backend: memoryBackend(), folder: "/sessions" });
  const taskId = idOf(Date.now() + 60_000);
  expect(await store.read(taskId)).toBeUndefined();
  expect(await store.change(taskId, (task) => task)).toBeUndefined();
  await store.create({ taskId, count: 1 });
  await expect(store.create({ taskId, count: 2 })).rejects.toMatchObject({ code: "already_exists" });
  await store.remove(taskId);
  await store.remove(taskId);
  expect(await store.read(taskId)).toBeUndefined();
});

test("files whose time has passed are removed, those of sessions are left", async () => {
  const backend = memoryBackend({ files: { [`/sessions/${"a".repeat(64)}.json`]: "{}" } });
  const [over, open] = [idOf(Date.now() - 1), idOf(Date.now() + 60_000)];
  await sharedTasks<Task>({ backend, folder: "/sessions" }).create({ taskId: over, count: 1 });
  const store = sharedTasks<Task>({ backend, folder: "/sessions" });
  await store.create({ taskId: open, count: 1 });
  expect(await store.read(over)).toBeUndefined();
  expect(await store.read(open)).toMatchObject({ count: 1 });
  const names = await namesIn(backend);
  expect(names.filter(isTaskFile)).toHaveLength(1);
  expect(names.filter(isSessionFile)).toHaveLength(1);
});

test("a backend without compare-and-set is refused, and a damaged file is named", async () => {
  const backend = memoryBackend();
  const weak = { ...backend, can: { ...backend.can, compareAndSwap: false } };
  expect(() => sharedTasks({ backend: weak, folder: "/sessions" })).toThrowError(/cannot detect/);
  const store = sharedTasks<Task>({ backend, folder: "/sessions" });
  const taskId = idOf(Date.now() + 60_000);
  await store.create({ taskId, count: 1 });
  const [name] = await namesIn(backend);
  await backend.write(`/sessions/${name}` as never, new TextEncoder().encode("{"));
  await expect(store.read(taskId)).rejects.toMatchObject({ code: "parse_error" });
});
