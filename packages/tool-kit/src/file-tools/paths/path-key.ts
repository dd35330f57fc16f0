import type { Backend, Path } from "@holdall/tool-core";

/** Get a key that is the same for all spellings of the path of a file. */
export const keyOf = ({ can }: Backend, path: Path): string =>
  can.caseSensitive ? path : path.normalize("NFC").toLowerCase();
