import type { NoteStoreOptions } from "./notes/note-store.ts";

export interface MemoryToolsOptions extends NoteStoreOptions {
  /**
   * Removes secrets from written text. Values that the session hides from its model, with middleware of `@holdall/middleware`,
   * are never written in any case.
   */
  readonly scrub?: ((text: string) => string) | undefined;
}
