import type { Path } from "../path.ts";

/** Options of every operation: cancellation, and a check of resolved paths. */
export interface Io {
  readonly signal?: AbortSignal | undefined;
  /**
   * Returns whether a path may resolve to a location. A backend with links calls it, at least for the paths it was given, with
   * the real location that it is about to read, change or create, on the folder that it holds open. If it returns false, the
   * operation throws `stale`. Other backends ignore it.
   */
  readonly judged?: ((path: Path, real: Path) => boolean) | undefined;
}
