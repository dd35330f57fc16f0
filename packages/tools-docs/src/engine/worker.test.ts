import { afterEach, expect, test, vi } from "vitest";
import { jobWorker, type Thread } from "./worker.ts";

afterEach(() => vi.useRealTimers());

/** An engine whose thread answers when the test says so. */
function openEngine(loadSeconds?: number) {
  const threads: { say(message: unknown): void; fail(cause: unknown): void; jobs: unknown[]; isEnded: boolean }[] = [];
  const open = (): Thread => {
    const thread = { say: (_: unknown) => {}, fail: (_: unknown) => {}, jobs: [] as unknown[], isEnded: false };
    threads.push(thread);
    return {
      post: (job) => void thread.jobs.push(job),
      listen: (say, fail) => void Object.assign(thread, { say, fail }),
      hold: () => {},
      terminate: () => void Object.assign(thread, { isEnded: true }),
    };
  };
  const worker = jobWorker<string, string>({
    what: "Cups",
    packages: "cup",
    ...(loadSeconds && { loadSeconds }),
    open,
  });
  return { threads, worker };
}

const never = { signal: new AbortController().signal, seconds: 60 };

test("the time of a job counts from when its engine has come", async () => {
  vi.useFakeTimers();
  const { threads, worker } = openEngine(300);
  const made = worker.run("a", never);
  const ended = expect(made).rejects.toMatchObject({ code: "timeout", message: expect.stringContaining("60 seconds") });
  await vi.advanceTimersByTimeAsync(299_000);
  expect(threads[0]?.isEnded).toBe(false);
  threads[0]?.say({ ready: true });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(threads[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  await ended;
  expect(threads[0]?.isEnded).toBe(true);
});

test("a thread that was started ahead does the job, and one that failed meanwhile is replaced", async () => {
  vi.useFakeTimers();
  const { threads, worker } = openEngine();
  worker.start();
  worker.start();
  threads[0]?.fail(new Error("gone"));
  worker.start();
  const made = worker.run("a", never);
  await vi.advanceTimersByTimeAsync(0);
  expect(threads.map(({ jobs }) => jobs)).toEqual([[], ["a"]]);
  threads[1]?.say({ reply: "cup" });
  expect(await made).toBe("cup");
  await vi.advanceTimersByTimeAsync(31_000);
  expect(threads[1]?.isEnded).toBe(true);
});

test("a library that is not there is told with the command for it", async () => {
  const { threads, worker } = openEngine();
  const made = worker.run("a", never);
  await Promise.resolve();
  threads[0]?.fail(new Error('Could not resolve "cup" imported by "x"'));
  await expect(made).rejects.toMatchObject({ code: "unavailable", hint: "Ask the user to run: npm install cup" });
});
