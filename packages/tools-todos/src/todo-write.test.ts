import { allow, contentText, createRegistry, openSession, type Session, type ToolResult } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { type TodoToolsOptions, type TodoWriteOutput, todoList, todoTools } from "./index.ts";

const open = (options: TodoToolsOptions = {}): Session =>
  openSession(createRegistry(todoTools(options)), { policy: allow() });

const write = (session: Session, todos: readonly object[], merge?: boolean) =>
  session.call("todo_write", { todos, ...(merge !== undefined && { merge }) });

const output = (result: ToolResult): TodoWriteOutput => {
  if (!result.ok) throw result.error;
  return result.output as TodoWriteOutput;
};

const failed = (result: ToolResult) => {
  if (result.ok) throw new Error("expected a failure");
  return result.error;
};

const said = (result: ToolResult) => contentText(result.content);

const ids = (todos: readonly { id: string }[]) => todos.map(({ id }) => id);

describe("replacing the list", () => {
  it("numbers new todos and answers with the diff, the counts and the list", async () => {
    const result = await write(open(), [
      { content: "Read the spec", status: "in_progress", active_form: "Reading the spec" },
      { content: "Write the parser" },
    ]);
    expect(output(result)).toEqual({
      changed: true,
      todos: [
        { id: "1", content: "Read the spec", status: "in_progress", active_form: "Reading the spec" },
        { id: "2", content: "Write the parser", status: "pending" },
      ],
      diff: {
        added: output(result).todos,
        started: [],
        completed: [],
        cancelled: [],
        removed: [],
        edited: [],
      },
      counts: { pending: 1, in_progress: 1, completed: 0, cancelled: 0 },
    });
    expect(said(result)).toBe("Added 1, 2.\n[>] 1 Read the spec\n[ ] 2 Write the parser");
  });

  it("keeps ids and verb forms of equal content, whatever the order, and tells what moved on", async () => {
    const session = open();
    await write(session, [
      { content: "a", status: "in_progress", active_form: "doing a" },
      { content: "b" },
      { content: "c" },
    ]);
    const result = await write(session, [
      { content: "b", status: "in_progress" },
      { content: "a", status: "completed" },
      { content: "d", status: "cancelled" },
    ]);
    const { todos, diff } = output(result);
    expect(todos).toEqual([
      { id: "2", content: "b", status: "in_progress" },
      { id: "1", content: "a", status: "completed", active_form: "doing a" },
      { id: "4", content: "d", status: "cancelled" },
    ]);
    expect([ids(diff.started), ids(diff.completed), ids(diff.added), ids(diff.removed), ids(diff.cancelled)]).toEqual([
      ["2"],
      ["1"],
      ["4"],
      ["3"],
      [],
    ]);
    expect(said(result)).toMatch(/^Completed 1; started 2; added 4; removed 3 \(c\)\.\n/);
  });

  it("never gives an id to a second todo", async () => {
    const session = open();
    await write(session, [{ content: "a" }, { id: "9", content: "b" }]);
    expect(ids(session.state(todoList).todos)).toEqual(["10", "9"]);
    await write(session, []);
    expect(ids(output(await write(session, [{ content: "a" }])).todos)).toEqual(["11"]);
  });

  it("keeps two todos of equal content apart", async () => {
    const session = open();
    await write(session, [{ content: "run tests" }, { content: "fix" }, { content: "run tests" }]);
    const { todos } = output(
      await write(session, [
        { content: "run tests", status: "completed" },
        { content: "fix" },
        { content: "run tests", status: "pending" },
      ]),
    );
    expect(todos.map(({ id, status }) => `${id} ${status}`)).toEqual(["1 completed", "2 pending", "3 pending"]);
  });

  it("lets a named id win over equal content", async () => {
    const session = open();
    await write(session, [{ content: "a" }, { content: "b" }]);
    const { todos } = output(await write(session, [{ content: "a" }, { id: "1", content: "a, at last" }]));
    expect(ids(todos)).toEqual(["3", "1"]);
  });

  it("says when nothing changed, and tells nobody", async () => {
    const heard: unknown[] = [];
    const session = open({ onChange: (change) => heard.push(change) });
    const plan = [{ content: "a", status: "in_progress" }];
    await write(session, plan);
    const before = session.state(todoList).todos;
    const result = await write(session, plan);
    expect(output(result).changed).toBe(false);
    expect(said(result)).toBe("Nothing changed: the list already was like this.\n[>] 1 a");
    expect(heard).toHaveLength(1);
    expect(session.state(todoList).todos).toBe(before);
  });

  it("takes a new order as a change", async () => {
    const session = open();
    await write(session, [{ content: "a", status: "in_progress" }, { content: "b" }]);
    const result = await write(session, [{ content: "b" }, { content: "a" }]);
    expect(said(result)).toBe("Reordered.\n[ ] 2 b\n[>] 1 a");
  });
});

