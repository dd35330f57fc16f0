import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import { type Path, ToolError } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";
import { createRoots } from "./files/roots.ts";
import { ask, type ServerHandle, type Unanswered } from "./pool/ask.ts";
import { diagnose } from "./pool/diagnose.ts";
import { startServer } from "./pool/live-server.ts";
import { boundMemory, defaultMemory, makeRoom } from "./pool/memory-limit.ts";
import { askCalls, askDefinitions, askReferences, type FoundItems, type QuestionPlace } from "./pool/questions.ts";
import { createSlot, type ServerSlot } from "./pool/server-slot.ts";
import { ServerUnavailable } from "./pool/server-unavailable.ts";
import type {
  CodeQuestion,
  CodeServer,
  DiagnosticsQuestion,
  FileDiagnostics,
  FilePosition,
  ServerAnswer,
} from "./port/index.ts";
import { languageIdOf, type ServerDefinition } from "./server-definition.ts";
import { defaultServers } from "./servers/default-servers.ts";

export interface ServerPoolOptions {
  /** Workspace folders on the host. They must exist. One server of each kind runs per folder. */
  readonly roots: readonly string[];
  /** The first server that supports the language of a file is used. Defaults to `defaultServers`. */
  readonly servers?: readonly ServerDefinition[] | undefined;
  /** Makes servers read-only, if it supports this. */
  readonly sandbox?: Sandbox | undefined;
  /** What rules deny for paths when a server starts, such as `pathDenials` of @holdall/permissions; the sandbox enforces it. */
  readonly denials?: (() => readonly PathDenial[]) | undefined;
  /** Concurrent servers; 3 by default. */
  readonly maxServers?: number | undefined;
  /** The total memory of all servers in bytes; a quarter of the machine's memory by default. */
  readonly maxMemory?: number | undefined;
  /** Milliseconds without a request after which a server ends; 300,000 by default. */
  readonly idle?: number | undefined;
  /** Milliseconds that a server may take to start; 60,000 by default. */
  readonly startTimeout?: number | undefined;
}

/** A pool of language servers with the interface `CodeServer`. Dispose of it to end all servers. */
export interface ServerPool extends CodeServer, AsyncDisposable {
  serves(path: Path): string | undefined;
  /** Get the running servers with their memory in bytes. */
  running(): readonly { readonly name: string; readonly root: Path; readonly memory: number }[];
}

interface Target {
  readonly definition: ServerDefinition;
  readonly root: Path;
  readonly slot: ServerSlot;
}

/** Milliseconds between looks at the memory of servers. */
const memoryInterval = 5_000;

/**
 * Create a pool of language servers. Each starts with the first request for its language, runs in its own process group that
 * ends with this process in any case, and is informed of every change on disk before each request.
 */
