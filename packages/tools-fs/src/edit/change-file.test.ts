import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openFiles } from "../tests/_files.fixture.ts";

/** Files whose backend notes what it is asked, and can be changed for a test. */
function open(content: string, change: (backend: Backend) => Partial<Backend> = () => ({})) {
  const asked: string[] = [];
  const note = <T>(call: string, answer: T): T => {
    asked.push(call);
    return answer;
  };
  const inner = memoryBackend({ files: { "/a": content } });
  const backend: Backend = { ...inner, ...change(inner) };
  const files = openFiles(
    {},
    {
      backend: {
        ...backend,
        stat: (...args) => note("stat", backend.stat(...args)),
        read: (...args) => note("read", backend.read(...args)),
        write: (...args) => note("write", backend.write(...args)),
      },
    },
  );
  return {
    ...files,
    /** What the backend was asked since the last time. */
    asked: () => asked.splice(0),
    /** Change the file behind the session's back. */
    put: (text: string) => inner.write("/a" as Parameters<Backend["write"]>[0], new TextEncoder().encode(text)),
  };
}

test("a file is read by one request, and every change of it after that is one", async () => {
  const { ok, text, asked } = open("one\ntwo\n");
  await ok("read_file", { path: "/a" });
  expect(asked()).toEqual(["read"]);
  const calls = [
    ["edit_file", { path: "/a", old_string: "one", new_string: "1" }],
    ["multi_edit", { path: "/a", edits: [{ old_string: "two", new_string: "2" }] }],
    ["append_file", { path: "/a", content: "three\n" }],
    ["write_file", { path: "/a", content: "new\n" }],
  ] as const;
  for (const [tool, input] of calls) {
    await ok(tool, input);
    expect(asked(), tool).toEqual(["write"]);
  }
  for (const _ of calls) await ok("undo", {});
  expect(await text("/a")).toBe("one\ntwo\n");
});

test("a file that somebody else changed is looked at before anything is said about it", async () => {
  const { ok, fails, text, put, asked } = open("one\n");
  await ok("read_file", { path: "/a" });
  await put("one\ntheirs\n");
  expect((await fails("write_file", { path: "/a", content: "mine\n" })).code).toBe("stale");
  // What is held says that nothing is to be done.
  expect((await fails("write_file", { path: "/a", content: "one\n" })).code).toBe("stale");
  // What is held says that there is no such place; what is there, that it was not shown.
  expect((await fails("edit_file", { path: "/a", old_string: "theirs", new_string: "x" })).code).toBe("stale");
  await ok("append_file", { path: "/a", content: "mine\n" });
  expect(await text("/a")).toBe("one\ntheirs\nmine\n");
  expect(asked().filter((call) => call === "read").length).toBeGreaterThan(3);
});

test("a failed write is told as it is, and not tried again", async () => {
  let fails = true;
  const files = open("one\n", (backend) => ({
    async write(...args) {
      if (fails) throw new ToolError("unavailable", "The connection broke.");
      return backend.write(...args);
    },
  }));
  await files.ok("read_file", { path: "/a" });
  files.asked();
  const error = await files.fails("edit_file", { path: "/a", old_string: "one", new_string: "two" });
  expect([error.code, files.asked()]).toEqual(["unavailable", ["write"]]);
  fails = false;
  await files.ok("edit_file", { path: "/a", old_string: "one", new_string: "two" });
});

test.each([
  ["cannot compare and swap", ({ can }: Backend) => ({ can: { ...can, compareAndSwap: false } })],
  [
    "makes versions of size and times",
    (backend: Backend) => ({
      read: async (...args: Parameters<Backend["read"]>) => ({ ...(await backend.read(...args)), version: "~1" }),
    }),
  ],
])("on a backend that %s every change reads first", async (_, change) => {
  const { session, asked } = open("one\n", change);
  await session.call("read_file", { path: "/a" });
  asked();
  await session.call("edit_file", { path: "/a", old_string: "one", new_string: "two" });
  expect(asked()[0]).toBe("read");
});

test("what is held is bounded", async () => {
  const { ok, asked } = open("x".repeat(3 * 1024 * 1024));
  await ok("append_file", { path: "/a", content: "y" });
  asked();
  await ok("append_file", { path: "/a", content: "z" });
  expect(asked()).toEqual(["read", "write"]);
});
