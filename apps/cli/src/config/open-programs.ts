import { localPrograms, serverPool } from "@holdall/language-servers";
import type { CodingOptions } from "@holdall/presets";
import type { ChosenSandbox } from "@holdall/sandbox";
import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import type { Path } from "@holdall/tool-core";

/** Language servers and linters of this machine. Disposing ends what has been started. */
export interface Programs extends AsyncDisposable {
  readonly servers: NonNullable<CodingOptions["servers"]>;
  readonly linters: NonNullable<CodingOptions["linters"]>;
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
  let made: ReturnType<typeof serverPool> | undefined;
  const pool = () => {
    made ??= serverPool({ roots, sandbox, denials });
    return made;
  };
  const programs = localPrograms({ roots, sandbox, denials });
  /** A server without its sandbox is not there: the index answers then. */
  const answered = async <A>(path: Path, ask: () => Promise<A>): Promise<A | Unavailable> => {
    const failed = await open().then(() => undefined, toError);
    return failed ? { ok: false, server: pool().serves(path), why: "unavailable", message: failed.message } : ask();
  };
  return {
    servers: {
      serves: (path) => pool().serves(path),
      isReady: (path) => made?.isReady(path) ?? false,
      // A failure to open is reported to the call that waits for it.
      warm: (path) =>
        void open().then(
          () => isOver || pool().warm(path),
          () => {},
        ),
      definitions: (at, question) => answered(at.path, () => pool().definitions(at, question)),
      references: (at, question) => answered(at.path, () => pool().references(at, question)),
      calls: (at, direction, question) => answered(at.path, () => pool().calls(at, direction, question)),
      async diagnostics(paths, question) {
        const failed = await open().then(() => undefined, toError);
        if (!failed) return pool().diagnostics(paths, question);
        const { message } = failed;
        return paths.map((path) => ({ path, ok: false, server: pool().serves(path), why: "unavailable", message }));
      },
    },
    linters: {
      async find(name, from, options) {
        await open();
        return programs.find(name, from, options);
      },
      copyProject: (at, contents, signal) => programs.copyProject(at, contents, signal),
      async run(request) {
        await open();
        return programs.run(request);
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
