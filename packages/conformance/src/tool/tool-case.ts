import type { Awaitable, Backend, Path, Session, Tool } from "@holdall/tool-core";

/** The tools of a case. Every case gets new ones. */
export interface ToolFixture {
  readonly tools: readonly Tool[];
  /** A valid input for every tool, by canonical name. It must succeed on this fixture. */
  readonly samples: Readonly<Record<string, unknown>>;
  /** A valid input that fails on this fixture, for tools that change files, by canonical name. */
  readonly failing?: Readonly<Record<string, unknown>>;
  /** The storage of the tools. Its content is compared afterwards. */
  readonly backend?: Backend;
  /** The base of relative paths and of the comparison; `/` by default. */
  readonly root?: Path;
  /** Parameters that need no description, in addition to those that every model knows. Boolean parameters never need one. */
  readonly obvious?: readonly string[];
  /** Required steps in the session before the sample can succeed, such as reading the file that it edits. */
  prepare?(session: Session, tool: string): Promise<void>;
  dispose?(): Awaitable<void>;
}

/** One rule of the tool contract as data, so that any test runner can run it for every tool. */
export interface ToolCase {
  /** The rule as a sentence about a tool. */
  readonly name: string;
  /** Returns why the rule does not apply to this tool, or undefined if it does. */
  needs?(tool: Tool, fixture: ToolFixture): string | undefined;
  /**
   * Resolves if the rule is satisfied, throws if it is violated. `fresh` creates another fixture, with its own copy of
   * the tool.
   */
  run(tool: Tool, fixture: ToolFixture, fresh: () => Promise<readonly [Tool, ToolFixture]>): Promise<void>;
}
