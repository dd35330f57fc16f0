import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, createRegistry, type Io, openSession, type Path, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import { createGenerator } from "../_calls.fixture.ts";
import { startFiles } from "../_recording.fixture.ts";

/** A backend with links that notes each operation for which it was not told what was judged. */
function strict(backend: Backend, forgotten: string[]): Backend {
  const note = (what: string, path: Path, io: Io | undefined) => {
    if (!io?.judged) forgotten.push(`${what} ${path}`);
    else if (!io.judged(path, path)) forgotten.push(`${what} ${path} was not judged`);
  };
  const { createDirectory, glob, move, search, stream } = backend;
  const noted =
    <T extends unknown[], R>(what: string, run: (path: Path, ...rest: T) => R) =>
    (path: Path, ...rest: T): R => {
      note(what, path, rest.find((each) => "judged" in Object(each)) as Io | undefined);
      return run(path, ...rest);
    };
  return {
    ...backend,
    realPath: async (path) => path,
    stat: noted("stat", backend.stat),
    read: noted("read", backend.read),
    write: noted("write", backend.write),
    remove: noted("remove", backend.remove),
    list: noted("list", backend.list),
    ...(createDirectory && { createDirectory: noted("createDirectory", createDirectory) }),
    ...(move && { move: noted("move", move) }),
    ...(stream && { stream: noted("stream", stream) }),
    ...(glob && { glob: noted("glob", glob) }),
    ...(search && { search: noted("search", search) }),
  };
}

test("no call of any tool reaches a backend with links without what it was judged for", async () => {
  const memory = memoryBackend();
  for (const [path, bytes] of Object.entries(startFiles)) await memory.write(toPath(`/ws/${path}`), bytes);
  const forgotten: string[] = [];
  const session = openSession(createRegistry(fsTools({ backend: strict(memory, forgotten) })), {
    policy: allow(),
    cwd: "/ws",
  });
  const generator = createGenerator(7);
  const used = new Set<string>();
  for (let i = 0; i < 150; i++) {
    const texts = new Map<string, string>();
    for await (const { path, kind } of memory.list(toPath("/ws"), { recursive: true }))
      if (kind === "file") texts.set(path.slice(4), new TextDecoder().decode((await memory.read(path)).bytes));
    const step = generator.next(texts);
    if (step.tool === undefined) continue;
    const { version: _, ...input } = step.input;
    if ((await session.call(step.tool, input)).ok) used.add(step.tool);
  }
  expect(used.size).toBeGreaterThan(12);
  expect(forgotten).toEqual([]);
});
