import { memoryBackend } from "@holdall/backends-memory";
import { withoutWalks } from "@holdall/conformance";
import { allow, type Backend, createRegistry, openSession, type Path, ToolError, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";

const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`/src/folder-${i % 10}/${i}.ts`, "needle\n"]));
const lost = new ToolError("unavailable", "The disk went away.", { hint: "Try again." });

async function* throwingAfterOne<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    throw lost;
  }
}

const memory = memoryBackend({ files });
const backends: Record<string, Backend> = {
  "by its own walk": {
    ...memory,
    glob: (...args) => throwingAfterOne(memory.glob!(...args)),
    search: (...args) => throwingAfterOne(memory.search!(...args)),
    list: (...args) => throwingAfterOne(memory.list(...args)),
  },
  "by listing": {
    ...withoutWalks(memory),
    list: (path: Path, io) =>
      path === "/src/folder-3" ? throwingAfterOne(memory.list(path, io)) : memory.list(path, io),
  },
};

describe.each(Object.entries(backends))("a backend that fails in the middle, %s", (_, backend) => {
  test.each([
    ["glob_files", { pattern: "**/*.ts" }],
    ["grep_files", { pattern: "needle", limit: 1_000 }],
    ["list_files", {}],
  ])("%s tells the error, and not what was found before", async (tool, input) => {
    const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), cwd: toPath("/src") });
    const result = await session.call(tool, input);
    expect(result).toMatchObject({ ok: false, error: { code: "unavailable", message: "The disk went away." } });
  });
});
