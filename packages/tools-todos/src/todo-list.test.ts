import { allow, contentText, createRegistry, openSession, type SessionSnapshot } from "@holdall/tool-core";
import { describe, expect, it, vi } from "vitest";
import { type TodoChange, todoList, todoReminder, todoTools } from "./index.ts";

const open = (restore?: SessionSnapshot) => openSession(createRegistry(todoTools()), { policy: allow(), restore });

describe("calls side by side", () => {
  it("lose no merge", async () => {
    const session = open();
    const calls = Array.from({ length: 50 }, (_, i) => ({
      tool: "todo_write",
      input: { todos: [{ content: `step ${i}` }], merge: true },
    }));
    const results = await session.callAll(calls);
    expect(results.every(({ ok }) => ok)).toBe(true);
    const { todos } = session.state(todoList);
    expect(new Set(todos.map(({ content }) => content)).size).toBe(50);
    expect(new Set(todos.map(({ id }) => id)).size).toBe(50);
  });

  it("each patch of one list lands", async () => {
    const session = open();
    await session.call("todo_write", { todos: Array.from({ length: 20 }, (_, i) => ({ content: `step ${i}` })) });
    await session.callAll(
      Array.from({ length: 20 }, (_, i) => ({
        tool: "todo_write",
        input: { todos: [{ id: i + 1, status: "completed" }], merge: true },
      })),
    );
    expect(session.state(todoList).todos.every(({ status }) => status === "completed")).toBe(true);
  });

  it("of two whole lists the later stands, whole", async () => {
    const session = open();
    await session.callAll([
      { tool: "todo_write", input: { todos: [{ content: "a" }, { content: "b" }] } },
      { tool: "todo_write", input: { todos: [{ content: "c" }] } },
    ]);
    expect(session.state(todoList).todos.map(({ content }) => content)).toEqual(["c"]);
  });
});

describe("listeners", () => {
  it("hear of every change with its diff, until they stop", () => {
    const list = open().state(todoList);
    const heard: TodoChange[] = [];
    const stop = list.subscribe((change) => heard.push(change));
    list.write([{ content: "a" }]);
    list.write([{ id: "1", status: "in_progress" }], { merge: true });
    list.write([{ id: "1", status: "in_progress" }], { merge: true });
    stop();
    list.write([]);
    expect(heard.map(({ todos, diff }) => [todos.length, diff.added.length, diff.started.length])).toEqual([
      [1, 1, 0],
      [1, 0, 1],
    ]);
    expect(heard[1]?.todos).not.toBe(heard[0]?.todos);
  });

  it("that throw neither undo the write nor silence the others; the error surfaces", async () => {
    const defect = new Error("listener");
    const later = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {});
    try {
      const list = open().state(todoList);
      const heard: number[] = [];
      list.subscribe(() => {
        throw defect;
      });
      list.subscribe(({ todos }) => heard.push(todos.length));
      list.write([{ content: "a" }]);
      expect(heard).toEqual([1]);
      expect(list.todos).toHaveLength(1);
      expect(() => later.mock.calls[0]?.[0]()).toThrow(defect);
    } finally {
      later.mockRestore();
    }
  });

  it("of the factory know the session", async () => {
    const heard: string[] = [];
    const registry = createRegistry(
      todoTools({ onChange: ({ diff }, { sessionId }) => heard.push(`${sessionId} +${diff.added.length}`) }),
    );
    const session = openSession(registry, { policy: allow(), id: "s1" });
    await session.call("todo_write", { todos: [{ content: "a" }] });
    expect(heard).toEqual(["s1 +1"]);
  });
});

describe("snapshots", () => {
  it("hold the last write and go on with its ids", async () => {
    const first = open();
    await first.call("todo_write", { todos: [{ content: "a", active_form: "doing a" }, { content: "b" }] });
    await first.call("todo_write", {
      todos: [
        { id: "1", status: "completed" },
        { id: "2", status: "in_progress" },
      ],
    });
    await first.call("todo_write", { todos: [{ id: "1" }] });
    const second = open(JSON.parse(JSON.stringify(first.snapshot())) as SessionSnapshot);
    const read = await second.call("todo_read");
    expect(contentText(read.content)).toBe("[x] 1 a");
    expect(second.state(todoList).todos).toEqual(first.state(todoList).todos);
    second.state(todoList).write([{ content: "c" }], { merge: true });
    expect(second.state(todoList).todos.at(-1)?.id).toBe("3");
  });

  it("that are no todo list are refused", async () => {
    const broken = { ...open().snapshot(), state: { todo_list: { todos: "gone" } } };
    const result = await open(broken).call("todo_read");
    expect(contentText(result.content)).toContain("The saved todo list of this session cannot be read.");
  });

  it("are not shared between sessions", async () => {
    const registry = createRegistry(todoTools());
    const [parent, child] = [openSession(registry, { policy: allow() }), openSession(registry, { policy: allow() })];
    await parent.call("todo_write", { todos: [{ content: "a" }] });
    expect((await child.call("todo_read")).content).toEqual([{ type: "text", text: "The list is empty." }]);
  });
});

it("reminds of open lists only", () => {
  const list = open().state(todoList);
  expect(todoReminder(list.todos)).toBeUndefined();
  list.write([{ content: "a", status: "completed" }, { content: "b" }]);
  expect(todoReminder(list.todos)).toBe("The todo list as it stands:\n[x] 1 a\n[ ] 2 b");
  list.write([{ id: "2", status: "cancelled" }], { merge: true });
  expect(todoReminder(list.todos)).toBeUndefined();
});
