import type { Progress, Session } from "@holdall/tool-core";
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { Channel } from "../input/_channel.ts";
import type { CallParams } from "../server/_call-tool.ts";
import { type CallWays, makeCall } from "../server/_make-call.ts";
import type { RunningTask } from "./_running-tasks.ts";
import { needsTasks } from "./_serve-tasks.ts";
import { switchChannel } from "./_switch-channel.ts";
import { plainTask, takesTasks } from "./task.ts";
import { early, type TaskTiming } from "./task-timing.ts";
import type { Tasks } from "./tasks.ts";

/** The tasks that calls of one session can become. */
export interface CallTasks {
  readonly tasks: Tasks;
  /** The owner of the credentials of the request. */
  readonly owner: string;
  /** The scopes of its access token, which bound the call in every process. */
  readonly scopes?: readonly string[] | undefined;
  /** The name of the session, where another process can continue it. */
  readonly session?: string | undefined;
  /** Keep the session open until the returned function is called. */
  hold(): () => void;
}

/** The request that a call came with. */
interface Requested {
  readonly channel: Channel;
  readonly onProgress: (progress: Progress) => void;
  traced<T>(run: () => Promise<T>): Promise<T>;
}

/**
 * Make a call that may take long. For a client that takes tasks it becomes one when it has no result in time: what it asks
 * before that is asked by a retry, and later through the task.
 */
export async function callAsTask(
  session: Session,
  params: CallParams,
  requested: Requested,
  ways: CallWays,
  own: CallTasks,
): Promise<CallToolResult | InputRequiredResult> {
  const { tasks, owner } = own;
  const { capabilities } = requested.channel;
  const { tool, name, input } = await calledBy(session, params);
  const timing: TaskTiming = tool ? tasks.when(tool, input) : "never";
  const takes = takesTasks(capabilities) && timing !== "never";
  if (timing === "required" && !takes) throw needsTasks();
  if (!takes || !tool) {
    const { channel, onProgress, traced } = requested;
    const result = await traced(() => makeCall(session, params, { channel, onProgress, follows: false }, ways));
    return channel.question() ?? result;
  }
  // A durable run knows nothing of the scopes of a token.
  if (own.scopes === undefined && tasks.runs?.takes(tool.name, input)) {
    return asAnswer(await tasks.runs.start({ owner, name, arguments: input, capabilities }));
  }

  const channel = switchChannel(requested.channel);
  let last: Progress | undefined;
  let report = (step: Progress) => {
    last = step;
    requested.onProgress(step);
  };
  const place = { channel, onProgress: (step: Progress) => report(step), follows: true };
  const calling = requested.traced(() => makeCall(session, params, place, ways));
  calling.catch(() => {}); // it is awaited below
  const wait = timing === "required" ? early : timing;
  if (!(await endsWithin(calling, wait))) {
    const { hints } = tool;
    const isRepeatable = hints.readOnly || hints.idempotent;
    const call = { name: params.name, arguments: params.arguments };
    const release = own.hold();
    const made = { owner, call, isRepeatable, session: own.session, scopes: own.scopes, capabilities };
    const task = await tasks.running.create(made).catch(() => undefined);
    const question = channel.question();
    if (task && !question && !requested.channel.signal.aborted) {
      channel.switchTo(task.channel);
      report = (step) => tellProgress(task, step);
      if (last) report(last);
      void task.end(calling).finally(release);
      return asAnswer(task.record);
    }
    // Where there is no room for a task, or the client has stopped waiting, the call goes on as one without.
    if (task) await task.discard();
    release();
  }
  const result = await calling;
  return channel.question() ?? result;
}

/** The tool that a call reaches, and its input: behind `tool_call` another one. What cannot be found or read, the call says. */
async function calledBy({ registry }: Session, { name, arguments: input }: CallParams) {
  try {
    const tool = await registry.find(name);
    const behind = tool?.forwards?.(input);
    const found = behind && (await registry.find(behind.name));
    return found ? { tool: found, name: found.name, input: behind.input } : { tool, name, input };
  } catch {
    return { tool: registry.get(name), name, input };
  }
}

/** Tell a client of a task what its call reports. */
export function tellProgress(task: RunningTask, { message, progress, total }: Progress): void {
  const count = progress === undefined ? "" : `${progress}${total === undefined ? "" : `/${total}`}`;
  const text = [count, message].filter(Boolean).join(" ");
  if (text !== "") task.tell(text);
}

/** As the SDK wants answers of tools/call to look: its own fields are those of another result. */
const asAnswer = (task: Parameters<typeof plainTask>[0]): CallToolResult =>
  ({ resultType: "task", ...plainTask(task) }) as object as CallToolResult;

async function endsWithin(calling: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, milliseconds, false);
  const ended = calling.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
