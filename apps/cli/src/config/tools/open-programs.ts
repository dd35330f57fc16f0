import type { CodeServer, FileDiagnostics, ProgramRunner } from "@holdall/language-servers/port";
import type { ChosenSandbox } from "@holdall/sandbox";
import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import type { Path } from "@holdall/tool-core";

/** Language servers and linters of this machine. Disposing ends what has been started. */
export interface Programs extends AsyncDisposable {
  readonly servers: CodeServer;
  readonly linters: ProgramRunner;
}

interface Unavailable {
  readonly ok: false;
  readonly server: string | undefined;
  readonly why: "unavailable";
  readonly message: string;
}

/** Programs that look at some folders. None is started before a call asks for it, and then the sandbox is opened first. */
export function openPrograms(
  roots: readonly string[],
  findSandbox: () => Promise<ChosenSandbox>,
  denials?: () => readonly PathDenial[],
): Programs {
  let opening: Promise<ChosenSandbox> | undefined;
  let found: Sandbox | undefined;
  let isOver = false;
  const open = async (): Promise<Sandbox> => {
    opening ??= findSandbox();
    found = (await opening).sandbox;
    return found;
  };
  const sandbox: Sandbox = {
    name: "opened with the first program",
    confines: (level) => found?.confines(level) ?? false,
    launch: async (request) => (await open()).launch(request),
  };
  let made: (CodeServer & AsyncDisposable) | undefined;
  let runner: ProgramRunner | undefined;
  const load = () => import("@holdall/language-servers");
  const pool = async () => {
    const { serverPool } = await load();
    made ??= serverPool({ roots, sandbox, denials });
    return made;
  };
  const programs = async () => {
    const { localPrograms } = await load();
    runner ??= localPrograms({ roots, sandbox, denials });
    return runner;
  };
  /** A server without its sandbox is not there: the index answers then. */
  const answered = async <A>(path: Path, ask: () => Promise<A>): Promise<A | Unavailable> => {
    const failed = await open().then(() => undefined, toError);
    if (!failed) return ask();
    return { ok: false, server: await (await pool()).serves(path), why: "unavailable", message: failed.message };
  };
  return {
    servers: {
      serves: async (path) => (await pool()).serves(path),
      isReady: (path) => made?.isReady(path) ?? false,
      // A failure to open is reported to the call that waits for it.
      warm: (path) =>
        void open().then(
          async () => {
            const servers = await pool();
            if (!isOver) servers.warm(path);
          },
          () => {},
        ),
      definitions: (at, question) => answered(at.path, async () => (await pool()).definitions(at, question)),
      references: (at, question) => answered(at.path, async () => (await pool()).references(at, question)),
      calls: (at, direction, question) => answered(at.path, async () => (await pool()).calls(at, direction, question)),
      async diagnostics(paths, question) {
        const failed = await open().then(() => undefined, toError);
        const servers = await pool();
        if (!failed) return servers.diagnostics(paths, question);
        const { message } = failed;
        const told = paths.map(async (path): Promise<FileDiagnostics> => {
          return { path, ok: false, server: await servers.serves(path), why: "unavailable", message };
        });
        return await Promise.all(told);
      },
    },
    linters: {
      async find(name, from, options) {
        await open();
        return (await programs()).find(name, from, options);
      },
      copyProject: async (at, contents, signal) => (await programs()).copyProject(at, contents, signal),
      async run(request) {
        await open();
        return (await programs()).run(request);
      },
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await made?.[Symbol.asyncDispose]();
      await (await opening?.catch(() => undefined))?.sandbox[Symbol.asyncDispose]?.();
    },
  };
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
