import { ToolError } from "../error.ts";
import type { JsonSchema } from "../json.ts";
import { once } from "./memoize.ts";
import { rewriteSchema } from "./rewrite-schema.ts";

/** A validation error. */
export type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** The result of a validation, as defined by Standard Schema. */
export type Validated<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/**
 * Any validator that supports Standard Schema v1 with JSON Schema: zod ≥ 4.2, valibot, arktype, or your own object. Source:
 * https://standardschema.dev
 */
export interface Schema<T = unknown, In = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    /** For the compiler only. */
    readonly types?: { readonly input: In; readonly output: T } | undefined;
    validate(value: unknown): Validated<T> | Promise<Validated<T>>;
    readonly jsonSchema: {
      input(options: { target: "draft-2020-12" }): JsonSchema;
      output(options: { target: "draft-2020-12" }): JsonSchema;
    };
  };
}

/** Wrap a JSON Schema document that is validated elsewhere (an MCP server, a remote API): every value passes. */
export function passthroughSchema<T = Record<string, unknown>>(json: JsonSchema): Schema<T> {
  const jsonSchema = { input: () => json, output: () => json };
  return { "~standard": { version: 1, vendor: "holdall", validate: (value) => ({ value: value as T }), jsonSchema } };
}

/** Returns true for an external schema document, which is passed on unchanged. */
export const isForeign = (schema: Schema): boolean => schema["~standard"].vendor === "holdall";

const tidied = (side: "input" | "output") =>
  once((schema: Schema) => {
    const { jsonSchema, vendor } = schema["~standard"];
    if (!jsonSchema) {
      throw new ToolError("invalid_input", `This schema of ${vendor} has no JSON Schema. Use zod 4.2 or newer.`);
    }
    const json = jsonSchema[side]({ target: "draft-2020-12" });
    return isForeign(schema) ? json : rewriteSchema(json);
  });

const sides = { input: tidied("input"), output: tidied("output") };

/** Convert a schema to JSON Schema 2020-12. Computed once per schema, without parts that cost tokens but carry no information. */
export function toJsonSchema(schema: Schema, side: "input" | "output" = "input"): JsonSchema {
  return sides[side](schema);
}

/** Where in the value an issue lies. */
export const stepsOf = ({ path = [] }: Issue): PropertyKey[] =>
  path.map((step) => (typeof step === "object" ? step.key : step));

/** The error of an output that its schema refuses: `total: expected a number; items.0.path: …`. */
export function outputError(tool: string, issues: readonly Issue[]): ToolError {
  const found = issues.slice(0, 5).map((issue) => [stepsOf(issue).join("."), issue.message].filter(Boolean).join(": "));
  return new ToolError("invalid_output", `${tool}: invalid output. ${found.join("; ").slice(0, 1000)}.`, {
    hint: "The tool has a bug. Try another approach.",
  });
}
