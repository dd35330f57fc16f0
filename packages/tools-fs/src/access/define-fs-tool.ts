import {
  type Access,
  type Awaitable,
  defineTool,
  type Path,
  type Tool,
  type ToolContext,
  type ToolOptions,
} from "@holdall/tool-core";
import type { FsToolsOptions } from "../options.ts";
import { alsoJudged, heldTo, type Places, placesOf } from "./resolved-paths.ts";
import { showPaths, showPathsIn } from "./show-path.ts";

type FsToolOptions<I, O, Options> = Omit<ToolOptions<I, O>, "access" | "execute"> & {
  access(input: I, at: { readonly cwd: Path }): Awaitable<readonly Access[]>;
  /** Whether `render` gets the output as it is, because it shows paths in a way of its own. */
  readonly showsPaths?: true;
  /** The options' backend is good for this call only: it is held to the places that were judged. */
  execute(input: I, ctx: ToolContext, options: Options): Awaitable<O>;
};

/** What a change of a file touches whose answer shows parts of it. */
export const readAndWrite = (target: Path): Access[] => [
  { action: "read", target },
  { action: "write", target },
];

/** What calls were judged for, by their inputs: those of tools on a backend, and of the same tools on its preview. */
const judged = new WeakMap<object, Places>();

/**
 * A tool over a backend. Where a path of its call leads elsewhere through links, the policy is asked about that place too,
 * and where that changes before it is opened, nothing is done.
 */
export function defineFsTool<I extends object, O, Options extends FsToolsOptions>(
  options: Options,
  { access, execute, render, showsPaths, ...rest }: FsToolOptions<I, O, Options>,
): Tool<I, O> {
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
  /** Of an input that somebody changed on its way. */
  const judgeInput = async (input: I, ctx: ToolContext) => judgeNow(options, await access(input, ctx), ctx);
  return defineTool({
    ...about,
    async access(input, at) {
      const places = await placesOf(backend, await access(input, at));
      judged.set(input, places);
      return places.accesses;
    },
    execute(input, ctx) {
      const runHeld = (places: Places) => run(input, ctx, { ...options, backend: heldTo(backend, places) });
      const places = judged.get(input);
      return places ? runHeld(places) : judgeInput(input, ctx).then(runHeld);
    },
  });
}

/** The paths that a call names. */
async function targetsOf<I>(
  access: FsToolOptions<I, unknown, FsToolsOptions>["access"],
  input: I,
  ctx: ToolContext,
): Promise<string[]> {
  try {
    return (await access(input, ctx)).map(({ target }) => target);
  } catch {
    return []; // what is wrong with it is the error already
  }
}

/** Judge what a call turns out to touch; throws `permission_denied`. From then on its backend opens it, where it leads now. */
export async function requirePlaces(
  { backend }: FsToolsOptions,
  accesses: readonly Access[],
  ctx: ToolContext,
): Promise<void> {
  alsoJudged(backend, await judgeNow({ backend }, accesses, ctx));
}

async function judgeNow(
  { backend }: FsToolsOptions,
  accesses: readonly Access[],
  { require }: ToolContext,
): Promise<Places> {
  const places = await placesOf(backend, accesses);
  await require(...places.accesses);
  return places;
}
