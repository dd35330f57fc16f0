import {
  type Access,
  type Awaitable,
  type Backend,
  defineTool,
  type Path,
  type Tool,
  type ToolContext,
  type ToolOptions,
} from "@holdall/tool-core";
import { addResolved, guardBackend, type ResolvedPaths, resolvePaths } from "./resolved-paths.ts";
import { showPaths, showPathsIn } from "./show-path.ts";

/** The options of every file tool. */
export interface FileToolsOptions {
  /** The storage of the files. */
  readonly backend: Backend;
}

type FileToolOptions<I, O, Options, N extends string = string, In = unknown> = Omit<
  ToolOptions<I, O, N, In>,
  "access" | "execute"
> & {
  access(input: I, at: Pick<ToolContext, "cwd" | "state">): Awaitable<readonly Access[]>;
  /** True if `render` shows paths itself and needs the unchanged output. */
  readonly showsPaths?: true;
  /** The backend in the options is valid only for this call: it opens only locations that the policy has checked. */
  execute(input: I, ctx: ToolContext, options: Options): Awaitable<O>;
};

/** The accesses of a change whose result shows parts of the file. */
export const readAndWrite = (target: Path): Access[] => [
  { action: "read", target },
  { action: "write", target },
];

/** The resolved paths of calls, by their inputs: of tools on a backend, and of the same tools on its preview. */
const resolved = new WeakMap<object, ResolvedPaths>();

/**
 * Define a tool for files of a backend. If a path of a call resolves to another location through links, the policy is also
 * asked about that location. If the location changes before it is opened, nothing is done.
 */
export function defineFileTool<
  I extends object,
  O,
  Options extends FileToolsOptions,
  const N extends string,
  In = unknown,
>(
  options: Options,
  { access, execute, render, showsPaths, ...rest }: FileToolOptions<I, O, Options, N, In>,
): Tool<I, O, N, In> {
  const { backend } = options;
  const about = {
    ...rest,
    ...(render && { render: showsPaths ? render : (output: O, input: I) => render(showPaths(output), input) }),
  };
  const run = async (input: I, ctx: ToolContext, given: Options): Promise<O> => {
    try {
      return await execute(input, ctx, given);
    } catch (error) {
      throw showPathsIn(error, await targetsOf(access, input, ctx));
    }
  };
  if (!backend.realPath) return defineTool({ ...about, access, execute: (input, ctx) => run(input, ctx, options) });
  /** For an input that was replaced after `access`. */
  const authorizeInput = async (input: I, ctx: ToolContext) => authorize(options, await access(input, ctx), ctx);
  return defineTool({
    ...about,
    async access(input, at) {
      const places = await resolvePaths(backend, await access(input, at));
      resolved.set(input, places);
      return places.accesses;
    },
    execute(input, ctx) {
      const runGuarded = (places: ResolvedPaths) =>
        run(input, ctx, { ...options, backend: guardBackend(backend, places) });
      const places = resolved.get(input);
      return places ? runGuarded(places) : authorizeInput(input, ctx).then(runGuarded);
    },
  });
}

/** The paths that a call names. */
async function targetsOf<I>(
  access: FileToolOptions<I, unknown, FileToolsOptions>["access"],
  input: I,
  ctx: ToolContext,
): Promise<string[]> {
  try {
    return (await access(input, ctx)).map(({ target }) => target);
  } catch {
    return []; // what is wrong with it is the error already
  }
}

/**
 * Ask the policy about an access that is discovered during a call. Throws `permission_denied`. Afterwards, the backend of the
 * call opens it.
 */
export async function requireAccess(
  { backend }: FileToolsOptions,
  accesses: readonly Access[],
  ctx: ToolContext,
): Promise<void> {
  addResolved(backend, await authorize({ backend }, accesses, ctx));
}

async function authorize(
  { backend }: FileToolsOptions,
  accesses: readonly Access[],
  { require }: ToolContext,
): Promise<ResolvedPaths> {
  const places = await resolvePaths(backend, accesses);
  await require(...places.accesses);
  return places;
}

/** Load a module once. A call that finds it loaded starts at once, so that the calls of one answer start in order. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
