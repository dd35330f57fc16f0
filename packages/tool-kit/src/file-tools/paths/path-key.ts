import type { Backend, Path } from "@holdall/tool-core";

/** What all spellings of one file's path have in common. */
export const keyOf = ({ can }: Backend, path: Path): string =>
  can.caseSensitive ? path : path.normalize("NFC").toLowerCase();
