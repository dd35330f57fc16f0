import * as z from "zod";

const target = {
  symbol: z.string().optional().describe("foo, Foo.bar or dir/file.ts:foo; or path, line and column"),
  path: z.string().optional().describe("A file that defines or uses it"),
  line: z.int().min(1).optional().describe("Where in it, from 1"),
  column: z.int().min(1).optional().describe("From 1"),
  exact: z.boolean().optional().describe("Wait for the language server"),
};

export const findDefinitionInput = z.object(target);
export const findReferencesInput = z.object({
  ...target,
  kind: z.enum(["all", "calls", "writes", "imports"]).optional().describe("all by default"),
  limit: z.int().min(1).optional().describe("References, default 50"),
  offset: z.int().min(0).optional().describe("References to skip"),
});
export const traceCallsInput = z.object({
  ...target,
  direction: z.enum(["callers", "callees"]).optional().describe("callers by default"),
  depth: z.int().min(1).optional().describe("1 to 4"),
  include_tests: z.boolean().optional().describe("true by default"),
});

/** `exact`: a language server said it; `name`: only the name matches. */
const how = z.enum(["exact", "import", "name", "scope", "typed"]);

const definition = z.object({
  path: z.string(),
  line: z.number(),
  end_line: z.number(),
  kind: z.string(),
  name: z.string(),
  container: z.string().optional(),
  signature: z.string(),
  doc: z.string().optional(),
  how,
  /** Its text, where there is one definition. */
  content: z.string().optional(),
});

/** References that could not be resolved: how many, or `true` if there may be others that were not found. */
const unresolved = z.number().or(z.literal(true)).optional();
const beyondLimit = z.number().optional();

const answered = {
  /** The language server that answered. */
  server: z.string().optional(),
  notes: z.array(z.string()),
};

export const findDefinitionOutput = z.object({
  definitions: z.array(definition),
  /** All there are, those that were left out, too. */
  total: z.number(),
  /** The package that defines it. */
  external: z.string().optional(),
  left_out: z.object({ beyond_limit: beyondLimit, unresolved }).optional(),
  ...answered,
});

export const findReferencesOutput = z.object({
  definitions: z.array(definition.pick({ path: true, line: true, kind: true, name: true, container: true })),
  files: z.array(
    z.object({
      path: z.string(),
      references: z.array(
        z.object({
          line: z.number(),
          column: z.number(),
          kind: z.enum(["call", "import", "read", "type", "write"]),
          how,
          text: z.string(),
        }),
      ),
    }),
  ),
  total: z.number(),
  /** Where to continue, or null at the end. */
  next_offset: z.number().nullable(),
  left_out: z.object({ unresolved }).optional(),
  /** The first places of which it is not known whether they are meant. */
  unresolved_at: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
  searched: z.object({ files: z.number(), projects: z.number() }),
  ...answered,
});

export interface CallNode {
  name: string;
  path: string;
  line: number;
  kind: string;
  how: How;
  /** Lines of the calls: in this file of callers, in that of the caller of callees. */
  sites: number[];
  /** Appears among its own callers or callees, or was shown before: not followed again. */
  seen?: "cycle" | "above" | undefined;
  /** Calls that may also belong here. */
  unresolved?: number | undefined;
  calls: CallNode[];
}
const node: z.ZodType<CallNode> = z.object({
  name: z.string(),
  path: z.string(),
  line: z.number(),
  kind: z.string(),
  how,
  sites: z.array(z.number()),
  seen: z.enum(["cycle", "above"]).optional(),
  unresolved: z.number().optional(),
  get calls() {
    return z.array(node);
  },
});

export const traceCallsOutput = z.object({
  direction: z.enum(["callers", "callees"]),
  roots: z.array(node),
  nodes: z.number(),
  left_out: z.object({ beyond_limit: beyondLimit, tests: z.number().optional(), unresolved }).optional(),
  ...answered,
});

export type How = z.infer<typeof how>;
export type Definition = z.infer<typeof definition>;
export type FindDefinitionInput = z.infer<typeof findDefinitionInput>;
export type FindDefinitionOutput = z.infer<typeof findDefinitionOutput>;
export type FindReferencesInput = z.infer<typeof findReferencesInput>;
export type FindReferencesOutput = z.infer<typeof findReferencesOutput>;
export type TraceCallsInput = z.infer<typeof traceCallsInput>;
export type TraceCallsOutput = z.infer<typeof traceCallsOutput>;
