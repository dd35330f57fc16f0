import {
  createRegistry,
  type Dialect,
  foldName,
  paramName,
  type Tool,
  toJsonSchema,
  toolName,
} from "@holdall/tool-core";
import { check, same } from "../_assert.ts";
import { watchTool } from "../adapter/tool-session.ts";
import type { ToolCase } from "../tool/tool-case.ts";

type Property = Readonly<Record<string, unknown>>;

/** Names that need no words: every model knows them from the tools it was trained with. */
const obvious = new Set(
  (
    "path from to content query pattern url limit offset name text id title status type version encoding " +
    "old_string new_string before after context depth column"
  ).split(" "),
);

/** Switches and choices that need no words. */
const evident = new Set(
  "overwrite dry_run replace_all recursive ignore_case run_in_background status method command freshness multi_select".split(
    " ",
  ),
);

/** What a number counts, or what it is when it is left out. */
const saysUnitOrDefault =
  /\d|\b(?:ms|seconds|minutes|bytes|characters|lines?|files?|items|matches|entries|rows|runs|sources|references|results|next_offset)\b/i;

/** Why a parameter does not explain itself: of a number its unit or default, of a switch or choice its meaning. */
function unexplained([key, { type, enum: values, description = "" }]: [string, Property]): string[] {
  const said = String(description);
  if (type === "integer" || type === "number")
    return saysUnitOrDefault.test(said) ? [] : [`${key}: say its unit or default`];
  const isChoice = type === "boolean" || Array.isArray(values);
  return isChoice && said === "" && !evident.has(key.slice(key.lastIndexOf(".") + 1))
    ? [`${key}: say what it means`]
    : [];
}

const dialects: readonly Dialect[] = ["snake", "camel", "claude"];

/** The properties of an object schema and of the objects in it, by dotted name. */
function properties(schema: Property, prefix = ""): [string, Property][] {
  const variants = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const inner = [schema.items, schema.additionalProperties, ...variants].flatMap((value) =>
    typeof value === "object" && value !== null ? properties(value as Property, prefix) : [],
  );
  const own = Object.entries((schema.properties ?? {}) as Record<string, Property>);
  return [
    ...own.flatMap(([key, value]): [string, Property][] => [
      [prefix + key, value],
      ...properties(value, `${prefix}${key}.`),
    ]),
    ...inner,
  ];
}

/** The sample with every key, nested ones too, as a dialect spells it. */
function spell(tool: Tool, value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((item) => spell(tool, item, dialect));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [paramName(tool, key, dialect), spell(tool, item, dialect)]),
  );
}

/** A model can understand the tool and reach it by every spelling. */
export const descriptionCases: readonly ToolCase[] = [
  {
    name: "has a description, a title and a category",
    async run({ name, title, category, description }) {
      check(/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name), `the name "${name}" is not snake_case`);
      check(title.length > 0 && category.length > 0, "the title or the category is empty");
      check(description.trim().length >= 20, `the description "${description}" does not say when to use the tool`);
      check(description.length <= 4000, `the description has ${description.length} characters`);
    },
  },
  {
    name: "takes an object whose parameters explain themselves",
    async run(tool, { obvious: more = [] }) {
      const schema = toJsonSchema(tool.input);
      same(schema.type, "object", "the type of the input schema");
      const silent = properties(schema)
        .filter(([key, { description, type, enum: values, const: value }]) => {
          const last = key.slice(key.lastIndexOf(".") + 1);
          const isNamed = type === "boolean" || obvious.has(last) || more.includes(last);
          return typeof description !== "string" && values === undefined && value === undefined && !isNamed;
        })
        .map(([key]) => key);
      same(silent, [], "the parameters without a description");
      same(properties(schema).flatMap(unexplained), [], "the numbers, switches and choices that are not explained");
    },
  },
  {
    name: "answers to its name in every dialect and to every alias",
    async run(tool, { tools }) {
      const registry = createRegistry(tools);
      const names = [...dialects.map((dialect) => toolName(tool, dialect)), ...(tool.aliases?.names ?? [])];
      for (const name of [...names, tool.name.toUpperCase(), tool.name.replaceAll("_", "-"), foldName(tool.name)]) {
        same(registry.get(name)?.name, tool.name, `the tool behind "${name}"`);
      }
    },
  },
  {
    name: "takes its parameters in every dialect and by every alias",
    async run(tool, fixture) {
      const { session } = await watchTool(tool, fixture);
      const sample = (fixture.samples[tool.name] ?? {}) as Record<string, unknown>;
      const inputs = dialects.map((dialect) => spell(tool, sample, dialect));
      for (const [alias, param] of Object.entries(tool.aliases?.params ?? {})) {
        const { [param]: value, ...rest } = sample;
        if (value !== undefined) inputs.push({ ...rest, [alias]: value });
      }
      for (const input of inputs) {
        const decision = await session.decide(tool.name, input);
        same(
          decision.effect,
          "allow",
          `the decision on ${JSON.stringify(input)} (${"reason" in decision ? decision.reason : ""})`,
        );
      }
    },
  },
];
