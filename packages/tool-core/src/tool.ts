import type { ContentPart } from "./content.ts";
import type { Progress, ToolContext } from "./context.ts";
import { ToolError } from "./error.ts";
import type { Awaitable } from "./json.ts";
import type { Access } from "./policy/access.ts";
import { capital, type Dialect } from "./registry/dialect.ts";
import type { Schema } from "./schema/schema.ts";

/** MCP's annotations without the suffix. */
export interface Hints {
  /** Changes nothing. */
  readonly readOnly: boolean;
  /** May overwrite or delete what was there. */
  readonly destructive: boolean;
  /** The same call twice leaves the same state as once. */
  readonly idempotent: boolean;
  /** Reaches beyond the session's own storage. */
  readonly openWorld: boolean;
}

/** How one dialect spells a tool where the regular spelling is not what models know. */
export interface Spelling {
  readonly name?: string;
  /** Canonical parameter → the dialect's spelling, nested keys included. */
  readonly params?: Readonly<Record<string, string>>;
  /** Canonical parameter → what it is where a model of the dialect leaves it out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The output as programs of the dialect know it, in place of the output with its keys spelled. */
  output?(output: unknown): object;
}

/** A call as it was written, for what a parameter of it means. */
export interface WrittenCall {
  /** The name it was made by, folded. */
  readonly name: string;
  readonly dialect: Dialect;
  /** All arguments, each key as the tool or its table spells it. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a parameter comes to: parameters of this tool, before those of the call itself, and a sentence for the model. */
export interface Reading {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/** Reads a parameter of another agent's tool. May throw `invalid_input` where only another tool can do what was asked. */
export type ForeignParam = (value: unknown, call: WrittenCall) => Reading;

/** Irregular spellings only: whatever folds to the canonical name (case, `_`, `-`) is accepted without being written down. */
export interface Aliases {
  readonly claude?: Spelling;
  readonly camel?: Spelling;
  /** Further accepted tool names. */
  readonly names?: readonly string[];
  /** Further accepted parameter spellings → canonical parameter. */
  readonly params?: Readonly<Record<string, string>>;
  /**
   * Parameters that this tool has elsewhere, in any spelling → what they come to, or the sentence of the answer that says
   * why they come to nothing; `""` for those that ask for nothing. They come before the tool's own. `null` is left out.
   */
  readonly foreign?: Readonly<Record<string, string | ForeignParam>>;
}

/**
 * A tool: data about itself, and one function. Written once, it runs on any backend, in any dialect, under any host.
 * `In` is what callers may give, `I` what the schema makes of it.
 */
export interface Tool<I = unknown, O = unknown, N extends string = string, In = unknown> {
  /** Canonical: snake_case, verb_noun. */
  readonly name: N;
  readonly title: string;
  readonly category: string;
  /** For the model: when to use it and when not to. `{tool_name}` becomes the name the model knows; a sentence naming an absent tool is left out. */
  readonly description: string;
  /** Longer usage notes for the system prompt, one thought a line, with the same placeholders; a line naming an absent tool is left out. */
  readonly guidance?: string;
  /** How a person would ask for it; feeds tool search. */
  readonly examples?: readonly string[];
  readonly input: Schema<I, In>;
  readonly output?: Schema<O>;
  readonly hints: Hints;
  readonly aliases?: Aliases;
  /**
   * Whether programs that a model writes over tools may call it, and whether only they may: `both` by default. `never` is for
   * what asks the person or changes what the model sees.
   */
  readonly program?: "both" | "only" | "never";
  /** True when a command does the same: a host that gives its model a shell may drop it. */
  readonly onlyWithoutShell?: boolean;
  /** True when the model must see it from the start, whatever a host keeps back for tool search. */
  readonly alwaysLoad?: boolean;
  /**
   * True when `execute` honors `ctx.dryRun`, or the tool that a dry run executes instead.
   * Without it, a dry run refuses every call that would touch more than it reads.
   */
  readonly previews?: boolean | ((ctx: ToolContext) => Tool);
  /**
   * What this call will touch, canonical. An empty list: nothing outside the session.
   * Left out: nothing when the hints say read-only and not open-world, otherwise `execute` on the tool's own name.
   */
  access?(input: I, at: Pick<ToolContext, "cwd" | "state">): Awaitable<readonly Access[]>;
  /** Yields progress and returns the result; a plain value or a promise will do. Throws ToolError. */
  execute(input: I, ctx: ToolContext): Awaitable<O> | AsyncGenerator<Progress, O, void>;
  /** What the model reads instead of the output as JSON. */
  render?(output: O, input: I): string | readonly ContentPart[];
}

/** What `defineTool` takes: a tool whose hints may be left out, and then mean the cautious thing, as in MCP. */
export type ToolOptions<I, O, N extends string = string, In = unknown> = Omit<Tool<I, O, N, In>, "hints" | "title"> & {
  readonly title?: string;
  readonly hints?: Partial<Hints>;
};

/** Make a tool: checks its name, fills cautious hints, freezes it. */
export function defineTool<I, O, const N extends string = string, In = unknown>(
  options: ToolOptions<I, O, N, In>,
): Tool<I, O, N, In> {
  const { name, description, hints = {} } = options;
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw new ToolError("invalid_input", `"${name}" cannot be a tool name: use up to 64 letters, digits, _ and -.`);
  }
  if (!description) throw new ToolError("invalid_input", `${name} has no description.`);
  const { readOnly = false, destructive = !readOnly, idempotent = readOnly, openWorld = true } = hints;
  return Object.freeze({
    ...options,
    title: options.title ?? capital(name.replaceAll("_", " ")),
    hints: Object.freeze({ readOnly, destructive, idempotent, openWorld }),
  });
}
