import { ToolError } from "./error.ts";
import type { Json } from "./json.ts";
import { notify } from "./notify.ts";
import type { StateKey } from "./session/state.ts";

/** How a task stands. `lost`: the process that knew it has ended, and the task with it. */
export type TaskStatus = "running" | "completed" | "failed" | "stopped" | "lost";

/** A task as plain data. */
export interface TaskInfo {
  /** Cannot be guessed, and means nothing in another session. */
  readonly id: string;
  /** What runs, such as a command. */
  readonly title: string;
  readonly description?: string | undefined;
  readonly status: TaskStatus;
  /** Milliseconds since 1970, as `ended`. */
  readonly started: number;
  readonly ended?: number | undefined;
  /** How it ended, in words: `exit code 1`. */
  readonly outcome?: string | undefined;
  readonly exitCode?: number | undefined;
  /** Printed so far. */
  readonly bytes: number;
  /** The run of an engine that it is: it outlives its session. */
  readonly run?: string | undefined;
}

export interface TaskEnd extends Pick<TaskInfo, "exitCode"> {
  readonly status: "completed" | "failed" | "stopped";
  readonly outcome: string;
}

/** A part of what a task has printed, fit to be shown to a model. */
export interface TaskPage {
  readonly text: string;
  /** Cursor of its first byte: later than what was asked for when that is no longer kept. */
  readonly from: number;
  /** Where the next page starts. */
  readonly next: number;
}

/** Work that goes on after the call that started it. */
export interface TaskWork {
  /** Printed so far. */
  readonly bytes: number;
  /** Settles once it has ended and all that it printed is counted. Never rejects. */
  readonly ended: Promise<TaskEnd>;
  /** What was printed from a cursor on, at most `max` bytes of it; by lines, without the start of one that goes on. */
  read(since: number, max: number, by?: "lines"): Promise<TaskPage>;
  /** Resolves when more than `bytes` has been printed, or it has ended. */
  grown(bytes: number): Promise<void>;
  /** End it with all that it started; resolves when nothing is left. */
  stop(): Promise<void>;
  /** The run of an engine that it is, once it has begun. */
  readonly run?: string | undefined;
  /** Let it go on without this session, which ends: in place of `stop`. */
  detach?(): Promise<void>;
  /** Forget what it has printed. */
  dispose?(): Promise<void>;
}

export interface Task {
  readonly info: TaskInfo;
  /** Absent when the task was restored: then nothing but `info` is left of it. */
  readonly work?: TaskWork | undefined;
}

/** The tasks of one session, oldest first. */
export interface TaskList {
  /** Add work that has started. With the id of a task that has ended, the work goes on with that task. */
  add(what: Pick<TaskInfo, "title" | "description"> & { readonly id?: string }, work: TaskWork): TaskInfo;
  get(id: string): Task | undefined;
  list(): readonly TaskInfo[];
  /** Hear of every task that ends, once; returns the function that stops it. */
  subscribe(listener: (task: TaskInfo) => void): () => void;
  /** Stop what runs, or let it go on without this session where it can; forget what was printed. */
  close(): Promise<void>;
}

/** The tasks of a session, `session.state(sessionTasks)`. They end with it; of a restored session, what ran is `lost`. */
export const sessionTasks: StateKey<TaskList> = {
  name: "tasks",
  create: () => createTaskList([]),
  snapshot: (tasks) => tasks.list().map((info) => JSON.parse(JSON.stringify(info)) as Json),
  restore(json) {
    if (!Array.isArray(json) || !json.every(isTaskInfo)) {
      throw new ToolError("parse_error", "The saved tasks of this session cannot be read.", {
        hint: "Tell the user, and start a session without the snapshot.",
      });
    }
    return createTaskList(json.map(lose));
  },
  dispose: (tasks) => tasks.close(),
};

function createTaskList(saved: readonly TaskInfo[]): TaskList {
  const tasks = new Map<string, Task>(saved.map((info) => [info.id, { info }]));
  const listeners = new Set<(task: TaskInfo) => void>();

  const running = (before: TaskInfo, work: TaskWork): Task => ({
    get info() {
      return { ...before, bytes: work.bytes, ...(work.run !== undefined && { run: work.run }) };
    },
    work,
  });

  return {
    add({ id = newId(), title, description }, work) {
      const begun: TaskInfo = { id, title, description, status: "running", started: Date.now(), bytes: 0 };
      tasks.set(begun.id, running(begun, work));
      work.ended.then((end) => {
        const info: TaskInfo = {
          ...{ ...begun, ...end, ended: Date.now(), bytes: work.bytes },
          ...(work.run !== undefined && { run: work.run }),
        };
        tasks.set(begun.id, { info, work });
        for (const listener of listeners) notify(listener, info);
      });
      return begun;
    },
    get: (id) => tasks.get(id),
    list: () => [...tasks.values()].map(({ info }) => info),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      const works = [...tasks.values()].flatMap(({ work }) => work ?? []);
      await Promise.all(works.map((work) => (work.detach ? work.detach() : work.stop())));
      await Promise.all(works.map((work) => work.dispose?.()));
    },
  };
}

/** 80 bits, in letters and digits that are not mistaken for each other. */
function newId(): string {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return `task_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 32]).join("")}`;
}

function lose(info: TaskInfo): TaskInfo {
  if (info.status !== "running") return info;
  const outcome =
    info.run === undefined
      ? "the process that ran it has ended, and the task with it"
      : `it goes on as the run ${info.run}, which this session does not follow`;
  return { ...info, status: "lost", outcome };
}

const statuses: readonly unknown[] = ["running", "completed", "failed", "stopped", "lost"] satisfies TaskStatus[];

function isTaskInfo(value: unknown): value is TaskInfo {
  const { id, title, status, started, bytes } = Object(value) as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof title === "string" &&
    statuses.includes(status) &&
    typeof started === "number" &&
    typeof bytes === "number"
  );
}
