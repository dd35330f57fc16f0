import { toJsonSchema } from "../schema/schema.ts";
import { shapeOf } from "../schema/shape.ts";
import type { Tool } from "../tool.ts";
import { capital, type Dialect, foldName } from "./dialect.ts";
import type { Registry } from "./types.ts";

/** camelCase for plain snake_case; any other name (an MCP proxy's, say) stays as it is. */
const camel = (name: string): string =>
  /^[a-z0-9]+(_[a-z0-9]+)*$/.test(name) ? name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()) : name;

/** Get the name of a tool in a dialect. */
export function toolName({ name, aliases }: Pick<Tool, "name" | "aliases">, dialect: Dialect = "snake"): string {
  if (dialect === "snake") return name;
  const spelled = camel(name);
  return aliases?.[dialect]?.name ?? (dialect === "claude" && !/__|-|[A-Z]/.test(name) ? capital(spelled) : spelled);
}

/** Get the name of a parameter in a dialect, including nested keys. Claude Code uses snake_case with listed exceptions. */
export function paramName({ aliases }: Tool, param: string, dialect: Dialect = "snake"): string {
  if (dialect === "snake") return param;
  return aliases?.[dialect]?.params?.[param] ?? (dialect === "camel" ? camel(param) : param);
}

/** Get all names of a tool: each one normalized, and the canonical name unchanged. */
export function allNames({ name, aliases: { names = [], claude, camel } = {} }: Tool): ReadonlySet<string> {
  return new Set([...[name, claude?.name ?? name, camel?.name ?? name, ...names].map(foldName), name]);
}

/** A word that can only be a parameter: it has an underscore, is in backticks, or before a value. */
const param = /`\w+`|\b[a-z]+(?:_[a-z\d]+)+\b|\b[a-z]+(?==|: (?:true|false|[-\d"'[{]))/g;

/** Replace the tool's parameters in a text with the spelling of a dialect. */
export function spellParams(value: string, tool: Tool, dialect: Dialect): string {
  if (dialect === "snake") return value;
  const { properties } = shapeOf(toJsonSchema(tool.input));
  return value.replace(param, (word) => {
    const key = word.replaceAll("`", "");
    return properties.has(key) ? word.replace(key, () => paramName(tool, key, dialect)) : word;
  });
}

const placeholder = /\{([\w-]+)\}/g;

/** Replace `{tool_name}` with the name that the model knows. Braces around other text stay. */
export function spellToolNames(value: string, registry: Registry, dialect: Dialect): string {
  return value.replace(placeholder, (whole, name: string) => {
    const tool = registry.get(name);
    return tool ? toolName(tool, dialect) : whole;
  });
}

/** Get the parts that name only available tools, with the spelled names. */
export function spellPresent(parts: readonly string[], registry: Registry, dialect: Dialect): string[] {
  return parts
    .map((part) => spellToolNames(part, registry, dialect))
    .filter((part) => part.trim() && !part.match(placeholder));
}
