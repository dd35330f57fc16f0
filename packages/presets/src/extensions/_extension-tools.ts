import { defineTool, foldName, type Registry, type Tool, ToolError, type ToolOptions } from "@holdall/tool-core";
import type { Extension, ExtensionWorkspace } from "@holdall/tool-kit/extension";
import { entryOf } from "../session/explain.ts";

/** The tools of an extension that can be used, and in words what is wrong with the others. */
export function extensionTools(
  { name, tools = [] }: Extension,
  workspace: ExtensionWorkspace,
  registry: Registry,
): { readonly tools: readonly Tool[]; readonly problems: readonly string[] } {
  const added: Tool[] = [];
  const problems: string[] = [];
  let listed: readonly unknown[];
  try {
    listed = typeof tools === "function" ? tools(workspace) : tools;
    if (!Array.isArray(listed)) return { tools: [], problems: ["Its tools are not a list."] };
  } catch (thrown) {
    return { tools: [], problems: [`Its tools cannot be made: ${messageOf(thrown)}`] };
  }
  for (const [index, given] of listed.entries()) {
    try {
      const tool = toolOf(given, name, index);
      checkNames(tool, registry);
      registry.add(tool);
      added.push(tool);
    } catch (thrown) {
      problems.push(messageOf(thrown));
    }
  }
  return { tools: added, problems };
}

function toolOf(given: unknown, extension: string, index: number): Tool {
  const tool = Object(given) as ToolOptions<unknown, unknown>;
  const { name, description, execute, category = extension } = tool;
  if (typeof name !== "string" || typeof description !== "string" || typeof execute !== "function") {
    throw wrong(`Its tool ${typeof name === "string" ? name : index + 1} needs a name, a description and execute.`);
  }
  if (category === "mcp" || name.startsWith("mcp__")) throw wrong(`${name} cannot pass for a tool of an MCP server.`);
  if (tool.forwards) throw wrong(`${name} cannot use forwards, which passes over the middleware of the session.`);
  return defineTool({ ...tool, category });
}

/** No name of ours is taken, whether the session has that tool or not. */
function checkNames({ name, aliases = {} }: Tool, registry: Registry): void {
  const { names = [], calls = {}, claude, camel } = aliases;
  const claimed = [name, claude?.name, camel?.name, ...names, ...Object.keys(calls)];
  for (const each of claimed) {
    if (each === undefined) continue;
    const owner = entryOf(each)?.name ?? registry.get(each)?.name;
    if (owner === undefined) continue;
    const how = foldName(each) === foldName(name) ? "" : ` with its name ${each}`;
    throw wrong(`${name} is left out: it would replace ${owner}${how}. Rename it.`);
  }
}

const wrong = (message: string) => new ToolError("invalid_input", message);

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
