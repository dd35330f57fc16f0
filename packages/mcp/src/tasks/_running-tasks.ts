import { type Awaitable, ToolError } from "@holdall/tool-core";
import {
  type CallToolResult,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { reportError } from "../results/_report-error.ts";
import { isObject } from "../transport/_messages.ts";
import { interruptedResult } from "./_interrupted.ts";
import { isOpen, type TaskChannel, taskChannel } from "./_task-channel.ts";
import { newTaskId, type TaskRecord, type TaskStore } from "./task-store.ts";

/** A call that is about to become a task. */
export interface NewTask {
  readonly owner: string;
  readonly call: TaskRecord["call"];
  readonly isRepeatable: boolean;
  readonly session?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly capabilities: ClientCapabilities | undefined;
}

/** A task of this process. */
export interface RunningTask {
  readonly record: TaskRecord;
  readonly channel: TaskChannel;
  /** Show what the call reports. */
  tell(message: string): void;
  /** Take it back before anybody knows of it. */
  discard(): Promise<void>;
  /** Store the outcome of its call. Resolves when it is stored; never rejects. */
  end(calling: Promise<CallToolResult>): Promise<void>;
}

/** Makes the call of a stored task again, in its session. */
export type ResumeTask = (record: TaskRecord, task: RunningTask) => Awaitable<CallToolResult>;

/** Tasks in a store, and those of them that run in this process. */
export interface RunningTasks {
  readonly store: TaskStore;
  create(task: NewTask): Promise<RunningTask>;
  /** Read a task. One whose process has ended is continued, or ends with what is known. */
  get(taskId: string, owner: string): Promise<TaskRecord | undefined>;
  update(taskId: string, owner: string, responses: Readonly<Record<string, unknown>>): Promise<boolean>;
  cancel(taskId: string, owner: string): Promise<boolean>;
  /** How tasks of ended processes continue here. */
  resumeWith(resume: ResumeTask): void;
  /** Stop the calls of this process, and leave their tasks to others. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at the record of a running task, and between two signs of life in it. */
const [lookEvery, signEvery] = [500, 10_000];
/** Milliseconds without a sign of life after which a process of another machine counts as ended. */
const lostAfter = 60_000;

export function runningTasks(store: TaskStore): RunningTasks {
  const running = new Map<string, { look(): Promise<void>; release(): Promise<void> }>();
  let resume: ResumeTask | undefined;
  let closed = false;

  const change = async (taskId: string, edit: (record: TaskRecord) => TaskRecord) =>
    await store.change(taskId, (record) => {
      const changed = edit(record);
      return changed === record ? record : { ...changed, lastUpdatedAt: new Date().toISOString() };
    });

  /** Let a stored task run in this process. */
  function run(record: TaskRecord): RunningTask {
    const { taskId, capabilities } = record;
    const aborting = new AbortController();
    const own = (edit: (record: TaskRecord) => TaskRecord) =>
      change(taskId, (now) => (now.holder === store.holder ? edit(now) : now));
    const channel = taskChannel(capabilities, aborting.signal, own);
    let told: string | undefined;
    let signed = Date.now();
    const look = async () => {
      const now = await store.read(taskId);
      if (!now || !isOpen(now) || now.holder !== store.holder) return aborting.abort(new Error("The task has ended."));
      channel.sync(now);
      const isDue = store.isShared && Date.now() - signed > signEvery;
      if (told === undefined && !isDue) return;
      const statusMessage = told;
      told = undefined;
      signed = Date.now();
      await own((each) => ({ ...each, seen: signed, ...(statusMessage !== undefined && { statusMessage }) }));
    };
    let looking: Promise<void> = Promise.resolve();
    const lookNext = () => {
      looking = looking.then(look).catch((error: Error) => reportError(error));
      return looking;
    };
    const timer = setInterval(() => void lookNext(), lookEvery);
    timer.unref();
    const leave = async () => {
      clearInterval(timer);
      running.delete(taskId);
      await looking;
    };
    running.set(taskId, {
      look: lookNext,
      async release() {
        await leave();
        await own((now) =>
          isOpen(now) ? { ...now, holder: "", statusMessage: "Its process is shutting down." } : now,
        );
        aborting.abort(new Error("The server is shutting down."));
      },
    });
    return {
      record,
      channel,
      tell(message) {
        told = message.slice(0, 1000);
      },
      async discard() {
        await leave();
        await store.remove(taskId);
      },
      async end(calling) {
        const outcome = await outcomeOf(calling, channel);
        await leave();
        const ended = (now: TaskRecord): TaskRecord => {
          if (!isOpen(now) || now.holder !== store.holder) return now;
          const { inputRequests: _, statusMessage: __, ...rest } = now;
          return { ...rest, ...outcome, holder: "" };
        };
        await change(taskId, ended).catch((error: unknown) => reportError(error as Error));
      },
    };
  }

  async function known(taskId: string, owner: string): Promise<TaskRecord | undefined> {
    const record = await store.read(taskId);
    return record?.owner === owner ? record : undefined;
  }

  const isAbandoned = ({ taskId, holder, seen }: TaskRecord): boolean => {
    if (running.has(taskId)) return false;
    return holder === "" || store.isGone(holder) || Date.now() - seen > lostAfter;
  };

  /** Continue a task whose process has ended, or end it. */
  async function takeOver(record: TaskRecord): Promise<TaskRecord> {
    if (closed || !isOpen(record) || !isAbandoned(record)) return record;
    const mine = { holder: store.holder, seen: Date.now() };
    const canResume = record.isRepeatable && resume !== undefined;
    const taken = await change(record.taskId, (now) => {
      if (!isOpen(now) || now.holder !== record.holder) return now;
      return canResume ? { ...now, ...mine } : interrupted(now);
    });
    if (taken?.holder !== store.holder || running.has(record.taskId) || !isOpen(taken)) return taken ?? record;
    const task = run(taken);
    void task.end(Promise.resolve().then(() => resume?.(taken, task) ?? Promise.reject(new Error("Closed."))));
    return taken;
  }

  return {
    store,
    async create({ owner, call, isRepeatable, session, scopes, capabilities }) {
      const now = new Date().toISOString();
      const record: TaskRecord = {
        taskId: newTaskId(store.ttl),
        status: "working",
        createdAt: now,
        lastUpdatedAt: now,
        ttlMs: store.ttl,
        pollIntervalMs: 500,
        owner,
        holder: store.holder,
        seen: Date.now(),
        call,
        isRepeatable,
        ...(session !== undefined && { session }),
        ...(scopes && { scopes }),
        ...(capabilities && { capabilities }),
        answers: {},
      };
      await store.create(record);
      return run(record);
    },
    async get(taskId, owner) {
      const record = await known(taskId, owner);
      return record && takeOver(record);
    },
    async update(taskId, owner, responses) {
      const record = await known(taskId, owner);
      if (!record) return false;
      await takeOver(record);
      await change(taskId, (now) => withAnswers(now, responses));
      await running.get(taskId)?.look();
      return true;
    },
    async cancel(taskId, owner) {
      if (!(await known(taskId, owner))) return false;
      await change(taskId, (now) => {
        if (!isOpen(now)) return now;
        const { inputRequests: _, ...rest } = now;
        return { ...rest, status: "cancelled" };
      });
      await running.get(taskId)?.look();
      return true;
    },
    resumeWith(how) {
      resume = how;
    },
    async close() {
      closed = true;
      await Promise.all([...running.values()].map(({ release }) => release()));
    },
  };
}

function withAnswers(record: TaskRecord, responses: Readonly<Record<string, unknown>>): TaskRecord {
  const { inputRequests = {}, ...rest } = record;
  const given = Object.entries(responses).filter(([key, answer]) => key in inputRequests && isObject(answer));
  if (given.length === 0) return record;
  const answers = { ...record.answers, ...Object.fromEntries(given) };
  const open = Object.fromEntries(Object.entries(inputRequests).filter(([key]) => !(key in answers)));
  if (Object.keys(open).length > 0) return { ...record, answers, inputRequests: open };
  return { ...rest, answers, status: "working" };
}

type Outcome = Pick<TaskRecord, "status" | "result" | "error" | "statusMessage">;

async function outcomeOf(calling: Promise<CallToolResult>, channel: TaskChannel): Promise<Outcome> {
  try {
    const result = await calling;
    const refusal = channel.refusal();
    if (refusal) throw refusal;
    return { status: "completed", result };
  } catch (thrown) {
    const { code, message } =
      thrown instanceof ProtocolError
        ? thrown
        : { code: ProtocolErrorCode.InternalError, message: ToolError.is(thrown) ? thrown.message : "Internal error" };
    if (!(thrown instanceof ProtocolError) && !ToolError.is(thrown)) reportError(thrown as Error);
    const data = thrown instanceof ProtocolError ? thrown.data : undefined;
    return { status: "failed", statusMessage: message, error: { code, message, ...(data !== undefined && { data }) } };
  }
}

/** The end of a call whose process was lost, and which must not be made again. */
function interrupted(record: TaskRecord): TaskRecord {
  const { inputRequests: _, ...rest } = record;
  return { ...rest, holder: "", status: "completed", result: interruptedResult(record.call.name) };
}
