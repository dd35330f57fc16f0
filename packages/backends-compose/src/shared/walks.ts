import { type Backend, type FileQuery, isWithin, type Path, ToolError } from "@holdall/tool-core";
import { moved } from "./paths.ts";

/** The two ways a backend may have to walk on its own. */
export type Walks = Pick<Backend, "glob" | "search">;

type Which = (path: Path, query: FileQuery, io: { readonly signal?: AbortSignal | undefined }) => Promise<Backend>;

/**
 * The walks of a backend that is made of others, as far as `some` of those have any: `which` selects the backend that
 * walks for all, or throws if none can.
 */
export function walksOf(some: readonly Backend[], which: Which): Walks {
  return {
    ...(some.some(({ glob }) => glob) && {
      async *glob(path, query, io = {}) {
        const { glob } = await which(path, query, io);
        if (!glob) throw noHelp(path);
        yield* glob(path, query, io);
      },
    }),
    ...(some.some(({ search }) => search) && {
      async *search(path, query, text, io) {
        const { search } = await which(path, query, io);
        if (!search) throw noHelp(path);
        yield* search(path, query, text, io);
      },
    }),
  } satisfies Walks;
}

/** A walk that no single backend can do: the caller lists folder by folder instead. */
export const noHelp = (path: Path): ToolError =>
  new ToolError("unsupported", `${path} cannot be listed recursively.`, { hint: "List it folder by folder." });

/** A query about paths below `outside`, for a backend that has them below `inside`; no rule from above either holds. */
export function innerQuery(query: FileQuery, inside: Path, outside: Path): FileQuery {
  const { top } = query;
  const shown = (path: Path) => moved(path, inside, outside);
  return {
    ...query,
    top: top !== undefined && isWithin(top, outside) ? moved(top, outside, inside) : inside,
    wants: (path, kind) => query.wants(shown(path), kind),
    permits: (path) => query.permits(shown(path)),
  };
}
