import {
  type Backend,
  type FileBatch,
  type FileQuery,
  isWithin,
  joinPath,
  type Path,
  type SearchCandidate,
  type ToolContext,
  ToolError,
} from "@holdall/tool-core";
import { otherTargets } from "../access/resolved-paths.ts";
import type { FsToolsOptions } from "../options.ts";
import { searchByReading } from "./candidates.ts";
import { globByListing } from "./listing.ts";

type Glob = NonNullable<Backend["glob"]>;
type Search = NonNullable<Backend["search"]>;

/** Files and links of a query: by the backend's own means, or else by listing. */
export const findFiles = (backend: Backend, ...asked: Parameters<Glob>): AsyncIterable<FileBatch> =>
  fastOr(backend.glob?.(...asked), () => globByListing(backend, ...asked));

/** Files of a query that may hold a text: by the backend's own means, or else by reading them all. */
export const findCandidates = (backend: Backend, ...asked: Parameters<Search>): AsyncIterable<SearchCandidate> =>
  fastOr(backend.search?.(...asked), () => searchByReading(backend, ...asked));

/** The fast way, or the other one where the fast one turns out to be none before it gave anything. */
async function* fastOr<T>(fast: AsyncIterable<T> | undefined, other: () => AsyncIterable<T>): AsyncGenerator<T> {
  if (fast) {
    let begun = false;
    try {
      for await (const item of fast) {
        begun = true;
        yield item;
      }
      return;
    } catch (error) {
      if (begun || !ToolError.is(error) || error.code !== "unsupported") throw error;
    }
  }
  yield* other();
}

interface Look {
  readonly hidden?: boolean;
  readonly ignored?: boolean;
  readonly wants?: FileQuery["wants"];
}

/**
 * A query for what a call may see. The call itself was permitted on `root`; a result that the policy denies stays out,
 * and so does one that takes a person's yes, unless `root` took one too. Walks follow no links, but may begin behind one:
 * then the policy is asked about the places that are really seen as well. `start` is where the walk begins.
 */
export async function queryBelow(
  root: Path,
  { hidden = false, ignored = false, wants = () => true }: Look,
  { backend, excludes }: Pick<FsToolsOptions, "backend" | "excludes">,
  { decide }: Pick<ToolContext, "decide">,
  start = root,
): Promise<FileQuery> {
  const onRoot = await decide({ action: "read", target: root });
  const fits = (effect: typeof onRoot) => effect === "allow" || (effect === "ask" && onRoot === "ask");
  const mayRead = (target: Path): boolean | Promise<boolean> => {
    const effect = decide({ action: "read", target });
    return typeof effect === "string" ? fits(effect) : Promise.resolve(effect).then(fits);
  };
  const led = [start, root].flatMap((from) => otherTargets(backend, from).map((to) => ({ from, to })));
  return {
    hidden,
    ignored,
    excludes: ignored ? undefined : typeof excludes === "function" ? await excludes() : excludes,
    wants,
    permits(path) {
      const may = mayRead(path);
      if (led.length === 0) return may;
      const places = led.filter(({ from }) => isWithin(path, from)).map(({ from, to }) => movedTo(path, from, to));
      return Promise.all([may, ...places.map(mayRead)]).then((answers) => answers.every(Boolean));
    },
  };
}

const movedTo = (path: Path, from: Path, to: Path): Path => joinPath(to, path.slice(from.length));
