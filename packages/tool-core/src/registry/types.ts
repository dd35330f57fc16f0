import type { ToolError } from "../error.ts";
import type { Awaitable, JsonSchema } from "../json.ts";
import type { Hints, Tool } from "../tool.ts";
import type { Dialect } from "./dialect.ts";
import type { NoToolTypes, ToolTypes } from "./tool-types.ts";

/** The model-facing definition of a tool in one dialect. */
export interface ToolSpec {
  readonly name: string;
  /** The canonical name. */
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Computed when it is read, because most hosts never read it and it is expensive. */
  readonly outputSchema: JsonSchema | undefined;
  readonly hints: Hints;
}

/** The available tools. The session decides who may call them. */
export interface Registry<M extends ToolTypes = NoToolTypes> {
  /** For the compiler only: the types of the tools that the registry was created with. */
  readonly types?: M;
  /** Add tools. Throws `already_exists` if two tools have the same normalized name; nothing is added then. */
  add(...tools: readonly Tool[]): void;
  /** Offer tools that are loaded when one of them is called, or when all are wanted. Names that are in use are not taken. */
  offer(...sources: readonly ToolSource[]): void;
  /** Remove a tool by any spelling, also one that is offered. Returns false if it does not exist. */
  remove(name: string): boolean;
  /** Get a tool by any spelling of its names. */
  get(name: string): Tool | undefined;
  /** Get a tool by any spelling of its names, and load it if it is offered. */
  find(name: string): Awaitable<Tool | undefined>;
  /** Load everything that is offered. What cannot be loaded is left out. */
  load(): Promise<void>;
  /** The canonical names of tools that are offered and not loaded. */
  offered(): readonly string[];
  /** All tools that are loaded, in registration order. */
  tools(): readonly Tool[];
  /**
   * The definitions of all loaded tools in a dialect, `snake` by default: pass `session.dialect`. Which of them a model sees
   * is `session.exposed()`. Tools that are offered are missing until they are loaded. Returns the same array until the registry
   * changes.
   */
  list(dialect?: Dialect): readonly ToolSpec[];
  byCategory(): ReadonlyMap<string, readonly Tool[]>;
  /** Register a function that explains why a tool is missing. Returns a function that removes it. */
  explain(reason: MissingReason): () => void;
  /** Get the explanation for an unknown name. */
  missing(name: string): ToolError | undefined;
  /** Subscribe to changes of the tools: definitions that were sent to a host are outdated. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Tools that are loaded when they are first needed. */
export interface ToolSource {
  /** Canonical name to all other names that a call may have. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** May throw a ToolError that says what is missing; calls of its tools fail with it. */
  load(): Promise<readonly Tool[]>;
}

/** Explains why a tool is missing. Returns undefined if it does not know. */
export type MissingReason = (name: string) => ToolError | undefined;
