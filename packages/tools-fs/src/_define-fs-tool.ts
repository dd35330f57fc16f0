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
export async function withRealPlaces({ realPath }: Backend, declared: readonly Access[]): Promise<Access[]> {
  if (!realPath) return [...declared];
  const resolving = new Map<Path, Promise<Path>>();
  const resolve = (path: Path): Promise<Path> => {
    const real = resolving.get(path) ?? realPath(path);
    resolving.set(path, real);
    return real;
  };
  const real = await Promise.all(declared.map((access) => followLinks(access, resolve)));
  return [...declared, ...real.filter((access, i) => access.target !== declared[i]?.target)];
}

/** The access to the place itself; a link that is deleted is deleted itself. What cannot be resolved is the backend's to refuse, in its own words. */
async function followLinks({ action, target }: Access, realPath: (path: Path) => Promise<Path>): Promise<Access> {
  const path = target as Path;
  try {
    if (action !== "delete") return { action, target: await realPath(path) };
    return { action, target: joinPath(await realPath(dirname(path)), basename(path)) };
  } catch (error) {
    if (ToolError.is(error)) return { action, target };
    throw error;
  }
}
