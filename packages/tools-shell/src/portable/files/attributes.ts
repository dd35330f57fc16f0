import { dirname, isWithin, type Path } from "@holdall/tool-core";

/** What commands of a session set on files whose storage cannot keep it. It lasts as long as the session. */
export interface FileAttributes {
  /** Permission bits, where the storage has none. */
  readonly modes: Map<Path, number>;
  /** Milliseconds since the epoch, for times that no write gives. */
  readonly times: Map<Path, number>;
  /** Folders without files, where the storage has none. */
  readonly folders: Set<Path>;
}

export const createAttributes = (): FileAttributes => ({ modes: new Map(), times: new Map(), folders: new Set() });

/** Forget what is known at and below a path. */
export function dropAttributes({ modes, times, folders }: FileAttributes, path: Path): void {
  for (const store of [modes, times, folders])
    for (const at of [...store.keys()]) if (isWithin(at, path)) store.delete(at);
}

/** Let what is known at and below a path follow it. */
export function moveAttributes({ modes, times, folders }: FileAttributes, from: Path, to: Path): void {
  const follow = (at: Path) => (to + at.slice(from.length)) as Path;
  for (const store of [modes, times]) {
    for (const [at, value] of [...store]) {
      if (!isWithin(at, from)) continue;
      store.delete(at);
      store.set(follow(at), value);
    }
  }
  for (const at of [...folders]) {
    if (!isWithin(at, from)) continue;
    folders.delete(at);
    folders.add(follow(at));
  }
}

/** The names of folders without files in a folder. */
export const foldersIn = ({ folders }: FileAttributes, path: Path): Path[] =>
  [...folders].flatMap((at) => {
    for (let above = at; above !== "/"; above = dirname(above)) if (dirname(above) === path) return above;
    return [];
  });
