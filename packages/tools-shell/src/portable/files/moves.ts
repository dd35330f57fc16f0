import type { Access, Path } from "@holdall/tool-core";

const moves = new WeakMap<Access, Path>();

/** The delete of a move: what goes from one place is kept at another. */
export function deleteByMove(target: Path, to: Path): Access {
  const access: Access = { action: "delete", target };
  moves.set(access, to);
  return access;
}

/** Where a command of the portable shell moves what an access deletes; undefined for other accesses. */
export const movedTo = (access: Access): Path | undefined => moves.get(access);
