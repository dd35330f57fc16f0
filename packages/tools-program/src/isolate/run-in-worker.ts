import type { IsolateEnd, IsolateProgram, IsolateStop } from "./isolate.ts";
import type { FromWorker } from "./messages.ts";
import type { ReadyWorker, WorkerPool } from "./worker-pool.ts";

/** Milliseconds that a program may compute beyond its limit before its worker is ended from outside. */
const grace = 500;
/** Milliseconds that a worker may take to clean up after a program. */
const cleaningLimit = 1_000;

/** Run one program in a worker that is this program's alone until it is given back or ended. */
export function runInWorker(worker: ReadyWorker, program: IsolateProgram, pool: WorkerPool): Promise<IsolateEnd> {
  const { handle } = worker;
  const { code, limits, seed, now, signal } = program;
  const { promise, resolve } = Promise.withResolvers<IsolateEnd>();
  let owed = 0;
  let cpu = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let outcome: IsolateEnd | undefined;

  const leave = (end: IsolateEnd) => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    resolve(end);
  };
  const kill = (reason: IsolateStop) => {
    handle.terminate();
    leave(outcome ?? { end: "stopped", reason, lostLogs: 0 });
  };
  const watch = (limit: number, reason: IsolateStop) => {
    clearTimeout(timer);
    timer = setTimeout(() => kill(reason), limit);
  };
  const send = (message: Parameters<typeof handle.post>[0]) => {
    handle.post(message);
    if (owed++ === 0) watch(limits.cpuMs - cpu + grace, "cpu");
  };
  const abort = () => {
    if (outcome) return;
    if (owed > 0) return kill("aborted");
    outcome = { end: "stopped", reason: "aborted", lostLogs: 0 };
    handle.post({ type: "end" });
    watch(cleaningLimit, "aborted");
  };

  const onMessage = (message: FromWorker) => {
    if (message.type === "cleaned") {
      if (message.reusable) pool.keep(worker);
      else handle.terminate();
      return leave(outcome ?? { end: "stopped", reason: "crashed", lostLogs: 0 });
    }
    if (message.type === "loaded") return;
    owed--;
    cpu = message.cpu;
    for (const line of message.logs) program.log(line);
    if (message.type === "end") {
      outcome ??= { ...message.outcome, dropped: message.calls };
      return watch(cleaningLimit, "crashed");
    }
    if (outcome) return;
    if (owed === 0) clearTimeout(timer);
    else watch(limits.cpuMs - cpu + grace, "cpu");
    for (const call of message.calls) {
      void program.call(call).then((answer) => {
        if (!outcome) send({ type: "answer", index: call.index, answer });
      });
    }
  };
  worker.hear(onMessage, () => kill("crashed"));
  signal.addEventListener("abort", abort);
  send({ type: "run", code, limits, seed, now });
  return promise;
}
