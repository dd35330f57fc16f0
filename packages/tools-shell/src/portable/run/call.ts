import type { Path } from "@holdall/tool-core";

/** A command with everything that is decided about it before it runs. */
export interface PortableCall {
  readonly command: string;
  /** The command after its variables, which it sets itself. */
  readonly script: string;
  readonly folder: Path;
  /** The folder is for this command alone. */
  readonly isElsewhere: boolean;
  readonly isFresh: boolean;
  readonly isBackground: boolean;
  /** Why it may only read now; undefined if it may do more. */
  readonly readOnly: () => string | undefined;
  readonly hasNetwork: boolean;
  /** Undefined for none. */
  readonly timeout: number | undefined;
  readonly notes: readonly string[];
}
