import { type Json, notify } from "@holdall/tool-core";
import type { RunEvent } from "../port/index.ts";
import { type ClaimedRun, type Hold, isOpen, type Ring, type RunStore } from "../store.ts";
import { infoOf, type MemoryRows, type MemoryRun, ringOf, waitsOf } from "./memory-rows.ts";
import { memorySchedules } from "./memory-schedules.ts";

/** Runs in the memory of this process. Every function is one synchronous change. */
export function memoryStore(rows: MemoryRows, now: () => number): RunStore {
  const { runs, listeners, bells } = rows;

  const note = (run: MemoryRun, type: RunEvent["type"], data: Json = null) => {
    run.log.push({ seq: ++rows.seq, run: run.id, at: now(), type, data });
    for (const listener of listeners) notify(listener, run.id);
  };
  const heldBy = ({ id, attempt }: Hold): MemoryRun | undefined => {
    const run = runs.get(id);
    return run?.state === "running" && run.attempt === attempt ? run : undefined;
  };
  const queue = (run: MemoryRun, at = now()): Ring => {
    Object.assign(run, { state: "queued", wakeAt: at });
    for (const bell of bells) notify(bell);
    return ringOf(run);
  };

  /** Keep an event, and wake who waits for it. */
  const deliver = (run: MemoryRun, event: string, payload: string): Ring[] => {
    if (run.events.has(event)) return [];
    run.events.set(event, payload);
    note(run, "event", event);
    const isAwaited = [...run.waits.values()].some((wait) => wait.event === event);
    return run.state === "waiting" && isAwaited ? [queue(run)] : [];
  };

  const close = (
    run: MemoryRun,
    state: "completed" | "failed" | "canceled",
    output: string | null,
    error: string | null,
  ): Ring[] => {
    Object.assign(run, { state, output, error, ended: now() });
    run.waits.clear();
    note(run, "end", state);
    const parent = run.parent !== null && run.parentEvent !== null ? runs.get(run.parent) : undefined;
    if (!parent) return [];
    const told = [run.parentEvent ?? "", JSON.stringify({ state, output, error })] as const;
    if (isOpen(parent.state)) return deliver(parent, ...told);
    // It comes by it when it is retried.
    if (!parent.events.has(told[0])) parent.events.set(...told);
    return [];
  };

  /** Let a run do again what it failed with, and its children that ended badly without its code having seen it. */
  const redo = (run: MemoryRun): Ring[] => {
    if (run.failedAt !== null) run.steps.delete(run.failedAt);
    run.failedAt = null;
    const seen = new Set(
      [...run.steps.values()].flatMap(({ position, ended }) => (ended === null ? [] : `child/${position}`)),
    );
    return [...runs.values()].flatMap((child) => {
      if (child.parent !== run.id || child.parentEvent === null || seen.has(child.parentEvent)) return [];
      if (isOpen(child.state) || child.state === "completed") return [];
      run.events.delete(child.parentEvent);
      return reopen(child);
    });
  };
  const reopen = (run: MemoryRun): Ring[] => {
    if (isOpen(run.state) || run.state === "completed") return [];
    Object.assign(run, {
      failures: 0,
      lostInRow: 0,
      error: null,
      ended: undefined,
      deadline: Number.POSITIVE_INFINITY,
    });
    const rings = redo(run);
    note(run, "retry");
    return [queue(run), ...rings];
  };

  const take = (run: MemoryRun, lease: number): ClaimedRun | undefined => {
    const isLost = run.state === "running";
    if (isLost) Object.assign(run, { lost: run.lost + 1, lostInRow: run.lostInRow + 1 });
    if (isLost) note(run, "lost", run.attempt);
    if (isLost && run.lostInRow >= run.losses) {
      run.state = "parked";
      run.error = poison(run.lostInRow);
      note(run, "end", "parked");
      return undefined;
    }
    Object.assign(run, { state: "running", attempt: run.attempt + 1, wakeAt: now() + lease });
    note(run, "take", run.attempt);
    const { id, attempt, name, version, priority, input, failures, attempts, created, steps } = run;
    return {
      id,
      attempt,
      name,
      version,
      queue: run.queue,
      priority,
      input,
      failures,
      attempts,
      created,
      steps: [...steps.values()],
    };
  };

  return {
    name: "memory",

    async insert({ at, duration, ...run }, parent) {
      if (parent && !heldBy(parent)) return undefined;
      const same =
        run.key === null ? undefined : [...runs.values()].find(({ name, key }) => name === run.name && key === run.key);
      if (same) return { id: same.id, isNew: false };
      const row: MemoryRun = {
        ...run,
        state: "queued",
        attempt: 0,
        lost: 0,
        lostInRow: 0,
        failures: 0,
        wakeAt: at ?? now(),
        created: now(),
        deadline: duration === null ? Number.POSITIVE_INFINITY : now() + duration,
        output: null,
        error: null,
        failedAt: null,
        steps: new Map(),
        waits: new Map(),
        events: new Map(),
        log: [],
      };
      runs.set(run.id, row);
      note(row, "start");
      for (const bell of bells) notify(bell);
      return { id: run.id, isNew: true };
    },

    async claim({ lease, limit, ids, known, queues }) {
      const time = now();
      const due = [...runs.values()].filter(
        (run) =>
          isOpen(run.state) &&
          run.wakeAt <= time &&
          (!ids || ids.includes(run.id)) &&
          queues.includes(run.queue) &&
          known.some(({ name, version }) => name === run.name && version === run.version),
      );
      due.sort((one, other) => other.priority - one.priority || one.wakeAt - other.wakeAt);
      return due.slice(0, limit).flatMap((run) => take(run, lease) ?? []);
    },

    async extend(holds, lease) {
      const held = holds.flatMap((hold) => heldBy(hold) ?? []);
      for (const run of held) run.wakeAt = now() + lease;
      return new Set(held.map(({ id }) => id));
    },

    async recordStep(hold, step) {
      const run = heldBy(hold);
      if (!run) return undefined;
      const ended = now();
      run.steps.set(step.position, { ...step, ended });
      run.lostInRow = 0;
      note(run, "step", { position: step.position, name: step.name, failed: step.error !== null });
      return ended;
    },

    async recordAttempt(hold, step) {
      const run = heldBy(hold);
      run?.steps.set(step.position, { ...step, output: null, ended: null });
      const { position, name, failures } = step;
      if (run && step.error === null) note(run, "begin", { position, name });
      else if (run) note(run, "step-failed", { position, name, failures });
      return run !== undefined;
    },

    async park(hold, waits) {
      const run = heldBy(hold);
      if (!run) return undefined;
      const time = now();
      const rows = waits.map(({ within, ...wait }) => {
        const until = within === null ? wait.until : time + within;
        return run.waits.get(wait.position) ?? { ...wait, until };
      });
      const over = rows.filter(
        ({ event, until }) => (event !== null && run.events.has(event)) || (until !== null && until <= time),
      );
      for (const row of rows) {
        if (!run.waits.has(row.position))
          note(run, "wait", { position: row.position, event: row.event, until: row.until });
        run.waits.set(row.position, row);
      }
      if (over.length === 0) {
        const wakeAt = Math.min(...rows.map(({ until }) => until ?? Number.POSITIVE_INFINITY));
        Object.assign(run, { state: "waiting", wakeAt });
        return { parked: true, ...(Number.isFinite(wakeAt) && { ring: ringOf(run) }) };
      }
      const resolved = over.map(({ position, name, event }) => {
        const payload = event === null ? null : (run.events.get(event) ?? null);
        run.waits.delete(position);
        run.steps.set(position, { position, name, output: payload, error: null, failures: 0, ended: time });
        note(run, "step", { position, name, failed: false });
        return { position, payload, ended: time };
      });
      return { parked: false, resolved };
    },

    async release(holds) {
      return holds.flatMap((hold) => {
        const run = heldBy(hold);
        if (!run) return [];
        note(run, "release");
        return queue(run);
      });
    },

    async finish(hold, { state, output, error, failedAt, retryIn }) {
      const run = heldBy(hold);
      if (!run) return undefined;
      if (state === "failed") run.failures++;
      run.failedAt = failedAt;
      if (retryIn === null) return { rings: close(run, state, output, error) };
      run.error = error;
      const rings = redo(run);
      note(run, "retry", run.failures);
      return { rings: [queue(run, now() + retryIn), ...rings] };
    },

    async log(hold, data) {
      const run = heldBy(hold);
      if (run) note(run, "log", JSON.parse(data) as Json);
      return run !== undefined;
    },

    async signal(id, event, payload) {
      const run = runs.get(id);
      if (!run) return undefined;
      const first = run.events.get(event);
      if (first !== undefined) return { outcome: first === payload ? "repeated" : "conflict", rings: [] };
      if (!isOpen(run.state)) return { outcome: "ended", rings: [] };
      const isAwaited = [...run.waits.values()].some((wait) => wait.event === event);
      return { outcome: isAwaited ? "delivered" : "kept", rings: deliver(run, event, payload) };
    },

    async end(id, state, error) {
      const ended: string[] = [];
      const rings: Ring[] = [];
      const visit = (run: MemoryRun | undefined) => {
        if (!run || !(isOpen(run.state) || run.state === "parked")) return;
        ended.push(run.id);
        rings.push(...close(run, state, null, error));
        for (const child of [...runs.values()].filter(({ parent }) => parent === run.id)) visit(child);
      };
      visit(runs.get(id));
      return { ended, rings };
    },

    overdue: async () =>
      [...runs.values()].filter(({ state, deadline }) => isOpen(state) && deadline <= now()).map(({ id }) => id),

    async prune(age, limit) {
      const before = now() - age;
      const isLong = ({ state, parent, ended = Number.POSITIVE_INFINITY }: MemoryRun) =>
        ended < before &&
        !isOpen(state) &&
        state !== "parked" &&
        (parent === null || runs.get(parent)?.ended !== undefined || !runs.has(parent));
      const old = new Set([...runs.values()].filter(isLong).slice(0, limit));
      for (const { id } of old) runs.delete(id);
      return old.size;
    },

    async retry(id) {
      const run = runs.get(id);
      return run ? reopen(run) : [];
    },

    async get(id) {
      const run = runs.get(id);
      return run && { run: infoOf(run), steps: [...run.steps.values()], waits: waitsOf(run) };
    },

    async list({ state, name, parent, keyPrefix, limit = 100 }) {
      const states = state === undefined ? undefined : [state].flat();
      const found = [...runs.values()].filter(
        (run) =>
          (!states || states.includes(run.state)) &&
          (name === undefined || run.name === name) &&
          (parent === undefined || run.parent === parent) &&
          (keyPrefix === undefined || run.key?.startsWith(keyPrefix)),
      );
      return found.reverse().slice(0, limit).map(infoOf);
    },

    events: async (run, since, limit) =>
      runs
        .get(run)
        ?.log.filter(({ seq }) => seq > since)
        .slice(0, limit) ?? [],

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    schedules: memorySchedules(rows),
    close: async () => {},
  };
}

/** The error of a run that is parked. */
export const poison = (lost: number | string): string =>
  JSON.stringify({
    code: "parked",
    message: `${lost} workers in a row were lost while they had this run, without completing a step.`,
    hint: "Find out what ends the process (memory, a native crash), then retry the run or cancel it.",
  });
