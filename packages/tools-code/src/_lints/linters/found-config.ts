/** A configuration that was found for a file. */
export interface FoundConfig {
  /** The name of the file; undefined for tools that need none. */
  readonly name: string | undefined;
  readonly text: string;
}

/** A configuration without what may run code, or why there is none. */
export type HarmlessConfig =
  | {
      readonly ok: true;
      /** The option that names the file. */
      readonly option: string;
      readonly name: string;
      readonly text: string;
      /** What it lacks of the project's own. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string };
