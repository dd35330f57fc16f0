import { localPrograms, serverPool } from "@holdall/language-servers";
import type { CodingOptions } from "@holdall/presets";
import type { ChosenSandbox } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/tool-core";

/** Language servers and linters of this machine. Disposing ends what has been started. */
export interface Programs extends AsyncDisposable {
  readonly servers: NonNullable<CodingOptions["servers"]>;
  readonly linters: NonNullable<CodingOptions["linters"]>;
}

/** Programs that look at some folders. None is started before a call asks for it, and then the sandbox is opened first. */
export function openPrograms(roots: readonly string[], findSandbox: () => Promise<ChosenSandbox>): Programs {
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
    made ??= serverPool({ roots, sandbox });
    return made;
  };
  const programs = localPrograms({ roots, sandbox });
  const opened = <A extends unknown[], R>(ask: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      await open();
      return ask(...args);
    };
  };
  return {
    servers: {
      serves: (path) => pool().serves(path),
      isReady: (path) => made?.isReady(path) ?? false,
      // What cannot be opened is told to the call that waits for it.
      warm: (path) =>
        void open().then(
          () => isOver || pool().warm(path),
          () => {},
        ),
      definitions: opened((at, question) => pool().definitions(at, question)),
      references: opened((at, question) => pool().references(at, question)),
      calls: opened((at, direction, question) => pool().calls(at, direction, question)),
      diagnostics: opened((paths, question) => pool().diagnostics(paths, question)),
    },
    linters: {
      find: opened((name, from, options) => programs.find(name, from, options)),
      copyProject: (at, contents, signal) => programs.copyProject(at, contents, signal),
      run: opened((request) => programs.run(request)),
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await made?.[Symbol.asyncDispose]();
      await (await opening?.catch(() => undefined))?.sandbox[Symbol.asyncDispose]?.();
    },
  };
}
