import { type Json, notify, type StateKey, type ToolContext, ToolError } from "@holdall/tool-core";

/** The status of a task. `lost`: its process has ended, and the task with it. */
export type TaskStatus = "running" | "completed" | "failed" | "stopped" | "lost";

/** A task as plain data. */
export interface TaskInfo {
  /** Cannot be guessed, and is not valid in other sessions. */
  readonly id: string;
  /** A description of the task, such as a command. */
  readonly title: string;
  readonly description?: string | undefined;
  readonly status: TaskStatus;
  /** Milliseconds since 1970, like `ended`. */
  readonly started: number;
  readonly ended?: number | undefined;
  /** The outcome as text: `exit code 1`. */
  readonly outcome?: string | undefined;
  readonly exitCode?: number | undefined;
  /** Bytes of output so far. */
  readonly bytes: number;
  /** The run of a durable engine, if the task is one. It outlives its session. */
  readonly run?: string | undefined;
  /** Where text of others in its output and its outcome comes from, as `TaskWork.origin`. It is saved with the session. */
  readonly origin?: string | undefined;
}

export interface TaskEnd extends Pick<TaskInfo, "exitCode"> {
  readonly status: "completed" | "failed" | "stopped";
  readonly outcome: string;
}

/** A part of a task's output that can be shown to a model. */
export interface TaskPage {
  readonly text: string;
  /** The cursor of its first byte. Later than requested if older output is no longer stored. */
  readonly from: number;
  /** The start of the next page. */
  readonly next: number;
}

/** Work that continues after the call that started it. */
export interface TaskWork {
  /** Bytes of output so far. */
  readonly bytes: number;
  /** Settles when the task has ended and all of its output is counted. Never rejects. */
  readonly ended: Promise<TaskEnd>;
  /** Read output from a cursor, up to `max` bytes. With `lines`, an incomplete first line is left out. */
  read(since: number, max: number, by?: "lines"): Promise<TaskPage>;
  /** Resolves when there are more than `bytes` of output, or the task has ended. */
  grown(bytes: number): Promise<void>;
  /** Stop the task and everything that it started. Resolves when nothing is left. */
  stop(): Promise<void>;
  /** The run of a durable engine, if the task is one, after it has started. */
  readonly run?: string | undefined;
  /** Where text of others in the output comes from, such as a host or `agent:NAME`; undefined as long as it has none. */
  readonly origin?: string | undefined;
  /** Let the task continue without this session, instead of `stop`. */
  detach?(): Promise<void>;
  /** Discard the output. */
  dispose?(): Promise<void>;
}

export interface Task {
  readonly info: TaskInfo;
  /** Absent if the task was restored: only `info` is left. */
  readonly work?: TaskWork | undefined;
}

/** The tasks of one session, oldest first. */
export interface TaskList {
  /** Add work that has started. With the id of an ended task, the work continues that task. */
  add(what: Pick<TaskInfo, "title" | "description"> & { readonly id?: string }, work: TaskWork): TaskInfo;
  get(id: string): Task | undefined;
  list(): readonly TaskInfo[];
  /** Subscribe to the end of tasks. Returns a function that unsubscribes. */
  subscribe(listener: (task: TaskInfo) => void): () => void;
  /** Stop running tasks, or detach those that can continue without this session. Discard the output. */
  close(): Promise<void>;
}

/** The tasks of a session, `session.state(sessionTasks)`. They end with the session. In a restored session, running tasks are `lost`. */
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
      return { ...before, ...stateOf(work) };
    },
    work,
  });

  return {
    add({ id = newId(), title, description }, work) {
      const begun: TaskInfo = { id, title, description, status: "running", started: Date.now(), bytes: 0 };
      tasks.set(begun.id, running(begun, work));
      work.ended.then((end) => {
        const info: TaskInfo = { ...begun, ...end, ended: Date.now(), ...stateOf(work) };
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

const stateOf = ({ bytes, run, origin }: TaskWork): Pick<TaskInfo, "bytes" | "run" | "origin"> => ({
  bytes,
  ...(run !== undefined && { run }),
  ...(origin !== undefined && { origin }),
});

/** 80 bits, in letters and digits that are not mistaken for each other. */
function newId(): string {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return `task_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 32]).join("")}`;
}

function lose(info: TaskInfo): TaskInfo {
  if (info.status !== "running") return info;
  const outcome =
    info.run === undefined
      ? "the process that ran it has ended, and so has the task"
      : `it continues as run ${info.run}, which this session does not track`;
  return { ...info, status: "lost", outcome };
}

const statuses: readonly unknown[] = ["running", "completed", "failed", "stopped", "lost"] satisfies TaskStatus[];

function isTaskInfo(value: unknown): value is TaskInfo {
  const { id, title, status, started, bytes, origin } = Object(value) as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof title === "string" &&
    statuses.includes(status) &&
    typeof started === "number" &&
    typeof bytes === "number" &&
    (origin === undefined || typeof origin === "string")
  );
}

/** Processes that commands of a session left running without a task, as their shell knows. */
export const leftOvers: StateKey<{ isRunning?: () => boolean; by?: string }> = {
  name: "leftOvers",
  create: () => ({}),
};

/** Whether one of these tasks runs, or something that this call left running. */
export function isWorking(state: ToolContext["state"], tasks: readonly string[], callId: string): boolean {
  const { isRunning, by } = state(leftOvers);
  return (
    tasks.some((id) => state(sessionTasks).get(id)?.info.status === "running") ||
    (by === callId && isRunning?.() === true)
  );
}
