import type { Tool } from "./tool.ts";

/** How a host spells tools to its model: `read_file`, `readFile`, or Claude Code's `Read`. All are accepted on the way in. */
export type Dialect = "snake" | "camel" | "claude";

/** What two spellings of one name have in common: no `_` or `-`, lower case. */
export const foldName = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

const camel = (name: string): string => name.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

const isRegular = (name: string): boolean => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(name);

/** The tool's name in a dialect. Names that are not plain snake_case (MCP proxies) stay as they are. */
export function toolName(tool: Tool, dialect: Dialect = "snake"): string {
  if (dialect === "snake") return tool.name;
  const written = tool.aliases?.[dialect]?.name;
  if (written !== undefined) return written;
  if (!isRegular(tool.name)) return tool.name;
  const spelled = camel(tool.name);
  return dialect === "camel" ? spelled : spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** A parameter's name in a dialect, nested keys included. Claude Code writes parameters in snake_case but for the written exceptions. */
export function paramName(tool: Tool, param: string, dialect: Dialect = "snake"): string {
  if (dialect === "snake") return param;
  return tool.aliases?.[dialect]?.params?.[param] ?? (dialect === "camel" && isRegular(param) ? camel(param) : param);
}

/** Every name a tool answers to, folded. */
export function foldedNames({ name, aliases }: Tool): readonly string[] {
  const names = [name, ...(aliases?.names ?? []), aliases?.claude?.name ?? name, aliases?.camel?.name ?? name];
  return [...new Set(names.map(foldName))];
}

/** Replace `{tool_name}` by the name the model knows; other braces are left alone. */
export function spellToolNames(value: string, nameOf: (canonical: string) => string | undefined): string {
  return value.includes("{")
    ? value.replace(/\{([A-Za-z0-9_-]{1,64})\}/g, (whole, name: string) => nameOf(name) ?? whole)
    : value;
}
