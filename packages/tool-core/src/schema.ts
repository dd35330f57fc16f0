import { ToolError } from "./error.ts";
import type { JsonSchema } from "./json.ts";

type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** The outcome of a validation, as Standard Schema defines it. */
export type Validated<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/**
 * Any validator that speaks Standard Schema v1 with JSON Schema: zod ≥ 4.2, valibot, arktype, or an object of your own.
 * Source: https://standardschema.dev
 */
export interface Schema<T = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): Validated<T> | Promise<Validated<T>>;
    readonly jsonSchema: {
      input(options: { target: "draft-2020-12" }): JsonSchema;
      output(options: { target: "draft-2020-12" }): JsonSchema;
    };
  };
}

/** Wrap a JSON Schema document that something else checks (an MCP server, a remote API): every value passes. */
export function passthroughSchema<T = Record<string, unknown>>(json: JsonSchema): Schema<T> {
  return {
    "~standard": {
      version: 1,
      vendor: "holdall",
      validate: (value) => ({ value: value as T }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

const cache = { input: new WeakMap<Schema, JsonSchema>(), output: new WeakMap<Schema, JsonSchema>() };

/** The schema as JSON Schema 2020-12, computed once per schema and tidied of what costs tokens and says nothing. */
export function toJsonSchema(schema: Schema, side: "input" | "output" = "input"): JsonSchema {
  const known = cache[side].get(schema);
  if (known) return known;
  const json = tidy(schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" })) as JsonSchema;
  cache[side].set(schema, json);
  return json;
}

/** Drop `$schema` and the bounds that only say "a safe integer". */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(
    ([key, value]) =>
      !(key === "$schema" && typeof value === "string") &&
      !(key === "maximum" && value === Number.MAX_SAFE_INTEGER) &&
      !(key === "minimum" && value === Number.MIN_SAFE_INTEGER),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, tidy(value)]));
}

/** The issues of a failed validation as one sentence: `limit: expected a number; todos.0.status: …`. */
export function issueText(issues: readonly Issue[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => {
      const at = (path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".");
      return at ? `${at}: ${message}` : message;
    })
    .join("; ");
}

/** The error of an input or output that its schema refuses. */
export function schemaError(
  code: "invalid_input" | "invalid_output",
  tool: string,
  issues: readonly Issue[],
): ToolError {
  const [what, hint] =
    code === "invalid_input"
      ? [`The input of ${tool} is not valid`, "Correct the parameters named above and call the tool again."]
      : [
          `${tool} returned a result that breaks its own output schema`,
          "This is a defect of the tool; go another way.",
        ];
  return new ToolError(code, `${what}: ${issueText(issues)}.`, { hint });
}
