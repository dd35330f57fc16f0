import type { NoteStoreOptions } from "./note-store.ts";

export interface MemoryToolsOptions extends NoteStoreOptions {
  /**
   * Takes secrets out of what is written. What the session hides from its model, as middleware of `@holdall/middleware` does, is
   * never written, whether this is given or not.
   */
  readonly scrub?: ((text: string) => string) | undefined;
}
