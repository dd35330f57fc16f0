import { toJsonSchema } from "../schema/schema.ts";
import { shapeOf } from "../schema/shape.ts";
import type { Tool } from "../tool.ts";
import { capital, type Dialect, foldName } from "./dialect.ts";
import type { Registry } from "./types.ts";

/** camelCase for plain snake_case; any other name (an MCP proxy's, say) stays as it is. */
const camel = (name: string): string =>
  /^[a-z0-9]+(_[a-z0-9]+)*$/.test(name) ? name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()) : name;

/** The tool's name in a dialect. */
export function toolName({ name, aliases }: Tool, dialect: Dialect = "snake"): string {
  if (dialect === "snake") return name;
  const spelled = camel(name);
  return aliases?.[dialect]?.name ?? (dialect === "claude" && !/__|-|[A-Z]/.test(name) ? capital(spelled) : spelled);
}

/** A parameter's name in a dialect, nested keys included. Claude Code writes parameters in snake_case but for the written exceptions. */
export function paramName({ aliases }: Tool, param: string, dialect: Dialect = "snake"): string {
  if (dialect === "snake") return param;
  return aliases?.[dialect]?.params?.[param] ?? (dialect === "camel" ? camel(param) : param);
}

/** Every name a tool answers to: each one folded, and the canonical one as it is. */
export function allNames({ name, aliases: { names = [], claude, camel } = {} }: Tool): ReadonlySet<string> {
  return new Set([...[name, claude?.name ?? name, camel?.name ?? name, ...names].map(foldName), name]);
}

/** A word that can only be a parameter: it has an underscore, stands in backticks, or before a value. */
const param = /`\w+`|\b[a-z]+(?:_[a-z\d]+)+\b|\b[a-z]+(?==|: (?:true|false|[-\d"'[{]))/g;

/** The tool's parameters in a text, as a dialect spells them. */
export function spellParams(value: string, tool: Tool, dialect: Dialect): string {
  if (dialect === "snake") return value;
  const { properties } = shapeOf(toJsonSchema(tool.input));
  return value.replace(param, (word) => {
    const key = word.replaceAll("`", "");
    return properties.has(key) ? word.replace(key, () => paramName(tool, key, dialect)) : word;
  });
}

const placeholder = /\{([\w-]+)\}/g;

/** Replace `{tool_name}` by the name the model knows; braces around anything else are left alone. */
export function spellToolNames(value: string, registry: Registry, dialect: Dialect): string {
  return value.replace(placeholder, (whole, name: string) => {
    const tool = registry.get(name);
    return tool ? toolName(tool, dialect) : whole;
  });
}

/** The parts that name no tool which is not there, with the names spelled: prose for a model speaks only of what it has. */
export function spellPresent(parts: readonly string[], registry: Registry, dialect: Dialect): string[] {
  return parts
    .map((part) => spellToolNames(part, registry, dialect))
    .filter((part) => part.trim() && !part.match(placeholder));
}
