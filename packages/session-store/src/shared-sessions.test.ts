import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { todoTools } from "@holdall/tools-todos";
import { expect, test } from "vitest";
import { sharedSessions } from "./shared-sessions.ts";

/** Two processes on one store. */
function setUp() {
  const backend = memoryBackend();
  const registry = createRegistry(todoTools());
  const open = () =>
    sharedSessions({
      backend,
      folder: "/sessions",
      open: (restore) => openSession(registry, { policy: allow(), restore }),
    });
  return { first: open(), second: open() };
}

test("a session that another process is about to save for the first time is waited for", async () => {
  const { first, second } = setUp();
  const begun = await first.take("one", { create: true });
  await begun.session.call("todo_write", { todos: [{ content: "Rest", status: "pending" }] });
  const coming = second.take("one", { create: false });
  await begun.release();
  const { session, release } = await coming;
  expect(await session.call("todo_read", {})).toMatchObject({ output: { todos: [{ content: "Rest" }] } });
  await release();
});

test("one that nobody has begun is not found, and leaves nothing behind", async () => {
  const { first, second } = setUp();
  await expect(first.take("one", { create: false })).rejects.toMatchObject({ code: "not_found" });
  const begun = await second.take("one", { create: true });
  await begun.release();
});

test("a long call does not keep other calls of its session waiting", async () => {
  const backend = memoryBackend();
  const registry = createRegistry(todoTools());
  const sessions = sharedSessions({
    backend,
    folder: "/sessions",
    share: 0,
    open: (restore) => openSession(registry, { policy: allow(), restore }),
  });
  const long = await sessions.take("one", { create: true });
  const short = await sessions.take("one", { create: false });
  expect(short.session).toBe(long.session);
  await short.release();
  await long.release();
});
