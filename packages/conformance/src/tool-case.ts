import type { Awaitable, Backend, Path, Session, Tool } from "@holdall/tool-core";

/** What a case works on. Every case gets a fresh one. */
export interface ToolFixture {
  readonly tools: readonly Tool[];
  /** A valid input for every tool, by canonical name. It must succeed on this fixture. */
  readonly samples: Readonly<Record<string, unknown>>;
  /** The storage the tools work on; what they leave there is compared. */
  readonly backend?: Backend;
  /** Where relative paths start, and what is compared; `/` by default. */
  readonly root?: Path;
  /** Parameters that need no description, beside those every model knows. Yes-or-no parameters never need one. */
  readonly obvious?: readonly string[];
  /** What must happen in the session before the sample can succeed, such as reading the file it edits. */
  prepare?(session: Session, tool: string): Promise<void>;
  dispose?(): Awaitable<void>;
}

/** One rule of the tool contract, as data: any runner can show its name and run it for every tool. */
export interface ToolCase {
  /** The rule, as a sentence about a tool. */
  readonly name: string;
  /** Why this tool cannot be asked for it, or undefined when it can. */
  needs?(tool: Tool, fixture: ToolFixture): string | undefined;
  /** Resolves when the rule is kept, throws when it is broken. `fresh` makes another fixture, with its own copy of the tool. */
  run(tool: Tool, fixture: ToolFixture, fresh: () => Promise<readonly [Tool, ToolFixture]>): Promise<void>;
}
