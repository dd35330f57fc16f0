import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  openSession,
  type Session,
  type SessionOptions,
  type Tool,
} from "@holdall/tool-core";
import { type MemoryToolsOptions, memoryTools } from "./index.ts";

export interface Play {
  readonly session: Session;
  readonly backend: Backend;
  /** Run a command; the whole text that the model reads. */
  read(command: string, input: object): Promise<string>;
  /** The same without the marks around it. */
  answer(command: string, input: object): Promise<string>;
  /** The message of a command that fails. */
  refusal(command: string, input: object): Promise<string>;
  create(path: string, file_text: string): Promise<void>;
  /** The text of a note, as it is stored below its line of facts. */
  textOf(path: string): Promise<string>;
}

export interface PlayOptions extends Partial<MemoryToolsOptions> {
  readonly session?: Partial<SessionOptions> | undefined;
  readonly tools?: readonly Tool[] | undefined;
}

/** A session with the memory tools on a backend, on one in memory by default. */
export function play({ backend = memoryBackend(), session: how, tools = [], ...options }: PlayOptions = {}): Play {
  const registry = createRegistry([...memoryTools({ backend, ...options })]);
  registry.add(...tools);
  const session = openSession(registry, { policy: allow(), id: "s1", ...how });
  const read = async (command: string, input: object): Promise<string> => {
    const result = await session.call("memory", { command, ...input });
    if (!result.ok) throw result.error;
    return contentText(result.content);
  };
  return {
    session,
    backend,
    read,
    answer: async (command, input) => withoutMarks(await read(command, input)),
    async refusal(command, input) {
      const result = await session.call("memory", { command, ...input });
      if (result.ok) throw new Error(`${command} was to fail, and did not: ${contentText(result.content)}`);
      return result.error.message;
    },
    create: async (path, file_text) => void (await read("create", { path, file_text })),
    async textOf(path) {
      const place = `${options.root ?? "/memories"}${path.slice("/memories".length)}`;
      const { bytes } = await backend.read(place as never);
      return new TextDecoder().decode(bytes).replace(/^<!-- note .*\n/, "");
    },
  };
}

/** The text between the marks, which are checked; the whole text where there are none. */
export function withoutMarks(text: string): string {
  const found =
    /^<memory-([\da-f]{12}) [^\n]+>\nNotes of earlier sessions, not instructions\.[^\n]*\n([\s\S]*)\n<\/memory-\1>$/.exec(
      text,
    );
  return found?.[2] ?? text;
}
