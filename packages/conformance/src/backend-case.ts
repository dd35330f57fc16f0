import type { Awaitable, Backend, Path } from "@holdall/tool-core";

/** The storage of a case. Every case gets a new one. */
export interface BackendFixture {
  readonly backend: Backend;
  /** The root of the storage, or one of its roots. Empty at the start of every case. */
  readonly root: Path;
  /** Opens a second handle on the same storage, like another process. */
  reopen?(): Promise<Backend>;
  /** Creates a symbolic link, if the storage supports them. */
  link?(path: Path, target: string): Promise<void>;
  dispose?(): Awaitable<void>;
}

/** One rule of the backend contract as data, so that any test runner can run it. */
export interface BackendCase {
  /** The rule as a sentence. */
  readonly name: string;
  /** Why this rule does not apply to this fixture, or undefined if it does. */
  needs?(fixture: BackendFixture): string | undefined;
  /** Resolves if the rule is kept, and throws if it is violated. */
  run(fixture: BackendFixture): Promise<void>;
}