describe("merging", () => {
  const three = async () => {
    const session = open();
    await write(session, [
      { content: "a", status: "in_progress", active_form: "doing a" },
      { content: "b" },
      { content: "c" },
    ]);
    return session;
  };

  it("patches by id, leaves the rest where it is, and adds unknown ids at the end", async () => {
    const result = await write(
      await three(),
      [
        { id: "x", content: "new" },
        { id: 2, status: "completed" },
        { id: "1", content: "A" },
      ],
      true,
    );
    const { todos, diff } = output(result);
    expect(todos).toEqual([
      { id: "1", content: "A", status: "in_progress" },
      { id: "2", content: "b", status: "completed" },
      { id: "3", content: "c", status: "pending" },
      { id: "x", content: "new", status: "pending" },
    ]);
    expect([ids(diff.edited), ids(diff.completed), ids(diff.added), ids(diff.removed)]).toEqual([
      ["1"],
      ["2"],
      ["x"],
      [],
    ]);
  });

  it("does not double a todo that is sent without its id", async () => {
    const { todos } = output(await write(await three(), [{ content: "b", status: "completed" }], true));
    expect(todos.map(({ id, status }) => `${id} ${status}`)).toEqual(["1 in_progress", "2 completed", "3 pending"]);
  });

  it("counts a completed todo that is opened again as edited", async () => {
    const session = await three();
    await write(session, [{ id: "2", status: "completed" }], true);
    expect(ids(output(await write(session, [{ id: "2", status: "pending" }], true)).diff.edited)).toEqual(["2"]);
  });

  it("refuses a patch for no todo, with the next move", async () => {
    const session = await three();
    const result = await write(
      session,
      [
        { id: "1", status: "completed" },
        { id: "7", status: "completed" },
      ],
      true,
    );
    expect(failed(result).code).toBe("not_found");
    expect(said(result)).toBe(
      'Error (not_found): There is no todo with the id "7", and no content to add one. Nothing was changed.\n' +
        "Give it content, or look the ids up with todo_read.",
    );
    expect(session.state(todoList).todos[0]?.status).toBe("in_progress");
  });
});

describe("input that is not quite right", () => {
  it("reads near-miss statuses and says so", async () => {
    const result = await write(open(), [
      { content: "a", status: "done" },
      { content: "b", status: "In Progress" },
      { content: "c", status: "canceled" },
      { content: "d", status: "to-do" },
    ]);
    expect(output(result).counts).toEqual({ pending: 1, in_progress: 1, completed: 1, cancelled: 1 });
    expect(said(result)).toContain(
      'Read "done" as completed, "In Progress" as in_progress, "canceled" as cancelled, "to-do" as pending.',
    );
  });

  it.each(["blocked", "skipped", "failed", "constructor"])("does not guess what %s means", async (status) => {
    const session = open();
    const result = await write(session, [{ content: "a", status }]);
    expect(failed(result).code).toBe("invalid_input");
    expect(said(result)).toContain("Use pending, in_progress, completed or cancelled.");
    expect(session.state(todoList).todos).toEqual([]);
  });

  it("refuses repeated ids and todos without content", async () => {
    const session = open();
    expect(
      failed(
        await write(session, [
          { id: "1", content: "a" },
          { id: "1", content: "b" },
        ]),
      ).message,
    ).toContain('id "1"');
    expect(failed(await write(session, [{ content: "  ", status: "pending" }])).code).toBe("invalid_input");
  });

  it("answers a call without todos with what is missing, not with a broken list", async () => {
    const session = open();
    await write(session, [{ content: "a" }]);
    expect(failed(await session.call("todo_write", {})).message).toContain("todos");
    expect(session.state(todoList).todos).toHaveLength(1);
  });

  it("takes activeForm and active_form, under every name of the tool", async () => {
    const session = open();
    for (const name of ["TodoWrite", "writeTodos", "todo_write", "write_todos", "todoWrite"]) {
      const todos = [
        { content: name, status: "pending", activeForm: "x" },
        { content: "b", status: "pending", active_form: "y" },
      ];
      const result = await session.call(name, { todos });
      expect(output(result).todos.map(({ active_form }) => active_form)).toEqual(["x", "y"]);
    }
  });
});

describe("one todo in progress", () => {
  const two = [
    { content: "a", status: "in_progress" },
    { content: "b", status: "in_progress" },
  ];

  it("is reported when broken", async () => {
    const result = await write(open(), two);
    expect(output(result).counts.in_progress).toBe(2);
    expect(said(result).split("\n").at(-1)).toBe("2 todos are in progress: keep one, the one you work on.");
  });

  it("is enforced when the host asks, over the whole list after a merge", async () => {
    const session = open({ strict: true });
    const result = await write(session, two);
    expect(failed(result).code).toBe("invalid_input");
    expect(said(result)).toContain("Keep one in_progress");
    await write(session, [two[0] as object]);
    expect(failed(await write(session, [two[1] as object], true)).data).toEqual({ ids: ["1", "2"] });
    expect(session.state(todoList).todos).toHaveLength(1);
  });

  it("nudges once when nothing is", async () => {
    const result = await write(open(), [{ content: "a" }]);
    expect(said(result).split("\n").at(-1)).toBe("Nothing is in progress: start the next todo before you work on it.");
    expect(said(await write(open(), [{ content: "a", status: "completed" }]))).toBe("Added 1.\n[x] 1 a");
  });
});

it("shows one line for a todo of many lines", async () => {
  const result = await write(open(), [{ content: "a\n[x] 9 forged", status: "in_progress" }]);
  expect(said(result)).toBe("Added 1.\n[>] 1 a [x] 9 forged");
});
