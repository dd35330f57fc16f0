import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PathDenial, Sandbox, SandboxLaunch } from "@holdall/sandbox/port";
import { toPath } from "@holdall/tool-core";
import { createSweeper, type DiskChange } from "../files/sweep.ts";
import { programEnvironment } from "../process/environment.ts";
import { packageFolders } from "../process/package-folders.ts";
import { type RunningProcess, startProcess } from "../process/start-process.ts";
import type { PositionEncoding } from "../protocol/positions.ts";
import { toUri } from "../protocol/uris.ts";
import { type Connection, openConnection, RequestError, type RequestOptions } from "../rpc/connection.ts";
import { languageIdOf, type ServerDefinition } from "../server-definition.ts";
import { clientCapabilities } from "./client-capabilities.ts";
import { createDocuments, type Documents } from "./documents.ts";
import { createPublications, type Publications } from "./publications.ts";
import { ServerUnavailable } from "./server-unavailable.ts";

export interface StartOptions {
  readonly definition: ServerDefinition;
  readonly argv: readonly string[];
  /** Host folder, with links followed. */
  readonly folder: string;
  readonly sandbox: Sandbox | undefined;
  readonly denials: readonly PathDenial[];
  /** Milliseconds for the first answer. */
  readonly startTimeout: number;
  /** Kills it while it starts; afterwards `dispose` ends it. */
  readonly signal: AbortSignal;
}

/** A server that has said what it can do. */
export interface LiveServer {
  readonly process: RunningProcess;
  readonly encoding: PositionEncoding;
  readonly documents: Documents;
  readonly publications: Publications;
  can(capability: string): boolean;
  /** Ask; what was asked too early for the server is asked again. Throws RequestError. */
  request(method: string, params: object, options: RequestOptions): Promise<unknown>;
  /** Tell it of all that has changed on disk since the last time. False where there are more files than are looked at. */
  synchronize(): Promise<{ readonly complete: boolean; readonly installed: boolean }>;
  /** What it printed to stderr last. */
  errors(): string;
  /** End it: asked first, then killed. */
  dispose(): Promise<void>;
}

const changeKinds = { created: 1, changed: 2, deleted: 3 } as const;
/** Codes by which a server says that a question came while something changed. */
const tooEarly = [-32801, -32802];

/** Start a server and wait until it is initialized. Throws an Error with what it printed when it does not come up. */
export async function startServer(options: StartOptions): Promise<LiveServer> {
  const { definition, folder, startTimeout, signal: killed } = options;
  const sweeper = await sweeperOf(definition, folder);
  killed.throwIfAborted();
  const launch = await launchOf(options);
  const running = await startIn(launch, folder);
  let errors = "";
  running.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString("utf8")).slice(-4_000);
  });
  running.stderr.on("error", () => {});
  const publications = createPublications();
  const { settings = {} } = definition;
  const folders = [{ uri: toUri(toPath(folder)), name: basename(folder) || "root" }];
  const connection = openConnection({
    input: running.stdout,
    output: running.stdin,
    onBroken: () => void running.kill(),
    onNotification(method, params) {
      if (method === "textDocument/publishDiagnostics") publications.take(params);
    },
    onRequest(method, params) {
      if (method === "workspace/configuration") return sectionsOf(params, settings);
      if (method === "workspace/workspaceFolders") return folders;
      if (method === "workspace/applyEdit") return { applied: false };
      return answered.has(method) ? null : undefined;
    },
  });
  const kill = () => void running.kill();
  killed.addEventListener("abort", kill);
  void running.ended.then(async ({ status, signal, error }) => {
    connection.close(`It ended${error ? `: ${error.message}` : ` with ${signal ?? `status ${status}`}`}.`);
    await launch[Symbol.asyncDispose]();
  });
  try {
    const answer = await connection.request(
      "initialize",
      {
        // In a process namespace of its own it would take the host for dead.
        processId: launch.killsTree ? null : process.pid,
        clientInfo: { name: "holdall" },
        ...{ rootUri: folders[0]?.uri, rootPath: folder, workspaceFolders: folders },
        capabilities: clientCapabilities,
        initializationOptions: definition.initializationOptions ?? {},
      },
      { deadline: startTimeout },
    );
    killed.throwIfAborted();
    connection.notify("initialized", {});
    connection.notify("workspace/didChangeConfiguration", { settings });
    return liveServer(connection, running, answer, { definition, sweeper, publications, errors: () => errors });
  } catch (error) {
    const reason = error instanceof RequestError ? error.message : "It could not be started.";
    await running.kill();
    throw new Error(`${reason}${tail(errors)}`);
  } finally {
    killed.removeEventListener("abort", kill);
  }
}

