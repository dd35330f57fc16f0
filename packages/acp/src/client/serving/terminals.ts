import {
  type CreateTerminalRequest,
  RequestError,
  type TerminalExitStatus,
  type TerminalOutputResponse,
} from "@agentclientprotocol/sdk";
import type { Session } from "@holdall/tool-core";
import { sessionTasks, type TaskEnd, type TaskWork } from "@holdall/tools-tasks/port";
import { requestError } from "./files.ts";
import { quoteWord } from "./request-decision.ts";

/** The terminals of one run of an agent: commands of its session in the background. */
export interface Terminals {
  create(request: CreateTerminalRequest): Promise<{ terminalId: string }>;
  output(id: string): Promise<TerminalOutputResponse>;
  waitForExit(id: string): Promise<TerminalExitStatus>;
  kill(id: string): Promise<void>;
  release(id: string): Promise<void>;
  /** Stop everything that still runs. */
  close(): Promise<void>;
}

interface Terminal {
  readonly work: TaskWork;
  readonly limit: number;
  ended?: TaskEnd | undefined;
}

/** Bytes of output that are returned where the agent sets no limit. */
const usualLimit = 1024 * 1024;

export function createTerminals(session: Session, signal: AbortSignal): Terminals {
  const open = new Map<string, Terminal>();
  const find = (id: string): Terminal => {
    const terminal = open.get(id);
    if (!terminal) throw RequestError.invalidParams({ terminalId: id }, `there is no terminal ${id.slice(0, 100)}`);
    return terminal;
  };
  return {
    async create(request) {
      const result = await session.call("bash", { ...commandOf(request), run_in_background: true }, { signal });
      if (!result.ok) throw requestError(result.error);
      const { task_id: id } = Object(result.output) as { readonly task_id?: unknown };
      const work = typeof id === "string" ? session.state(sessionTasks).get(id)?.work : undefined;
      if (typeof id !== "string" || !work) throw RequestError.internalError({}, "the command did not start");
      const terminal: Terminal = { work, limit: request.outputByteLimit ?? usualLimit };
      void work.ended.then((end) => {
        terminal.ended = end;
      });
      open.set(id, terminal);
      return { terminalId: id };
    },
    async output(id) {
      const { work, limit, ended } = find(id);
      const start = Math.max(0, work.bytes - limit);
      const { text, from } = await work.read(start, limit);
      return { output: text, truncated: from > 0, ...(ended && { exitStatus: statusOf(ended) }) };
    },
    async waitForExit(id) {
      return statusOf(await find(id).work.ended);
    },
    async kill(id) {
      await find(id).work.stop();
    },
    async release(id) {
      const { work, ended } = find(id);
      open.delete(id);
      if (!ended) await work.stop();
    },
    async close() {
      const running = [...open.values()].filter(({ ended }) => !ended);
      open.clear();
      await Promise.all(running.map(({ work }) => work.stop()));
    },
  };
}

const statusOf = ({ exitCode, status }: TaskEnd): TerminalExitStatus => ({
  exitCode: exitCode ?? null,
  signal: exitCode === undefined && status === "stopped" ? "SIGTERM" : null,
});

/** A command as the tool `bash` takes it; without arguments it may be a whole line of a shell. */
function commandOf({ command, args = [], env = [], cwd }: CreateTerminalRequest) {
  const line = args.length === 0 ? command : [command, ...args].map(quoteWord).join(" ");
  const wrong = env.find(({ name }) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong) throw RequestError.invalidParams({ name: wrong.name }, "it is not the name of a variable");
  const variables = env.map(({ name, value }) => `export ${name}=${quoteWord(value)}\n`).join("");
  return { command: `${variables}${line}`, ...(typeof cwd === "string" && { cwd }) };
}
