import { isWithin, type Path, type Policy } from "@holdall/tool-core";

/** Files about which the editor is asked, because a call or a message has named them: the protocol does not list open buffers. */
export interface KnownFiles {
  note(path: Path): void;
  has(path: Path): boolean;
  /** Those at or below a folder, the latest first. */
  under(folder: Path): readonly Path[];
}

/** Files that are remembered at most; the ones named longest ago go first. */
const maxKnown = 500;

export function createKnownFiles(): KnownFiles {
  const paths = new Set<Path>();
  return {
    note(path) {
      paths.delete(path);
      paths.add(path);
      if (paths.size > maxKnown) for (const oldest of paths) if (paths.delete(oldest)) break;
    },
    has: (path) => paths.has(path),
    under: (folder) => [...paths].filter((path) => isWithin(path, folder)).reverse(),
  };
}

/** The policy, which also notes every path that it is asked about. */
export const notingFiles =
  (policy: Policy, known: KnownFiles): Policy =>
  (request) => {
    const { access } = request;
    if (access && /^(read|write|delete)$/.test(access.action) && access.target.startsWith("/"))
      known.note(access.target as Path);
    return policy(request);
  };
