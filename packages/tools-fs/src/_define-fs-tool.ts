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
  ToolError,
  type ToolOptions,
} from "@holdall/tool-core";

type FsToolOptions<I, O> = Omit<ToolOptions<I, O>, "access"> & {
  access(input: I, at: { readonly cwd: Path }): Awaitable<readonly Access[]>;
};

/** What a change of a file touches whose answer shows parts of it. */
export const readAndWrite = (target: Path): Access[] => [
  { action: "read", target },
  { action: "write", target },
];

/** A tool over a backend. Where a path of its call leads elsewhere through links, the policy is asked about that place too. */
export function defineFsTool<I, O>(backend: Backend, options: FsToolOptions<I, O>): Tool<I, O> {
  if (!backend.realPath) return defineTool(options);
  return defineTool({
    ...options,
    access: async (input, at) => withRealPlaces(backend, await options.access(input, at)),
  });
}

/** The accesses, and those to other places that their paths lead to. */
export async function withRealPlaces(backend: Backend, declared: readonly Access[]): Promise<Access[]> {
  const elsewhere: Access[] = [];
  const known = new Map<Path, Path>();
  for (const { action, target } of declared) {
    const path = target as Path;
    // A link that is deleted is deleted itself.
    const followed = action === "delete" ? dirname(path) : path;
    const real = known.get(followed) ?? (await realPlace(backend, followed));
    known.set(followed, real);
    const place = action === "delete" ? joinPath(real, basename(path)) : real;
    if (place !== target) elsewhere.push({ action, target: place });
  }
  return [...declared, ...elsewhere];
}

/** Where a path leads; itself where that cannot be told, which is the backend's to refuse, in its own words. */
async function realPlace({ realPath }: Backend, path: Path): Promise<Path> {
  if (!realPath) return path;
  try {
    return await realPath(path);
  } catch (error) {
    if (ToolError.is(error)) return path;
    throw error;
  }
}
