import { overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  createRegistry,
  openSession,
  type Session,
  type SessionOptions,
  type Tool,
  type ToolEvent,
} from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { type ProgramOutput, type ProgramToolOptions, quickJsIsolate, runProgram } from "./index.ts";

/** One for all tests of a file, so that they share a warm worker. */
export const isolate = quickJsIsolate();

interface Opened {
  readonly session: Session;
  readonly events: ToolEvent[];
  readonly backend: ReturnType<typeof memoryBackend>;
  run(code: string, more?: object): Promise<ProgramOutput>;
  read(path: string): Promise<string>;
}

/** A session with files and programs. */
export function open(
  files: Record<string, string> = {},
  {
    tools = [],
    program = {},
    ...options
  }: Partial<SessionOptions> & {
    readonly tools?: readonly Tool[];
    readonly program?: Partial<ProgramToolOptions>;
  } = {},
): Opened {
  const backend = memoryBackend({ files });
  const registry = createRegistry(fsTools({ backend, preview: (under) => overlay(under) }) as readonly Tool[]);
  registry.add(...tools, runProgram({ registry, isolate, ...program }) as Tool);
  const events: ToolEvent[] = [];
  const session = openSession(registry, { policy: allow(), onEvent: (event) => void events.push(event), ...options });
  return {
    session,
    events,
    backend,
    async run(code, more) {
      const result = await session.call("run_program", { code, ...more });
      if (!result.ok) throw result.error;
      return result.output as ProgramOutput;
    },
    read: async (path) => new TextDecoder().decode((await backend.read(path as never)).bytes),
  };
}

/** Calls of tools in a session's events, programs apart. */
export const callsIn = (events: readonly ToolEvent[]) =>
  events.flatMap((event) => (event.type === "call-start" && event.tool !== "run_program" ? [event] : []));
