import type { ToolError } from "../error.ts";
import type { JsonSchema } from "../json.ts";
import type { Hints, Tool } from "../tool.ts";
import type { Dialect } from "./dialect.ts";
import type { NoToolTypes, ToolTypes } from "./tool-types.ts";

/** What a model is told about a tool, in one dialect. */
export interface ToolSpec {
  readonly name: string;
  /** The canonical name. */
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Worked out when it is read: most hosts never do, and it is half of what a list costs. */
  readonly outputSchema: JsonSchema | undefined;
  readonly hints: Hints;
}

/** The tools that exist. Who may call them is the session's matter. */
export interface Registry<M extends ToolTypes = NoToolTypes> {
  /** For the compiler only: the types of the tools that it was created with. */
  readonly types?: M;
  /** Throws `already_exists` when two tools claim one folded name; then nothing is added. */
  add(...tools: readonly Tool[]): void;
  /** Remove by any spelling; false when there was no such tool. */
  remove(name: string): boolean;
  /** A tool by any spelling of any of its names. */
  get(name: string): Tool | undefined;
  /** All tools, in the order they were added. */
  tools(): readonly Tool[];
  /** What a model is told about each tool. The same array until the registry changes. */
  list(dialect?: Dialect): readonly ToolSpec[];
  byCategory(): ReadonlyMap<string, readonly Tool[]>;
  /** Say why no tool answers to some names; returns the function that stops it. */
  explain(reason: MissingReason): () => void;
  /** What was said about a name that no tool answers to. */
  missing(name: string): ToolError | undefined;
  /** Hear of every change; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** Why no tool answers to a name; undefined where that is not known here. */
export type MissingReason = (name: string) => ToolError | undefined;
