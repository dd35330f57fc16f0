import { readFileSync } from "node:fs";
import { nearest } from "@holdall/tool-core";
import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { UsageError } from "../../usage-error.ts";
import { type Config, configSchema } from "./schema.ts";

type PathSegment = PropertyKey;

/** Read a configuration file, YAML or JSON. Throws UsageError that names file, line and key of everything that is wrong. */
export const readConfig = (file: string): Config => readYaml(file, configSchema);

/** The same for a file with other keys. */
export function readYaml<S extends z.ZodType>(file: string, schema: S): z.infer<S> {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number | undefined) => (offset === undefined ? file : `${file}:${lines.linePos(offset).line}`);
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => {
      const { line, col } = lines.linePos(pos[0]);
      return `${file}:${line}:${col}: ${message}`;
    });
    throw new UsageError(`The configuration is not valid YAML or JSON:\n${problems.join("\n")}`);
  }
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) =>
    describe(issue, schema).map(
      ({ path, text }) => `${at(offsetOf(document, path))}: ${[path.join("."), text].filter(Boolean).join(": ")}`,
    ),
  );
  throw new UsageError(`The configuration is not valid:\n${problems.join("\n")}`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "it cannot be read";
    throw new UsageError(`The configuration ${file} cannot be read (${why}).`, "Name an existing file with --config.");
  }
}

/** One issue as a path and a sentence each; unknown keys get the nearest key that is known there. */
function describe(issue: z.core.$ZodIssue, schema: z.ZodType): { path: readonly PathSegment[]; text: string }[] {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path, text: issue.message }];
  const known = knownKeys(schema, issue.path);
  return issue.keys.map((key) => {
    const close = nearest(key, known, 1)[0];
    const hint = close ? `did you mean ${close}?` : `the keys are ${known.join(", ")}.`;
    return { path: [...issue.path, key], text: `there is no such key here; ${hint}` };
  });
}

function knownKeys(schema: z.ZodType, path: readonly PathSegment[]): string[] {
  const json = schema.toJSONSchema() as JsonNode;
  const node = path.reduce<JsonNode | undefined>(
    (at, step) => (typeof step === "number" ? at?.items : at?.properties?.[String(step)]),
    json,
  );
  const forms = node ? [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])] : [];
  return [...new Set(forms.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

interface JsonNode {
  readonly properties?: Readonly<Record<string, JsonNode>>;
  readonly items?: JsonNode;
  readonly anyOf?: readonly JsonNode[];
  readonly oneOf?: readonly JsonNode[];
}

/** Where a key stands: the key itself where there is one, else the nearest node around it. */
function offsetOf(document: Document, path: readonly PathSegment[]): number | undefined {
  if (path.length === 0) return isNode(document.contents) ? document.contents.range?.[0] : undefined;
  const around = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(around)) {
    const key = around.items.find((pair) => String(pair.key) === String(last))?.key;
    if (isNode(key)) return key.range?.[0];
  }
  const node = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : offsetOf(document, path.slice(0, -1));
}
