import { memoryBackend } from "@holdall/backends-memory";
import {
  type CallOptions,
  defineTool,
  openSession,
  type Session,
  ToolError,
  type ToolErrorCode,
  toPath,
} from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { coding } from "./sets/coding.ts";

const backend = memoryBackend({
  files: {
    "/app/a.txt": "one\ntwo\none\n",
    "/app/b.txt": "b\n",
    "/app/data.bin": new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  },
});

/** What no file tool runs into here: a tool that fails in the way it is told. */
const failing = defineTool({
  name: "fail_here",
  category: "test",
  description: "Fails.",
  input: z.object({ how: z.string() }),
  output: z.object({ total: z.number() }),
  access: () => [],
  async execute({ how }, { signal }) {
    if (how === "output") return { total: "many" } as never;
    if (how === "hang") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (how === "bug") throw new TypeError("x is not a function");
    if (how === "size")
      throw new ToolError("too_large", "big.log has 3 GB; one call takes 2 GB.", {
        hint: "Read a part of it with {read_file} and offset.",
      });
    if (how === "down")
      throw new ToolError("unavailable", "The store at db-1 does not answer.", { hint: "Try again in a minute." });
    throw new ToolError("parse_error", "Cell 3 of notes.ipynb is not valid JSON.", {
      hint: "Look at it with {read_file} and correct it.",
    });
  },
});

const preset = coding({ backend, root: "/app" });
preset.registry.add(failing);
const open = () => openSession(preset.registry, preset);

const call = (tool: string, input: unknown, options?: CallOptions) => (session: Session) =>
  session.call(tool, input, options);
const edit = (old_string: string, new_string: string) => call("edit_file", { path: "a.txt", old_string, new_string });
const afterReading = (next: ReturnType<typeof call>) => async (session: Session) => {
  await session.call("read_file", { path: "a.txt" });
  return next(session);
};

/** One way into every code, and what the message must name: where it happened. */
const ways: Record<ToolErrorCode, { run: ReturnType<typeof call>; names: string }> = {
  unknown_tool: { run: call("raed_file", {}), names: "raed_file" },
  invalid_input: { run: call("read_file", { path: "a.txt", limit: "many" }), names: "limit" },
  invalid_output: { run: call("fail_here", { how: "output" }), names: "total" },
  not_found: { run: call("read_file", { path: "aa.txt" }), names: "/app/aa.txt" },
  already_exists: { run: call("move_file", { from: "a.txt", to: "b.txt" }), names: "/app/b.txt" },
  wrong_kind: { run: call("list_files", { path: "a.txt" }), names: "/app/a.txt" },
  not_read: { run: edit("two", "2"), names: "/app/a.txt" },
  stale: {
    run: async (session) => {
      await session.call("read_file", { path: "b.txt" });
      await backend.write(toPath("/app/b.txt"), new TextEncoder().encode("changed\n"));
      return session.call("write_file", { path: "b.txt", content: "mine\n" });
    },
    names: "/app/b.txt",
  },
  no_match: { run: afterReading(edit("three", "3")), names: "/app/a.txt" },
  ambiguous: { run: afterReading(edit("one", "1")), names: "/app/a.txt" },
  no_op: { run: afterReading(edit("two", "two")), names: "new_string" },
  too_large: { run: call("fail_here", { how: "size" }), names: "big.log" },
  permission_denied: { run: call("read_file", { path: "/etc/passwd" }), names: "/etc/passwd" },
  unsupported: { run: call("read_file", { path: "data.bin" }), names: "/app/data.bin" },
  unavailable: { run: call("fail_here", { how: "down" }), names: "db-1" },
  timeout: { run: call("fail_here", { how: "hang" }, { signal: AbortSignal.timeout(1) }), names: "call" },
  aborted: { run: call("read_file", { path: "a.txt" }, { signal: AbortSignal.abort() }), names: "call" },
  parse_error: { run: call("fail_here", { how: "text" }), names: "notes.ipynb" },
  internal: { run: call("fail_here", { how: "bug" }), names: "tool" },
};

const texts = new Map<string, string>();

test.each(Object.entries(ways))("%s says what happened, where, and what to do next", async (code, { run, names }) => {
  const result = await run(open());
  if (result.ok) throw new Error(`The call went well: ${JSON.stringify(result.output)}`);
  const { error, content } = result;
  expect(error.code).toBe(code);
  expect(error.message).toContain(names);
  expect(error.hint).toMatch(/^[A-Z].*[.?]$/s);
  expect(error.hint).not.toMatch(/\{[a-z_]+\}/);
  expect(content).toEqual([{ type: "text", text: expect.stringContaining(error.hint ?? "no hint") }]);
  texts.set(code, `${error.message}\n  → ${error.hint}`);
});

test("the texts, as a model reads them", () => {
  expect([...texts].map(([code, text]) => `${code}: ${text}`).join("\n")).toMatchInlineSnapshot(`
    "unknown_tool: There is no tool named "raed_file".
      → Did you mean read_file?
    invalid_input: read_file: limit takes a whole number, not "many".
      → Send {"path":"a.txt","limit":10}.
    invalid_output: fail_here: invalid output. total: Invalid input: expected number, received string.
      → The tool has a bug. Try another approach.
    not_found: /app/aa.txt does not exist.
      → Did you mean /app/a.txt or /app/b.txt?
    already_exists: /app/b.txt exists.
      → Choose another target, or set overwrite: true to replace it.
    wrong_kind: /app/a.txt is a file, not a folder.
      → Read it with read_file, or name its folder.
    not_read: /app/a.txt exists, but you have not read it in this session.
      → Call read_file with path "/app/a.txt" first, or pass the version you know.
    stale: /app/b.txt changed since you last saw it: line 1 is new or different now. Nothing was written.
      → Read it again with read_file, offset 1, then repeat the change.
    no_match: old_string is not in /app/a.txt, and nothing in it is similar.
      → Check the path; find the text with grep_files or read the file with read_file, then copy it exactly.
    ambiguous: old_string occurs 2 times in /app/a.txt, at lines 1 and 3.
      → Add a neighboring line that only one of them has, or set replace_all: true to change them all (line 1 has no text above it; above line 3 is "two").
    no_op: old_string and new_string are the same text.
      → Nothing was changed. Send the text you want in new_string.
    too_large: big.log has 3 GB; one call takes 2 GB.
      → Read a part of it with read_file and offset.
    permission_denied: Not permitted: read_file, read /etc/passwd. These tools may read and write below /app, nothing else.
      → Do not retry the same call. Try another approach, or tell the user what you need.
    unsupported: /app/data.bin is not text: gzip archive, 10 B.
      → It cannot be shown as lines. Read a text file it was made from, or use a tool made for its kind.
    unavailable: The store at db-1 does not answer.
      → Try again in a minute.
    timeout: The call ran out of time.
      → Do less at once, or allow more time.
    aborted: The call was cancelled.
      → Ask the user before you retry.
    parse_error: Cell 3 of notes.ipynb is not valid JSON.
      → Look at it with read_file and correct it.
    internal: The tool failed; your input is not the cause.
      → Retry once, then try another approach."
  `);
});
