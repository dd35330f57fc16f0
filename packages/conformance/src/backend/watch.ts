import { type Backend, joinPath, type Path } from "@holdall/tool-core";
import { bytesOf, check, same } from "../_assert.ts";
import type { BackendCase, BackendFixture } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

const needsWatch = (fixture: BackendFixture): string | undefined =>
  needsWrite(fixture) ?? (fixture.backend.watch ? undefined : "the backend cannot watch");

/** Start a watch; `expect` resolves once the change has come, however many others come before it. */
function startWatch(backend: Backend, path: Path) {
  const abort = new AbortController();
  const seen: string[] = [];
  let look = () => {};
  const changes = backend.watch?.(path, { signal: abort.signal }) ?? [];
  const ended = (async () => {
    for await (const change of changes as AsyncIterable<{ path: Path; kind: string }>) {
      seen.push(`${change.kind} ${change.path}`);
      look();
    }
  })();
  return {
    seen,
    ended,
    abort: () => abort.abort(),
    expect: (kind: string, at: Path) =>
      new Promise<void>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`no "${kind} ${at}" among ${JSON.stringify(seen)}`)), 5000);
        look = () => {
          if (!seen.includes(`${kind} ${at}`)) return;
          clearTimeout(limit);
          resolve();
        };
        look();
      }),
  };
}

/** A watch tells of changes from its first moment until it is cancelled. */
export const watchCases: readonly BackendCase[] = [
  {
    name: "watch tells of a new, a changed and a removed file, also in a new folder, and nothing else",
    needs: needsWatch,
    async run({ backend, root }) {
      const watched = joinPath(root, "watched");
      await backend.write(joinPath(watched, "there"), bytesOf("x"));
      const watch = startWatch(backend, watched);
      try {
        await backend.write(joinPath(root, "beside"), bytesOf("x"));
        await backend.write(joinPath(watched, "there"), bytesOf("y"));
        await watch.expect("changed", joinPath(watched, "there"));
        await backend.write(joinPath(watched, "new/deep/file"), bytesOf("x"));
        await watch.expect("changed", joinPath(watched, "new/deep/file"));
        await backend.write(joinPath(watched, "new/deep/file"), bytesOf("y"));
        await backend.remove(joinPath(watched, "there"));
        await watch.expect("removed", joinPath(watched, "there"));
        const strangers = watch.seen.filter((change) => !change.includes(`${watched}`));
        same(strangers, [], "changes outside the watched folder");
      } finally {
        watch.abort();
        await watch.ended;
      }
    },
  },
  {
    name: "watch ends quietly when its signal aborts, before or after it began",
    needs: needsWatch,
    async run({ backend, root }) {
      const watch = startWatch(backend, root);
      watch.abort();
      await watch.ended;
      for await (const change of backend.watch?.(root, { signal: AbortSignal.abort() }) ?? []) {
        check(false, `an aborted watch reported ${change.path}`);
      }
    },
  },
];
