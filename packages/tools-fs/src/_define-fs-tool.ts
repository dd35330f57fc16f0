import {
  type Access,
  type Awaitable,
  type Backend,
  basename,
  defineTool,
  dirname,
  joinPath,
  type Path,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolOptions,
} from "@holdall/tool-core";

type FsToolOptions<I, O> = Omit<ToolOptions<I, O>, "execute"> & {
  access(input: I, at: { readonly cwd: Path }): readonly Access[];
  execute(input: I, ctx: ToolContext): Awaitable<O>;
};

/** What a change of a file touches whose answer shows parts of it. */
export const readAndWrite = (target: Path): Access[] => [
  { action: "read", target },
  { action: "write", target },
];

/** A tool over a backend. Where a path of its call leads elsewhere through links, the policy is asked about that place too. */
export function defineFsTool<I, O>({ realPath }: Backend, options: FsToolOptions<I, O>): Tool<I, O> {
  if (!realPath) return defineTool(options);
  return defineTool({
    ...options,
    execute: (input, ctx) =>
      Promise.all(options.access(input, ctx).map((access) => permitRealPath(realPath, access, ctx))).then(() =>
        options.execute(input, ctx),
      ),
  });
}

async function permitRealPath(
  realPath: NonNullable<Backend["realPath"]>,
  { action, target }: Access,
  ctx: ToolContext,
): Promise<void> {
  const path = target as Path;
  const real = await resolve(path, action === "delete", realPath, ctx.signal);
  if (real !== path) await ctx.require({ action, target: real });
}

/** The place itself, or for a deletion the link to it. What cannot be resolved is the backend's to refuse, with its own words. */
async function resolve(
  path: Path,
  isLinkItself: boolean,
  realPath: NonNullable<Backend["realPath"]>,
  signal: AbortSignal,
): Promise<Path> {
  try {
    if (!isLinkItself) return await realPath(path, { signal });
    return joinPath(await realPath(dirname(path), { signal }), basename(path));
  } catch (error) {
    if (ToolError.is(error) && error.code !== "aborted") return path;
    throw error;
  }
}
