import { isObject, type JsonSchema } from "../json.ts";

const combining = ["$ref", "allOf", "anyOf", "oneOf", "not", "enum", "const", "if", "then", "else"] as const;

interface Members {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

const none: Members = { properties: {}, required: [] };
const maxLevels = 16;

/**
 * The schema of an input as model APIs take it: an object at its top, without `oneOf`, `anyOf`, `allOf`, `not`, `enum` or `$ref`
 * there. Properties of all alternatives are listed, and those required by all are required; the description says which belong
 * together. The input is still checked against the schema as it was. Sources: the tool use pages of Anthropic and OpenAI.
 */
export function flattenTop(schema: JsonSchema): JsonSchema {
  if (schema.type === "object" && !combining.some((word) => word in schema)) return schema;
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([word]) => !combining.includes(word as (typeof combining)[number])),
  );
  const { properties, required } = membersOf(schema, schema, 0);
  const choices = choicesOf(schema);
  const described = [typeof schema.description === "string" ? schema.description : "", choices].filter(Boolean);
  return {
    ...rest,
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(described.length > 0 && { description: described.join(" ") }),
  };
}

function membersOf(node: unknown, root: JsonSchema, level: number): Members {
  if (!isObject(node) || level > maxLevels) return none;
  const { $ref, properties, required, allOf } = node as JsonSchema;
  const parts: Members[] = [
    {
      properties: isObject(properties) ? (properties as Record<string, unknown>) : {},
      required: Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [],
    },
  ];
  if (typeof $ref === "string") parts.push(membersOf(resolve($ref, root), root, level + 1));
  if (Array.isArray(allOf)) parts.push(...allOf.map((each) => membersOf(each, root, level + 1)));
  for (const alternatives of alternativesOf(node as JsonSchema)) {
    const members = alternatives.map((each) => membersOf(each, root, level + 1));
    const [first, ...others] = members;
    parts.push({
      properties: joined(members, "anyOf"),
      required: first ? first.required.filter((name) => others.every((other) => other.required.includes(name))) : [],
    });
  }
  return { properties: joined(parts, "allOf"), required: [...new Set(parts.flatMap((part) => part.required))] };
}

const alternativesOf = ({ anyOf, oneOf }: JsonSchema): unknown[][] =>
  [anyOf, oneOf].filter((each): each is unknown[] => Array.isArray(each));

/** Properties of several schemas; where two differ, by the word that combines them. */
function joined(members: readonly Members[], word: "allOf" | "anyOf"): Record<string, unknown> {
  const found = new Map<string, Map<string, unknown>>();
  for (const { properties } of members)
    for (const [name, schema] of Object.entries(properties)) {
      const known = found.get(name) ?? new Map<string, unknown>();
      known.set(JSON.stringify(schema), schema);
      found.set(name, known);
    }
  return Object.fromEntries(
    [...found].map(([name, schemas]) => {
      const all = [...schemas.values()];
      return [name, all.length === 1 ? all[0] : { [word]: all }];
    }),
  );
}

/** `#/$defs/name`; undefined for what is elsewhere or not there. */
function resolve(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith("#")) return undefined;
  return ref
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (at, step) =>
        isObject(at)
          ? (at as JsonSchema)[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")]
          : undefined,
      root,
    );
}

/** Which properties belong together, in words. */
function choicesOf(schema: JsonSchema): string {
  const sets = alternativesOf(schema)
    .flat()
    .map((each) => membersOf(each, schema, 1).required.join(", "))
    .filter(Boolean);
  return sets.length > 1 ? `Give one of these sets: ${sets.map((set) => `(${set})`).join(" or ")}.` : "";
}
