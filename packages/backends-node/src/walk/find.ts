import type { FolderEntry } from "@holdall/pattern-core";
import type { Entry, Path } from "@holdall/tool-core";
import type { FolderStep } from "./walk-stack.ts";

/** A file or link to `take`, or something left out. */
export interface Find {
  readonly path: Path;
  readonly entry: FolderEntry & Pick<Entry, "size" | "modified" | "target" | "identity">;
  readonly step: Exclude<FolderStep["step"], "enter"> | "denied" | "tooDeep";
  /** It is known that it does not hold what is searched for. */
  readonly lacksText?: boolean;
  /** What stands for the file as it is: another object as soon as it changes. Undefined where that is not known. */
  readonly file?: { readonly size: number } | undefined;
}