export function serverPool(options: ServerPoolOptions): ServerPool {
  const {
    servers = defaultServers,
    sandbox,
    denials = () => [],
    maxServers = 3,
    maxMemory = defaultMemory(),
  } = options;
  const { idle = 300_000, startTimeout = 60_000 } = options;
  if (options.roots.length === 0)
    throw new ToolError("invalid_input", "A pool of language servers needs a root.", {
      hint: "Name a folder in `roots`.",
    });
  const roots = createRoots(options.roots);
  const targets = new Map<string, Target>();
  let isDisposed = false;
  const slots = () => [...targets.values()].map(({ slot }) => slot);
  const timer = setInterval(() => boundMemory(slots(), maxMemory), memoryInterval).unref();

  const definitionOf = (path: Path) => servers.find((definition) => languageIdOf(definition, path) !== undefined);

  const targetOf = (path: Path): Target | undefined => {
    const definition = definitionOf(path);
    const root = roots.rootOf(path);
    if (isDisposed || !definition || !root || !roots.fromReal(roots.toReal(path))) return undefined;
    const key = `${definition.name}\0${root}`;
    const known = targets.get(key);
    if (known) return known;
    const folder = toHostPath(roots.toReal(root));
    const slot = createSlot({
      ...{ name: definition.name, idle },
      async start(signal) {
        const { command, name, install } = definition;
        const argv = typeof command === "function" ? await command({ roots: roots.folders }) : command;
        if (!argv) throw new ServerUnavailable(`${name} is not installed. ${install ?? ""}`.trim());
        return startServer({ definition, argv, folder, sandbox, denials: denials(), startTimeout, signal });
      },
    });
    const target = { definition, root, slot };
    targets.set(key, target);
    return target;
  };

  const answerOf = async <T>(
    path: Path,
    question: CodeQuestion,
    find: (asked: ServerHandle, target: Target) => Promise<FoundItems<T>>,
    capability?: string,
  ): Promise<ServerAnswer<T>> => {
    const target = targetOf(path);
    if (!target)
      return { ok: false, server: undefined, why: "unsupported", message: `No server is set up for ${path}.` };
    const { name } = target.definition;
    if (!(await makeRoom(slots(), target.slot, maxServers))) return { ...allBusy(name), server: name };
    const answered = await ask(target.slot, question, async (asked) =>
      capability !== undefined && !asked.server.can(capability) ? undefined : find(asked, target),
    );
    if (!answered.ok) return { ...answered, server: name };
    if (!answered.value)
      return { ok: false, server: name, why: "unsupported", message: `${name} has no ${capability}.` };
    return { ok: true, server: name, ...answered.value };
  };
  const placeOf = (at: FilePosition, { root, definition }: Target): QuestionPlace => ({ at, root, roots, definition });

  return {
    serves: (path) => (roots.rootOf(path) ? definitionOf(path)?.name : undefined),
    isReady: (path) => targetOf(path)?.slot.live !== undefined,
    warm(path) {
      const target = targetOf(path);
      if (!target) return;
      const start = async () => {
        if (await makeRoom(slots(), target.slot, maxServers)) await target.slot.get();
      };
      // Later callers get the reason why it did not start.
      start().catch(() => undefined);
    },
    definitions: (at, question = {}) =>
      answerOf(at.path, question, (asked, target) => askDefinitions(asked, placeOf(at, target)), "definitionProvider"),
    references: (at, question = {}) =>
      answerOf(
        at.path,
        question,
        (asked, target) => askReferences(asked, placeOf(at, target), question),
        "referencesProvider",
      ),
    calls: (at, direction, question = {}) =>
      answerOf(
        at.path,
        question,
        (asked, target) => askCalls(asked, placeOf(at, target), direction, question),
        "callHierarchyProvider",
      ),
    async diagnostics(paths, question: DiagnosticsQuestion = {}) {
      const groups = Map.groupBy(paths, targetOf);
      const found = new Map<Path, FileDiagnostics>();
      await Promise.all(
        [...groups].map(async ([target, group]) => {
          const no = (server: string | undefined, { why, message }: Omit<Unanswered, "ok">) => {
            for (const path of group) if (!found.has(path)) found.set(path, { path, ok: false, server, why, message });
          };
          if (!target) return no(undefined, { why: "unsupported", message: "No server is set up for this file." });
          const { definition, slot } = target;
          if (!(await makeRoom(slots(), slot, maxServers))) return no(definition.name, allBusy(definition.name));
          let isOver = false;
          const texts = new Map(
            [...(question.texts ?? [])].filter(
              ([path]) => languageIdOf(definition, path) && roots.rootOf(path) === target.root,
            ),
          );
          const onAnswer = (answer: FileDiagnostics) => void (isOver || found.set(answer.path, answer));
          const answered = await ask(slot, question, (asked) =>
            diagnose(asked, group, { ...question, texts }, { roots, definition, onAnswer }),
          );
          isOver = true;
          if (!answered.ok) no(definition.name, answered);
        }),
      );
      return paths.flatMap((path) => found.get(path) ?? []);
    },
    running: () =>
      [...targets.values()].flatMap(({ definition, root, slot }) =>
        slot.live ? [{ name: definition.name, root, memory: slot.memory() }] : [],
      ),
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      clearInterval(timer);
      // Servers do not keep a host alive; waiting for their end does.
      const alive = setInterval(() => {}, memoryInterval);
      try {
        await Promise.all(slots().map((slot) => slot.close()));
      } finally {
        clearInterval(alive);
      }
    },
  };
}

const allBusy = (name: string): Unanswered => ({
  ok: false,
  why: "unavailable",
  message: `${name} is not started while as many servers as are allowed are busy; ask again.`,
});
