import type { Path } from "@holdall/tool-core";
import { fromUri } from "../protocol/uris.ts";

export interface Publication {
  /** Of the document that it is about; undefined where the server does not say. */
  readonly version: number | undefined;
  readonly diagnostics: unknown;
}

/** Milliseconds after which what was published of a version is taken to be all: some servers publish it in two steps. */
const quiet = 150;

/** What a server has published on its own, the latest of each file. */
export function createPublications() {
  const latest = new Map<Path, Publication>();
  const listeners = new Set<(real: Path) => void>();
  return {
    take(params: unknown): void {
      const { uri, version, diagnostics } = (params ?? {}) as Readonly<Record<string, unknown>>;
      const real = fromUri(uri);
      if (!real) return;
      latest.set(real, { version: typeof version === "number" ? version : undefined, diagnostics });
      for (const listener of listeners) listener(real);
    },
    /**
     * What was published of one version of a file, or undefined when that has not come within `deadline` ms. A
     * publication without a version may be about any, and is not an answer.
     */
    wait(real: Path, version: number, deadline: number, signal?: AbortSignal): Promise<Publication | undefined> {
      return new Promise((resolve) => {
        let settling: NodeJS.Timeout | undefined;
        const current = () => {
          const known = latest.get(real);
          return known?.version === version ? known : undefined;
        };
        const finish = () => {
          clearTimeout(settling);
          clearTimeout(timer);
          listeners.delete(listen);
          signal?.removeEventListener("abort", finish);
          resolve(current());
        };
        const listen = (path: Path) => {
          if (path !== real || !current()) return;
          clearTimeout(settling);
          settling = setTimeout(finish, quiet);
        };
        const timer = setTimeout(finish, deadline);
        signal?.addEventListener("abort", finish, { once: true });
        listeners.add(listen);
        listen(real);
      });
    },
    /** True when the server names versions, false when it does not, undefined when it has published nothing of a file. */
    namesVersions: (real: Path): boolean | undefined => {
      const known = latest.get(real);
      return known && known.version !== undefined;
    },
  };
}

export type Publications = ReturnType<typeof createPublications>;
