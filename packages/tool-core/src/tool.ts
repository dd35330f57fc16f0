import type { ContentPart } from "./content.ts";
import type { Progress, ToolContext } from "./context.ts";
import { ToolError } from "./error.ts";
import type { Awaitable } from "./json.ts";
import type { Access, Prepared } from "./policy/access.ts";
import { capital, type Dialect } from "./registry/dialect.ts";
import type { Schema } from "./schema/schema.ts";

/** The annotations of MCP, without the suffix. */
export interface Hints {
  /** The tool changes nothing. */
  readonly readOnly: boolean;
  /** The tool may overwrite or delete existing data. */
  readonly destructive: boolean;
  /** Repeating the same call has no additional effect. */
  readonly idempotent: boolean;
  /** The tool accesses more than the session's own storage. */
  readonly openWorld: boolean;
}

/** The spelling of a tool in one dialect, if the regular spelling is not the one that models know. */
export interface Spelling {
  readonly name?: string;
  /** Canonical parameter to the dialect's spelling, including nested keys. */
  readonly params?: Readonly<Record<string, string>>;
  /** Canonical parameter to its default if a model of the dialect omits it. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The output for programs of the dialect, instead of the output with renamed keys. */
  output?(output: unknown): object;
  /** The text for models of the dialect, instead of that of the tool's own `render`. */
  render?(output: unknown, input: unknown): string | readonly ContentPart[];
}

