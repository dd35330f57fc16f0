import { foldName, nearest, type Policy, type Tool, toolName } from "@holdall/tool-core";
import { UsageError } from "../../usage-error.ts";
import type { SetupValues } from "../read/setup-options.ts";

/** Which of the tools that there are count. */
export interface ToolChoice {
  /** False for a tool that is left out. */
  isWanted(tool: Tool): boolean;
  /** Denies what is left out, wherever it comes from; abstains otherwise. */
  readonly policy: Policy;
  /** Throws UsageError for a name in `--only` or `--without` that no tool answers to. */
  check(tools: readonly Tool[]): void;
}

/** What `--only`, `--without` and `--read-only` choose; undefined where none of them is given. */
export function chooseTools({ only, without, "read-only": readOnly = false }: SetupValues): ToolChoice | undefined {
  if (only === undefined && without === undefined && !readOnly) return undefined;
  const wanted = only === undefined ? undefined : patternsOf("--only", only);
  const unwanted = without === undefined ? [] : patternsOf("--without", without);
  const isWanted = (tool: Tool) =>
    (bridges.has(tool.name) || (wanted?.some((pattern) => pattern.fits(tool)) ?? true)) &&
    !unwanted.some((pattern) => pattern.fits(tool)) &&
    (!readOnly || tool.hints.readOnly || bridges.has(tool.name));
  return {
    isWanted,
    policy: ({ tool, access }) => {
      if (!isWanted(tool)) return { effect: "deny", reason: `The command line excludes ${tool.name}.` };
      const changes = access !== undefined && ["write", "delete", "spend", "message"].includes(access.action);
      const isProjectCode = access?.action === "execute" && access.target.startsWith("project-linter:");
      return readOnly && (changes || isProjectCode)
        ? { effect: "deny", reason: "The command line allows only reading." }
        : undefined;
    },
    check(tools) {
      for (const { option, text, fits } of [...(wanted ?? []), ...unwanted]) {
        // Tools of MCP servers come later, and patterns may be meant for those.
        if (text.includes("*") || /^mcp__/.test(text) || tools.some(fits)) continue;
        const names = tools.map(({ name }) => name);
        const close = nearest(text, names, 1)[0];
        throw new UsageError(
          `${option}: there is no tool ${text}.`,
          close ? `Did you mean ${close}?` : `The tools are ${names.join(", ")}.`,
        );
      }
    },
  };
}

/** They only lead to other tools, each of which is judged by itself. */
const bridges: ReadonlySet<string> = new Set(["tool_search", "tool_call"]);

interface Pattern {
  readonly option: string;
  readonly text: string;
  readonly fits: (tool: Tool) => boolean;
}

function patternsOf(option: string, list: string): Pattern[] {
  const words = list.split(",").flatMap((word) => word.trim() || []);
  if (words.length === 0) throw new UsageError(`${option} names no tools.`, "Write names with commas between them.");
  return words.map((text) => {
    const parts = text.split("*").map((part) => foldName(part));
    const fits = (name: string) =>
      parts.length === 1 ? foldName(name) === parts[0] : fitsParts(foldName(name), parts);
    return { option, text, fits: (tool) => spellingsOf(tool).some(fits) };
  });
}

const spellingsOf = (tool: Tool): string[] => [
  tool.name,
  toolName(tool, "claude"),
  toolName(tool, "camel"),
  ...(tool.aliases?.names ?? []),
];

/** True when the parts are in the name in their order, the first at its start and the last at its end. */
function fitsParts(name: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
