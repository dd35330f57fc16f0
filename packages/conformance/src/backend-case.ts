import type { Awaitable, Backend, Path } from "@holdall/tool-core";

/** What a case works on. Every case gets a fresh one. */
export interface BackendFixture {
  readonly backend: Backend;
  /** The root of the storage, or one of its roots; empty at the start of every case. */
  readonly root: Path;
  /** A second handle on the same storage, as another process would open it. */
  reopen?(): Promise<Backend>;
  /** Make a symbolic link, where the storage has them. */
  link?(path: Path, target: string): Promise<void>;
  dispose?(): Awaitable<void>;
}

/** One rule of the backend contract, as data: any runner can show its name and run it. */
export interface BackendCase {
  /** The rule, as a sentence. */
  readonly name: string;
  /** Why this fixture cannot be asked for it, or undefined when it can. */
  needs?(fixture: BackendFixture): string | undefined;
  /** Resolves when the rule is kept, throws when it is broken. */
  run(fixture: BackendFixture): Promise<void>;
}