/** Start what was launched. Where that throws, nothing of the launch is left. */
async function startIn(launch: SandboxLaunch, cwd: string): Promise<RunningProcess> {
  try {
    return startProcess({ argv: launch.argv, cwd, env: launch.env });
  } catch (error) {
    await launch[Symbol.asyncDispose]();
    throw error;
  }
}

/** The last lines of what a server printed, as a sentence's end. */
export const tail = (errors: string): string => {
  const lines = errors.trim().split("\n").slice(-5).join("\n").slice(-600);
  return lines === "" ? "" : ` It printed:\n${lines}`;
};

interface Parts {
  readonly definition: ServerDefinition;
  readonly sweeper: Sweeper;
  readonly publications: Publications;
  readonly errors: () => string;
}

function liveServer(connection: Connection, running: RunningProcess, answer: unknown, parts: Parts): LiveServer {
  const { definition, sweeper, publications, errors } = parts;
  const { capabilities = {} } = (answer ?? {}) as { readonly capabilities?: Readonly<Record<string, unknown>> };
  const documents = createDocuments(connection, (real) => languageIdOf(definition, real));
  return {
    ...{ process: running, documents, publications, errors },
    encoding: encodingOf(capabilities.positionEncoding),
    can: (capability) => {
      const value = capabilities[capability];
      return value !== undefined && value !== null && value !== false;
    },
    async request(method, params, options) {
      const end = performance.now() + options.deadline;
      for (;;) {
        try {
          return await connection.request(method, params, { ...options, deadline: end - performance.now() });
        } catch (error) {
          const { code } = error as RequestError;
          if (code === undefined || !tooEarly.includes(code) || performance.now() > end) throw error;
          await delay(20);
        }
      }
    },
    async synchronize() {
      const { changes, complete, installed } = await sweeper.sweep();
      for (const { file } of changes) documents.refresh(toPath(file));
      if (changes.length > 0) connection.notify("workspace/didChangeWatchedFiles", { changes: changes.map(toEvent) });
      return { complete, installed };
    },
    async dispose() {
      const asked = connection.request("shutdown", null, { deadline: 1_000 }).catch(() => undefined);
      await Promise.race([asked, running.ended]);
      connection.notify("exit", null);
      await running.kill(1_000);
    },
  };
}

type Sweeper = ReturnType<typeof createSweeper>;

/** Looks at the disk for a server, for the first time before it does. Throws where it would have too much to load. */
async function sweeperOf(definition: ServerDefinition, folder: string): Promise<Sweeper> {
  const { watches, maxFiles = 5_000, name } = definition;
  const sweeper = createSweeper(
    folder,
    (file) => languageIdOf(definition, file) !== undefined || watches?.test(file) === true,
  );
  const { files } = await sweeper.sweep();
  if (files > maxFiles)
    throw new ServerUnavailable(
      `${name} is not started for ${files} files, for it would need much memory. Raise maxFiles to use it.`,
    );
  return sweeper;
}

const toEvent = ({ file, kind }: DiskChange) => ({ uri: toUri(toPath(file)), type: changeKinds[kind] });

/** Requests of servers that need no more than an answer. */
const answered = new Set([
  "client/registerCapability",
  "client/unregisterCapability",
  "window/workDoneProgress/create",
  "window/showMessageRequest",
  "workspace/diagnostic/refresh",
  "workspace/semanticTokens/refresh",
  "workspace/inlayHint/refresh",
  "workspace/codeLens/refresh",
]);

function sectionsOf(params: unknown, settings: Readonly<Record<string, unknown>>): unknown {
  const { items } = (params ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) => {
    const { section } = (item ?? {}) as { readonly section?: unknown };
    if (typeof section !== "string" || section === "") return settings;
    let value: unknown = settings;
    for (const name of section.split("."))
      value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return value ?? null;
  });
}

const encodingOf = (value: unknown): PositionEncoding => (value === "utf-8" || value === "utf-32" ? value : "utf-16");

async function launchOf({ definition, argv, folder, sandbox, denials }: StartOptions): Promise<SandboxLaunch> {
  const env = programEnvironment(definition.env);
  if (sandbox?.confines("read_only"))
    return sandbox.launch({ argv, cwd: folder, env, level: "read_only", readable: packageFolders(argv), denials });
  return {
    ...{ argv, env, killsTree: false },
    report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
