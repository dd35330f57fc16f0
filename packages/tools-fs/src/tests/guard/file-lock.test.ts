import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, toPath } from "@holdall/tool-core";
import { withFileLock } from "@holdall/tool-kit/file-tools";
import { describe, expect, test } from "vitest";

const { signal } = new AbortController();

function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

/** Run tasks that note when they start and wait for their gate. */
function recorder(backend: Backend) {
  const started: string[] = [];
  const run = (name: string, paths: string[], wait?: Promise<void>, on = signal) =>
    withFileLock({ backend, paths: paths.map((path) => toPath(path)), signal: on }, async () => {
      started.push(name);
      await wait;
      return name;
    });
  return { started, run };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  test("one file: in the order of asking; other files at once", async () => {
    const { started, run } = recorder(memoryBackend());
    const first = gate();
    const all = [run("a1", ["/a"], first.opened), run("a2", ["/a"]), run("b", ["/b"])];
    await settle();
    expect(started).toEqual(["a1", "b"]);
    first.open();
    expect(await Promise.all(all)).toEqual(["a1", "a2", "b"]);
    expect(started).toEqual(["a1", "b", "a2"]);
  });

  test("spellings that are one file on the backend are one queue", async () => {
    const backend = memoryBackend();
    const { started, run } = recorder({ ...backend, can: { ...backend.can, caseSensitive: false } });
    const first = gate();
    const all = [run("upper", ["/Caf\u00e9"], first.opened), run("lower", ["/cafe\u0301"])];
    await settle();
    expect(started).toEqual(["upper"]);
    first.open();
    await Promise.all(all);
  });

  test("a task on two files waits for both, and two such tasks never block each other", async () => {
    const { started, run } = recorder(memoryBackend());
    const first = gate();
    const all = [run("a", ["/a"], first.opened), run("ab", ["/a", "/b"]), run("ba", ["/b", "/a"]), run("b", ["/b"])];
    await settle();
    expect(started).toEqual(["a"]);
    first.open();
    await Promise.all(all);
    expect(started).toEqual(["a", "ab", "ba", "b"]);
  });

  test("a task that fails does not stop the next", async () => {
    const backend = memoryBackend();
    const failing = withFileLock({ backend, paths: [toPath("/a")], signal }, () => Promise.reject(new Error("no")));
    const next = withFileLock({ backend, paths: [toPath("/a")], signal }, async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  test("giving up while waiting is aborted at once, and those behind still wait for those in front", async () => {
    const { started, run } = recorder(memoryBackend());
    const first = gate();
    const abort = new AbortController();
    const a = run("a", ["/a"], first.opened);
    const b = run("b", ["/a"], undefined, abort.signal);
    const c = run("c", ["/a"]);
    abort.abort();
    await expect(b).rejects.toMatchObject({ code: "aborted" });
    await settle();
    expect(started).toEqual(["a"]);
    first.open();
    await Promise.all([a, c]);
    expect(started).toEqual(["a", "c"]);
  });
});
