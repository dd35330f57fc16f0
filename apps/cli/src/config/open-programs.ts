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
  let opened: Sandbox | undefined;
  const open = async (): Promise<void> => {
    opening ??= findSandbox();
    opened = (await opening).sandbox;
  };
  const sandbox: Sandbox = {
    name: "opened with the first program",
    confines: (level) => opened?.confines(level) ?? false,
    async launch(request) {
      await open();
      return opened!.launch(request);
    },
  };
  let made: ReturnType<typeof serverPool> | undefined;
  const pool = () => {
    made ??= serverPool({ roots, sandbox });
    return made;
  };
  const programs = localPrograms({ roots, sandbox });
  return {
    servers: {
      serves: (path) => pool().serves(path),
      isReady: (path) => made?.isReady(path) ?? false,
      // What cannot be opened is told to the call that waits for it.
      warm: (path) =>
        void open().then(
          () => pool().warm(path),
          () => {},
        ),
      changed: (paths) => made?.changed(paths),
      async definitions(at, question) {
        await open();
        return pool().definitions(at, question);
      },
      async references(at, question) {
        await open();
        return pool().references(at, question);
      },
      async calls(at, direction, question) {
        await open();
        return pool().calls(at, direction, question);
      },
      async diagnostics(paths, question) {
        await open();
        return pool().diagnostics(paths, question);
      },
    },
    linters: {
      get confines() {
        return programs.confines;
      },
      async find(name, from, options) {
        await open();
        return programs.find(name, from, options);
      },
      copyProject: (at, contents, signal) => programs.copyProject(at, contents, signal),
      run: (request) => programs.run(request),
    },
    async [Symbol.asyncDispose]() {
      await made?.[Symbol.asyncDispose]();
      const sandboxed = (await opening?.catch(() => undefined))?.sandbox;
      await (sandboxed as (Sandbox & Partial<AsyncDisposable>) | undefined)?.[Symbol.asyncDispose]?.();
    },
  };
}