/** A call as the model wrote it, to interpret one of its parameters. */
export interface WrittenCall {
  /** The normalized name of the call. */
  readonly name: string;
  readonly dialect: Dialect;
  /** All arguments, with the key spelling of the tool or its table. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The interpretation of a parameter: parameters of this tool, which the call's own override, and a sentence for the model. */
export interface Reading {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/** Interprets a parameter of another agent's tool. May throw `invalid_input` if only another tool can do what was requested. */
export type ForeignParam = (value: unknown, call: WrittenCall) => Reading;

/**
 * The arguments of another agent's tool as arguments of this one; undefined if the call means another tool. Keys of the input are
 * normalized: lower case, without `_` and `-`. May throw `invalid_input` with `data.call`, the call to make instead.
 */
export type ForeignCall = (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined;

/** Irregular spellings only. Names that differ only in case, `_` or `-` are accepted without being listed. */
export interface Aliases {
  readonly claude?: Spelling;
  readonly camel?: Spelling;
  /** Additional accepted tool names. */
  readonly names?: readonly string[];
  /**
   * Calls of other agents' tools that this tool answers, by the name there, which may also be a name of another tool here: the
   * first reading that is not undefined is taken, before names are looked up.
   */
  readonly calls?: Readonly<Record<string, ForeignCall>>;
  /** Additional accepted parameter spellings, with their canonical parameter. */
  readonly params?: Readonly<Record<string, string>>;
  /**
   * Parameters of other agents' versions of this tool, in any spelling, with their interpretation, or with the sentence that
   * explains why they have no effect (`""` for none). They are applied before the tool's own parameters. `null` is left out.
   */
  readonly foreign?: Readonly<Record<string, string | ForeignParam>>;
}

/**
 * A tool: a description and one function. It runs on any backend, in any dialect, in any host. `In` is the input of callers,
 * `I` the validated input.
 */
export interface Tool<I = unknown, O = unknown, N extends string = string, In = unknown> {
  /** The canonical name: snake_case, verb_noun. */
  readonly name: N;
  readonly title: string;
  readonly category: string;
  /**
   * For the model: when to use the tool and when not to. `{tool_name}` is replaced by the name that the model knows. A
   * sentence that names an unavailable tool is left out.
   */
  readonly description: string;
  /**
   * Longer usage notes for the system prompt, one sentence per line, with the same placeholders. A line that names an
   * unavailable tool is left out.
   */
  readonly guidance?: string;
  /** Phrases that a user would use to ask for it, for tool search. */
  readonly examples?: readonly string[];
  readonly input: Schema<I, In>;
  readonly output?: Schema<O>;
  readonly hints: Hints;
  readonly aliases?: Aliases;
  /**
   * Whether the tool is for programs that a model writes, for the model itself, or for `both`, the default. `only` hides it
   * from the model: it is not in `session.exposed()`, `toOpenAI` and `toAnthropic` without `programs`. Its calls still run, since a
   * host also passes on calls of programs that run elsewhere: the policy decides what is permitted. Use `never` for tools that
   * ask the user or change what the model sees.
   */
  readonly program?: "both" | "only" | "never";
  /** True if a shell command does the same: a host that gives its model a shell can leave the tool out. */
  readonly onlyWithoutShell?: boolean;
  /** True if the model must see the tool from the start, even if a host defers tools for tool search. */
  readonly alwaysLoad?: boolean;
  /**
   * True if `execute` supports `ctx.dryRun`; or the tool that runs in a dry run. Otherwise, a dry run denies every call with
   * accesses that are not reads. A change of files is tried this way before the user is asked about it; without `ctx.dryRun`,
   * the function gets to know that and returns a tool with `true`, or the tool is not tried.
   */
  readonly previews?: boolean | ((ctx: ToolContext) => Tool);
  /** The call that a call of this tool makes and that decides whether it may; `execute` makes it with `ctx.call`. */
  forwards?(input: I): { readonly name: string; readonly input: unknown } | undefined;
  /**
   * The canonical accesses of a call. An empty list means none outside the session. If omitted: none for read-only tools that
   * are not open-world, otherwise `execute` on the tool's own name.
   */
  access?(input: I, at: Pick<ToolContext, "cwd" | "state">): Awaitable<readonly Access[] | Prepared>;
  /**
   * Yields progress and returns the result. Can also return a value or a promise. Throws ToolError. `prepared` is what `access`
   * returned for exactly this input when the policy allowed it; undefined if it returned a list, or if something other than a
   * session calls `execute`. A tool that prepares refuses to work without it; a wrapper passes it on.
   */
  execute(input: I, ctx: ToolContext, prepared: unknown): Awaitable<O> | AsyncGenerator<Progress, O, void>;
  /** Returns the text for the model, instead of the output as JSON. */
  render?(output: O, input: I): string | readonly ContentPart[];
}

/** The options of `defineTool`: a tool with optional hints. Missing hints have the cautious defaults of MCP. */
export type ToolOptions<I, O, N extends string = string, In = unknown, P = unknown> = Omit<
  Tool<I, O, N, In>,
  "access" | "execute" | "hints" | "title"
> & {
  readonly title?: string;
  readonly hints?: Partial<Hints>;
  access?(input: I, at: Pick<ToolContext, "cwd" | "state">): Awaitable<readonly Access[] | Prepared<P>>;
  execute(input: I, ctx: ToolContext, prepared: P | undefined): Awaitable<O> | AsyncGenerator<Progress, O, void>;
};

/** Create a tool: checks its name, adds cautious hints, and freezes it. */
export function defineTool<I, O, const N extends string = string, In = unknown, P = unknown>(
  options: ToolOptions<I, O, N, In, P>,
): Tool<I, O, N, In> {
  const { name, description, hints = {} } = options;
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw new ToolError("invalid_input", `"${name}" cannot be a tool name: use up to 64 letters, digits, _ and -.`);
  }
  if (!description) throw new ToolError("invalid_input", `${name} has no description.`);
  if (typeof options.input?.["~standard"]?.validate !== "function") {
    throw new ToolError("invalid_input", `The input of ${name} is not a schema.`, {
      hint: "Pass it as `input`: a schema of zod 4.2, valibot or arktype, or passthroughSchema(json) for a JSON Schema.",
    });
  }
  const { readOnly = false, destructive = !readOnly, idempotent = readOnly, openWorld = true } = hints;
  return Object.freeze({
    ...options,
    title: options.title ?? capital(name.replaceAll("_", " ")),
    hints: Object.freeze({ readOnly, destructive, idempotent, openWorld }),
  });
}
