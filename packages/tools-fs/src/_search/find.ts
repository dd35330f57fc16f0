import type { Backend, FileBatch, FileQuery, Path, SearchCandidate, ToolContext } from "@holdall/tool-core";
import type { FsToolsOptions } from "../options.ts";
import { searchByReading } from "./candidates.ts";
import { globByListing } from "./listing.ts";

type Glob = NonNullable<Backend["glob"]>;
type Search = NonNullable<Backend["search"]>;

/** Files and links of a query: by the backend's own means, or else by listing. */
export const findFiles = (backend: Backend, ...[path, query, io]: Parameters<Glob>): AsyncIterable<FileBatch> =>
  backend.glob?.(path, query, io) ?? globByListing(backend, path, query, io);

/** Files of a query that may hold a text: by the backend's own means, or else by reading them all. */
export const findCandidates = (
  backend: Backend,
  ...[path, query, text, io]: Parameters<Search>
): AsyncIterable<SearchCandidate> =>
  backend.search?.(path, query, text, io) ?? searchByReading(backend, path, query, text, io);

interface Look {
  readonly hidden?: boolean;
  readonly ignored?: boolean;
  readonly wants?: FileQuery["wants"];
}

/**
 * A query for what a call may see. The call itself was permitted on `root`; a result that the policy denies stays out,
 * and so does one that takes a person's yes, unless `root` took one too. Walks follow no links, so nothing else is asked.
 */
export async function queryBelow(
  root: Path,
  { hidden = false, ignored = false, wants = () => true }: Look,
  { excludes }: Pick<FsToolsOptions, "excludes">,
  { decide }: Pick<ToolContext, "decide">,
): Promise<FileQuery> {
  const onRoot = await decide({ action: "read", target: root });
  const fits = (effect: typeof onRoot) => effect === "allow" || (effect === "ask" && onRoot === "ask");
  return {
    hidden,
    ignored,
    excludes: ignored ? undefined : typeof excludes === "function" ? await excludes() : excludes,
    wants,
    permits(path) {
      const effect = decide({ action: "read", target: path });
      return typeof effect === "string" ? fits(effect) : Promise.resolve(effect).then(fits);
    },
  };
}
