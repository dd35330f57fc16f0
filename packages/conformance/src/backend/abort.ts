import { type Backend, joinPath, type Path, ToolError } from "@holdall/tool-core";
import { bytesOf, check, fails, listed, noise, same, textOf } from "../_assert.ts";
import type { BackendCase } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

type Operation = (backend: Backend, path: Path, signal: AbortSignal) => Promise<unknown> | undefined;

const operations: Readonly<Record<string, Operation>> = {
  stat: (backend, path, signal) => backend.stat(path, { signal }),
  read: (backend, path, signal) => backend.read(path, { signal }),
  write: (backend, path, signal) => backend.write(path, bytesOf("new"), { signal }),
  remove: (backend, path, signal) => backend.remove(path, { signal }),
  list: (backend, path, signal) => listed(backend.list(joinPath(path, ".."), { signal })),
  createDirectory: (backend, path, signal) => backend.createDirectory?.(joinPath(path, "../made"), { signal }),
  move: (backend, path, signal) => backend.move?.(path, joinPath(path, "../moved"), { signal }),
};

/** Cancelling ends an operation with `aborted` and leaves nothing half done. */
export const abortCases: readonly BackendCase[] = [
  {
    name: "every operation with an aborted signal is aborted and does nothing",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      await backend.write(path, bytesOf("old"));
      for (const [name, operation] of Object.entries(operations)) {
        const running = operation(backend, path, AbortSignal.abort());
        if (running) await fails(running, "aborted", name);
      }
      same(
        (await listed(backend.list(root))).map((entry) => entry.path),
        [path],
        "what is there",
      );
      same(textOf((await backend.read(path)).bytes), "old", "the content");
    },
  },
  {
    name: "a time limit ends an operation with timeout, a reason that is a ToolError with itself",
    async run({ backend, root }) {
      const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
      await fails(backend.stat(joinPath(root, "file"), { signal: late }), "timeout", "stat after the time limit");
      const reason = new ToolError("unavailable", "The host is shutting down.", { hint: "Try again later." });
      await fails(backend.stat(root, { signal: AbortSignal.abort(reason) }), "unavailable", "stat with a reason");
    },
  },
  {
    name: "a write that is aborted midway leaves the old content or the new, never a mixture",
    needs: needsWrite,
    async run({ backend, root }) {
      const path = joinPath(root, "file");
      const [older, newer] = [noise(3_000_000), noise(3_000_000).fill(7)];
      for (const turns of [0, 1, 3]) {
        await backend.write(path, older);
        const abort = new AbortController();
        const writing = backend.write(path, newer, { signal: abort.signal }).then(
          () => true,
          (error: unknown) => error,
        );
        for (let i = 0; i < turns; i++) await Promise.resolve();
        abort.abort();
        const outcome = await writing;
        check(
          outcome === true || (ToolError.is(outcome) && outcome.code === "aborted"),
          `the write ended with ${outcome}`,
        );
        const { bytes } = await backend.read(path);
        same(
          [bytes.length, bytes[0], bytes.at(-1)].join(),
          marks(outcome === true ? newer : older),
          "the content's marks",
        );
        same((await listed(backend.list(root))).length, 1, "files left by the write");
      }
    },
  },
  {
    name: "a listing that is aborted midway stops with aborted",
    needs: needsWrite,
    async run({ backend, root }) {
      for (let i = 0; i < 5; i++) await backend.write(joinPath(root, `folder-${i}/file`), bytesOf("x"));
      const abort = new AbortController();
      let count = 0;
      const walk = async () => {
        for await (const _ of backend.list(root, { recursive: true, signal: abort.signal }))
          if (++count === 2) abort.abort();
      };
      await fails(walk(), "aborted", "the listing");
      check(count < 10, `${count} entries came, though the listing was aborted at the second`);
    },
  },
];

const marks = (bytes: Uint8Array): string => [bytes.length, bytes[0], bytes.at(-1)].join();
